internal import Geodesy
internal import Registry

/// A row of evidence as its table has it, but for the numbers of what it is of and by, and of its import.
protocol UnnumberedRow: Sendable {
    /// Time, digest, content and device come first, then what is the row's own, and the import is last.
    static var insertion: String { get }
    /// How many columns are the row's own.
    static var columns: Int32 { get }
    var time: Int64 { get }

    /// Binds its own columns, from a place on.
    func bind(to insertion: Statement, from place: Int32) throws(SQLiteError)
    /// Puts it where rows wait to be folded.
    func arrive(at arrived: inout ArrivedRows, _ key: EvidenceKey) throws
}

/// Of a sighting, packed already but for its device.
struct SightingEvidence: UnnumberedRow {
    static let insertion = "INSERT OR IGNORE INTO sightings VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    static let columns: Int32 = 3

    let time: Int64
    private let place: Coordinate
    private let sigma: Double
    private let packed: PackedVisit

    init(_ sighting: KeptSighting) {
        time = sighting.time
        place = sighting.place
        sigma = sighting.sigma
        packed = sighting.packed(device: 0)
    }

    func bind(to insertion: Statement, from first: Int32) throws(SQLiteError) {
        try insertion.bind(.real(place.latitude), at: first)
        try insertion.bind(.real(place.longitude), at: first + 1)
        try insertion.bind(.real(sigma), at: first + 2)
    }

    func arrive(at arrived: inout ArrivedRows, _ key: EvidenceKey) throws {
        try arrived.add(packed.by(device: UInt32(truncatingIfNeeded: key.device ?? 0)), at: time, key)
    }
}

/// The same of a confirmation.
struct ConfirmationEvidence: UnnumberedRow {
    static let insertion = "INSERT OR IGNORE INTO confirmations VALUES (?, ?, ?, ?, ?, ?)"
    static let columns: Int32 = 1

    let time: Int64
    private let outcome: String
    /// Nil for an outcome that is not known: an audit does not count it.
    private let packed: PackedOutcome?

    init(_ confirmation: KeptConfirmation) {
        time = confirmation.time
        outcome = confirmation.outcome
        packed = confirmation.packed(device: 0)
    }

    func bind(to insertion: Statement, from first: Int32) throws(SQLiteError) {
        try insertion.bind(.text(outcome), at: first)
    }

    func arrive(at arrived: inout ArrivedRows, _ key: EvidenceKey) throws {
        try arrived.add(packed?.by(device: UInt32(truncatingIfNeeded: key.device ?? 0)), at: time, key)
    }
}
