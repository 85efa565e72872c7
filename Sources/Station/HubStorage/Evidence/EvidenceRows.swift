internal import Chips
internal import Geodesy
internal import PostgreSQL
internal import Registry
internal import Storage

/// A row of evidence, as the database keeps it.
protocol EvidenceRow: Sendable {
    var time: Int64 { get }
    var seen: SeenContent { get }
    var device: DevicePseudonym? { get }
    /// The row's own part of its key.
    func digest(_ digests: inout EvidenceDigest) throws -> Int64
    /// What it has besides, each with its values in the order of the rows.
    static func columns(_ rows: [Self]) -> [(name: String, values: PostgresValue)]
    /// `device`: its number.
    func add(to folded: inout HubFoldedRows, device: Int64)
    static var table: String { get }
}

extension KeptSighting: EvidenceRow {
    var seen: SeenContent { SeenContent(url: url, uid: uid) }
    func digest(_ digests: inout EvidenceDigest) throws -> Int64 { try digests.digest(of: self) }

    static func columns(_ rows: [Self]) -> [(name: String, values: PostgresValue)] {
        [
            ("latitude", .doubles(rows.map(\.place.latitude))), ("longitude", .doubles(rows.map(\.place.longitude))),
            ("sigma", .doubles(rows.map(\.sigma))),
        ]
    }

    func add(to folded: inout HubFoldedRows, device: Int64) { folded.visits.append(packed(device: device)) }
    static let table = "sightings"
}

extension KeptConfirmation: EvidenceRow {
    var seen: SeenContent { SeenContent(url: url, uid: nil) }
    func digest(_ digests: inout EvidenceDigest) throws -> Int64 { try digests.digest(of: self) }

    static func columns(_ rows: [Self]) -> [(name: String, values: PostgresValue)] {
        [("outcome", .kept(rows.map(\.outcome)))]
    }

    func add(to folded: inout HubFoldedRows, device: Int64) {
        if let outcome = packed(device: device) { folded.outcomes.append(outcome) }
    }
    static let table = "confirmations"
}

/// Rows with their names, in the order of the table's key, each once.
struct NamedRows<Row: EvidenceRow>: Sendable {
    struct Named: Sendable {
        let content: ContentName
        let digest: Int64
        let row: Row
    }

    let rows: [Named]

    /// Not on the registry's thread, which others wait for.
    @concurrent static func naming(_ rows: [Row]) async throws -> NamedRows { try NamedRows(rows) }

    private init(_ rows: [Row]) throws {
        var names = HubEvidenceNames()
        var digests = try EvidenceDigest()
        let named = try rows.map {
            Named(content: try names.content($0.seen), digest: try $0.digest(&digests), row: $0)
        }
        .sorted { ($0.content, $0.row.time, $0.digest) < ($1.content, $1.row.time, $1.digest) }
        var unique: [Named] = []
        unique.reserveCapacity(named.count)
        for row in named {
            if let last = unique.last,
                (last.content, last.row.time, last.digest) == (row.content, row.row.time, row.digest)
            {
                continue
            }
            unique.append(row)
        }
        self.rows = unique
    }
}
