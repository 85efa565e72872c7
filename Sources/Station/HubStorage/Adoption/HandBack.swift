internal import Faults
package import Registry
internal import Storage
internal import UnixSystem

/// Gives batches back to a registry that works by itself: the way out of a hub. What was done before is found to be done: run
/// it again where it was interrupted.
package struct HandBack: Sendable {
    package enum Step: Sendable, CaseIterable {
        /// The hub and its stations write the batches' tags no more.
        case leaving
        /// The registry is made beside its name.
        case writing
        case comparing
        /// A daemon's folder gets a note of it: the database may forget it.
        case noting
        /// It gets its name.
        case naming
    }

    package enum Outcome: Sendable {
        /// There is no registry, and the hub has given the batches up.
        case differs(AdoptionReport)
        case handedBack(BatchHandBack)
    }

    private let hub: HubRegistry
    private let batches: [BatchName]
    private let path: String
    private let notes: HandBackNotes
    private let author: Author
    private let tell: @Sendable (Step) throws -> Void

    package init(
        of batches: [BatchName], from hub: HubRegistry, to path: String, noting notes: HandBackNotes,
        by author: Author, tell: @escaping @Sendable (Step) throws -> Void = { _ in }
    ) {
        self.hub = hub
        self.batches = Set(batches).sorted()
        self.path = path
        self.notes = notes
        self.author = author
        self.tell = tell
    }

    private var draft: RegistryDraft { RegistryDraft(of: path) }

    package func run() async throws -> Outcome {
        guard !File.exists(path) else {
            throw RegistryError(
                .alreadyExists, "no batch leaves the hub", why: "\(path) exists already",
                next: "name a file that does not exist yet")
        }
        for batch in batches where try await hub.batch(summary: batch) == nil {
            throw RegistryError(
                .unknownBatch, "no batch leaves the hub", why: "the hub has no batch \(batch)",
                next: "see: waymark batch list")
        }
        let daemon = try notes.daemon()
        try tell(.leaving)
        let state = try await hub.beginHandBack(batches, to: path, knownTo: daemon, by: author)
        let handBack = state.handBack
        if !state.isEnded {
            try tell(.writing)
            let (documents, lastFinding) = try await hub.documents(of: handBack)
            try await write(documents, HandedBackRegistry(of: handBack, lastFinding: lastFinding))
            try tell(.comparing)
            let report = try await differences(from: documents)
            guard report.isEmpty else { return .differs(report) }
            // Before it has its name: it is made once.
            try await hub.endHandBack(handBack)
        }
        guard draft.exists else { throw Self.gone(handBack, path) }
        try tell(.noting)
        try notes.keep(handBack)
        do {
            try await hub.confirmHandBack(handBack)
        } catch let error as RegistryError where error.code == .hubBehind {
            // No registry gets its name. Where the note stays all the same, an era begins for nothing, and no tag is lost.
            try? notes.remove(handBack)
            throw error
        }
        try tell(.naming)
        try draft.finish()
        return .handedBack(handBack)
    }

    /// One batch after the other: together they may be more than fits into memory.
    private func write(_ documents: HubDocuments, _ contents: HandedBackRegistry) async throws {
        draft.remove()
        let registry = try SQLiteRegistry(path: draft.path)
        for event in contents.events(of: documents) { try await registry.record(event, by: author) }
        for head in documents.batches {
            guard let (batch, carriers) = try await hub.contents(of: head.name) else { continue }
            for event in contents.events(of: batch, carriers) { try await registry.record(event, by: author) }
        }
        let check = try await registry.proveTables()
        guard check.brokenAt == nil, check.deviations?.isEmpty == true else {
            let deviation = check.deviations?.first
            throw RegistryError(
                .registryDamaged, "no registry was made", why: deviation.map { "\($0.subject): \($0.why)" } ?? "",
                next: "look at the disk (dmesg), and run it again")
        }
        try await registry.checkpoint()
    }

    private func differences(from documents: HubDocuments) async throws -> AdoptionReport {
        let registry = try StandaloneRegistry(draft.path)
        var report = try StandaloneRegistry.translating {
            try AdoptionReport(comparing: documents, with: registry.tables)
        }
        for head in documents.batches {
            guard let (batch, _) = try await hub.contents(of: head.name) else { continue }
            try StandaloneRegistry.translating { try report.compare(batch, with: registry.tables) }
        }
        return report
    }

    private static func gone(_ handBack: BatchHandBack, _ path: String) -> RegistryError {
        RegistryError(
            .contradiction, "no batch leaves the hub",
            why: "these batches went to another registry before (chain \(handBack.chain))",
            next: "use that one; where the command was interrupted, name the same file again: \(path)")
    }
}
