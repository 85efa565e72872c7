internal import Faults
internal import Grants
package import Registry
internal import Storage

/// Takes the registry of a station that worked by itself in, step by step. A step that was done before finds that it was: an
/// interrupted adoption is run again. The caller holds the lock of the registry's file.
package struct Adoption: Sendable {
    package enum Step: String, Sendable, CaseIterable {
        /// The file, and whether its names are free at the hub. Nothing is changed.
        case checking
        /// Entries of the journal, which mean nothing yet.
        case journal
        /// Tags, at once with all other tables, which are compared then.
        case tables
        /// The file says that no daemon works with it any more.
        case handingOver = "handing-over"
        /// Rows of evidence.
        case evidence
        /// The journal, and rows of evidence.
        case comparing
        /// Tags become the hub's to grant.
        case freeing
    }

    package enum Outcome: Sendable {
        /// Nothing was changed.
        case collides(AdoptionReport)
        /// The registry is at the hub, and no station gets its tags.
        case differs(AdoptionReport)
        /// Nothing is in its way; nothing was changed.
        case possible(AdoptionState)
        /// `wasDone`: nothing was left to do.
        case adopted(AdoptionState, wasDone: Bool)
    }

    private let hub: HubRegistry
    private let name: String
    private let path: String
    private let notes: HandBackNotes
    private let author: Author
    private let isAgain: Bool
    private let onlyChecks: Bool
    private let tell: @Sendable (Step, Int) throws -> Void

    /// `name`: of the hub, for the file. `notes`: those of this machine's daemon, if it has one. `isAgain`: the hub may have
    /// forgotten that it has adopted the registry. `tell`: how far a step has come.
    package init(
        of path: String, to hub: HubRegistry, named name: String, knowing notes: HandBackNotes, by author: Author,
        isAgain: Bool = false, onlyChecks: Bool = false,
        tell: @escaping @Sendable (Step, Int) throws -> Void = { _, _ in }
    ) {
        self.hub = hub
        self.name = name
        self.path = path
        self.notes = notes
        self.author = author
        self.isAgain = isAgain
        self.onlyChecks = onlyChecks
        self.tell = tell
    }

    package func run() async throws -> Outcome {
        try tell(.checking, 0)
        let registry = try SQLiteRegistry(path: path)
        if case .joined(let membership, _) = try await registry.standing() { throw GrantError.stationOf(membership) }
        let state = try await hub.adoption(of: path)
        if state.isEnded { return .adopted(state, wasDone: true) }
        if let handOver = state.handOver, !state.isKnown, !isAgain { throw RegistryError.elsewhere(handOver) }
        try await check(registry)
        if !state.isApplied {
            try await hub.requireAdoptionReaders()
            let collisions = try await hub.collisions(with: path, noted: notes.all())
            guard collisions.isEmpty else { return .collides(collisions) }
        }
        if onlyChecks { return .possible(state) }
        return try await take(registry, state)
    }

    private func take(_ registry: SQLiteRegistry, _ state: AdoptionState) async throws -> Outcome {
        let tell = tell
        if !state.isApplied {
            try tell(.journal, 0)
            try await hub.takeChain(of: path, state) { try tell(.journal, Int($0)) }
            try tell(.tables, 0)
            try await hub.takeTables(of: path, state, by: author) { try tell(.tables, $0) }
        }
        try tell(.handingOver, 0)
        if state.handOver == nil {
            try await registry.record(
                .registryHandedOver(RegistryHandOver(hub: name, chain: state.chain)),
                by: Author(station: state.station, actor: author.actor))
            try await registry.checkpoint()
        }
        try tell(.evidence, 0)
        try await takeEvidence(as: "adopted from \(state.station), chain \(state.chain)")
        try tell(.comparing, 0)
        let differences = try await differences(state)
        guard differences.isEmpty else { return .differs(differences) }
        try tell(.freeing, 0)
        try await hub.endAdoption(state, by: author) { try tell(.freeing, $0) }
        return .adopted(state, wasDone: false)
    }

    /// A registry that cannot be proven where it is cannot be proven at the hub.
    private func check(_ registry: SQLiteRegistry) async throws {
        let check = try await registry.proveTables()
        if let broken = check.brokenAt { throw RegistryError.damaged(at: broken) }
        if let deviation = check.deviations?.first {
            throw RegistryError.deviating(deviation.subject, deviation.why)
        }
    }

    private func takeEvidence(as file: String) async throws {
        let registry = try StandaloneRegistry(path)
        var count = 0
        for kind in EvidenceKind.allCases {
            let rows = try registry.countRows(kind)
            let known = try await hub.imported(file, kind)
            guard rows > 0, known?.isOpen != false else { continue }
            let number: Int64
            if let known { number = known.number } else { number = try await hub.beginImport(kind, file: file) }
            switch kind {
            case .sightings:
                try await registry.forEachSightings {
                    _ = try await hub.keep($0, import: number)
                    count += $0.count
                    try tell(.evidence, count)
                }
            case .confirmations:
                try await registry.forEachConfirmations {
                    _ = try await hub.keep($0, import: number)
                    count += $0.count
                    try tell(.evidence, count)
                }
            }
            let kept = try await hub.imported(file, kind)?.kept ?? 0
            try await hub.record(
                .evidenceImported(
                    EvidenceImport(
                        number: number, kind: kind, file: file, digest: nil, rows: rows, new: kept, badRows: 0,
                        isComplete: true)), by: author)
        }
        try await registry.forEachRemarks {
            _ = try await hub.keep($0)
            count += $0.count
            try tell(.evidence, count)
        }
        try await hub.eraseAdopted(by: author)
    }

    private func differences(_ state: AdoptionState) async throws -> AdoptionReport {
        var report = try await hub.differences(from: path, state)
        // What was erased at the hub meanwhile is not there, and is not to be.
        let applied = try await hub.adoption(of: path)
        guard try await hub.erasures().count == applied.erasures else { return report }
        let registry = try StandaloneRegistry(path)
        var (count, missing) = (0, (sightings: 0, confirmations: 0, remarks: 0))
        try await registry.forEachSightings {
            missing.sightings += try await hub.missing($0)
            count += $0.count
            try tell(.comparing, count)
        }
        try await registry.forEachConfirmations {
            missing.confirmations += try await hub.missing($0)
            count += $0.count
            try tell(.comparing, count)
        }
        try await registry.forEachRemarks { missing.remarks += try await hub.missing($0) }
        for (what, number) in [
            ("sightings", missing.sightings), ("confirmations", missing.confirmations), ("remarks", missing.remarks),
        ] where number > 0 {
            report.add(what, "\(number) of them are not at the hub as they are at the station")
        }
        return report
    }
}

extension GrantError {
    fileprivate static func stationOf(_ membership: HubMembership) -> GrantError {
        GrantError(
            .alreadyJoined, "the registry is not adopted",
            why: "it is station \(membership.name) of \(membership.hub): its tags are that hub's",
            next: "there is nothing to adopt; to move it to another hub: waymark station leave")
    }
}
