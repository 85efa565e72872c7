internal import API
internal import Audit
internal import AuditLedger
internal import CSV
internal import Faults
internal import Registry
internal import Synchronization

/// An audit that waits for its files: what it was asked, and what has come for it so far.
final class OpenAudit: Sendable {
    let request: AuditRequest
    let plan: SampleFile?
    let sightings: PackedSightings
    /// How often evidence had been erased when it began.
    let erasures: Int64
    private let checkMemory: @Sendable () throws -> Void
    private let noted = Mutex(Noted())

    /// What files reported besides their rows.
    struct Noted: Sendable {
        /// Those that sightings came with.
        var imports: Set<Int64> = []
        /// Those that sightings come with, and those that broke off.
        var unfinished: Set<Int64> = []
        /// Nothing is added any more.
        var isEnded = false
        var badRows = BadRows()
        var warnings: [FileProblem] = []

        var hasSightings: Bool { !imports.isEmpty }
    }

    /// `tags`: those that were provisioned. `checkMemory` throws when there is none left for more rows.
    init(
        _ request: AuditRequest, plan: SampleFile?, tags: [Tag], erasures: Int64,
        checkMemory: @escaping @Sendable () throws -> Void
    ) {
        self.request = request
        self.plan = plan
        self.erasures = erasures
        sightings = PackedSightings(of: tags)
        self.checkMemory = checkMemory
    }

    func add(_ rows: [Sighting], import number: Int64) throws {
        try checkMemory()
        try noted.withLock { noted in
            guard !noted.isEnded else { throw Self.ended }
            noted.unfinished.insert(number)
        }
        sightings.add(rows)
    }

    /// The end of a file.
    func note(_ kind: EvidenceKind, import number: Int64, badRows: BadRows, warnings: [FileProblem]) {
        noted.withLock { noted in
            noted.unfinished.remove(number)
            if kind == .sightings { noted.imports.insert(number) }
            noted.badRows.add(badRows)
            noted.warnings += warnings
        }
    }

    /// Before it is drawn up. Throws while a file has begun and not come to its end: what came of it would be audited
    /// with the history a second time.
    func end() throws {
        try noted.withLock { noted in
            guard noted.unfinished.isEmpty else { throw Self.unfinished(noted.unfinished.count) }
            noted.isEnded = true
        }
    }

    var files: Noted { noted.withLock { $0 } }

    private static func unfinished(_ count: Int) -> RegistryError {
        RegistryError(
            .contradiction, "nothing was audited",
            why: "of \(count) \(count == 1 ? "file" : "files") only a part has come so far",
            next: "send the rest, then end the audit; where a file broke off, audit all of it again")
    }

    private static var ended: StationError {
        StationError(
            .unknownDraft, "the audit takes no more sightings", why: "it has ended",
            next: "audit again; rows that are known are not kept twice")
    }
}
