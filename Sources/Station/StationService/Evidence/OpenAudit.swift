internal import API
internal import Audit
internal import AuditLedger
internal import CSV
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

    func add(_ rows: [Sighting]) throws {
        try checkMemory()
        sightings.add(rows)
    }

    /// The end of a file.
    func note(_ kind: EvidenceKind, import number: Int64, badRows: BadRows, warnings: [FileProblem]) {
        noted.withLock { noted in
            if kind == .sightings { noted.imports.insert(number) }
            noted.badRows.add(badRows)
            noted.warnings += warnings
        }
    }

    var files: Noted { noted.withLock { $0 } }
}
