public import AuditLedger
public import CSV
public import Registry
internal import Synchronization

/// Takes sightings and confirmations, in any order and from any number of threads, for an audit: what they are compared with
/// need not be known yet.
public final class AuditIntake: Sendable {
    /// The columns of a file of sightings.
    public static var sightingSchema: TableSchema { SightingParser.schema }
    /// The columns of a file of confirmations.
    public static var confirmationSchema: TableSchema { ConfirmationParser.schema }

    let sightings: PackedSightings
    let confirmations: PackedConfirmations
    private let latest: UInt32
    private let noted = Mutex(Counts())

    /// What is known of the files beside their rows.
    struct Counts: Sendable {
        var badRows = BadRows()
        var warnings: [FileProblem] = []
    }

    var counts: Counts { noted.withLock { $0 } }

    /// `sightings`: those that came before. By the rules rows are in the future.
    public init(_ rules: AuditRules = AuditRules(), sightings: PackedSightings) {
        self.sightings = sightings
        confirmations = PackedConfirmations(sightings.mirrored)
        latest = rules.latest
    }

    /// `tags`: those that were provisioned, see ``PackedSightings``.
    public convenience init(_ rules: AuditRules = AuditRules(), of tags: [Tag]) {
        self.init(rules, sightings: PackedSightings(of: tags))
    }

    public func add(_ sighting: Sighting) { sightings.add(sighting) }

    /// Takes many at once, as a history hands them over.
    public func add(_ sightings: [Sighting]) { self.sightings.add(sightings) }

    public func add(_ confirmation: Confirmation) { confirmations.add(confirmation) }

    /// Takes what a history keeps of contents.
    func add(_ evidence: [SeenEvidence]) {
        sightings.add(evidence)
        confirmations.add(evidence)
    }

    /// Reads a file of sightings as a stream: `read` gives its next bytes (a megabyte at once is right), none at the
    /// end. Bad rows are counted and named by `file`. Throws `FileError` when the header row is wrong.
    public func readSightings(
        _ file: String, threads: Int = 1, read: sending @escaping () throws -> [UInt8]
    ) throws {
        try readSightings(file, threads: threads, into: ArrayReader.reader(read))
    }

    /// Reads a file of sightings as a stream, into buffers that are used again: the fastest way. `read` puts the next
    /// bytes at the beginning of the room it is given and says how many, 0 at the end.
    public func readSightings(
        _ file: String, threads: Int = 1, into read: sending @escaping TableCutter.Reader
    ) throws {
        note(try sightings.read(file, latest: latest, threads: threads, into: read))
    }

    /// Reads a file of confirmations in the same way.
    public func readConfirmations(
        _ file: String, threads: Int = 1, read: sending @escaping () throws -> [UInt8]
    ) throws {
        try readConfirmations(file, threads: threads, into: ArrayReader.reader(read))
    }

    /// Reads a file of confirmations in the same way, into buffers that are used again.
    public func readConfirmations(
        _ file: String, threads: Int = 1, into read: sending @escaping TableCutter.Reader
    ) throws {
        note(try confirmations.read(file, latest: latest, threads: threads, into: read))
    }

    /// Reads sightings that are already in memory.
    public func readSightings(_ file: String, bytes: [UInt8], threads: Int = 1) throws {
        var rest: [UInt8]? = bytes
        try readSightings(file, threads: threads) { rest.take() ?? [] }
    }

    /// Reads confirmations that are already in memory.
    public func readConfirmations(_ file: String, bytes: [UInt8], threads: Int = 1) throws {
        var rest: [UInt8]? = bytes
        try readConfirmations(file, threads: threads) { rest.take() ?? [] }
    }

    /// Counts bad rows that another reader found in a file.
    public func note(_ badRows: BadRows) {
        noted.withLock { $0.badRows.add(badRows) }
    }

    private func note(_ outcome: FileOutcome) {
        noted.withLock { counts in
            counts.badRows.add(BadRows(count: outcome.bad, problems: outcome.problems))
            counts.warnings += outcome.warnings
        }
    }
}
