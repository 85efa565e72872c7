internal import Chips
internal import Registry

/// The numbers of contents and devices, looked up once for each batch of rows.
struct EvidenceNames {
    /// How many are remembered.
    var count: Int { contents.count + devices.count }

    private let database: Database
    private var contents: [SeenContent: Int64] = [:]
    private var devices: [DevicePseudonym: Int64] = [:]

    init(_ database: Database) {
        self.database = database
    }

    mutating func content(_ url: String, _ uid: ChipUID?) throws -> Int64 {
        let content = SeenContent(url: url, uid: uid)
        if let number = contents[content] { return number }
        let number = try number(
            "SELECT number FROM contents WHERE url = ?1 AND uid = ?2",
            else: "INSERT INTO contents (url, uid) VALUES (?1, ?2) RETURNING number",
            [.text(url), .text(uid?.hexadecimal ?? "")])
        contents[content] = number
        return number
    }

    mutating func device(_ pseudonym: DevicePseudonym?) throws -> Int64? {
        guard let pseudonym else { return nil }
        if let number = devices[pseudonym] { return number }
        let number = try number(
            "SELECT number FROM devices WHERE \(Self.isDevice)",
            else: "INSERT INTO devices (pseudonym) VALUES (?1) RETURNING number", [.text(pseudonym.hexadecimal)])
        devices[pseudonym] = number
        return number
    }

    /// Whether a row of `devices` is the one whose pseudonym is bound first: its index has the beginnings only. Without
    /// the sign SQLite would put the value into the beginning as well, and not see that the index serves.
    static let isDevice = "substr(pseudonym, 1, 12) = substr(?1, 1, 12) AND +pseudonym = ?1"

    /// Most are known: an insertion that is ignored would be another search.
    private func number(_ search: String, else insertion: String, _ values: [SQLiteValue]) throws -> Int64 {
        for sql in [search, insertion] {
            if let number = try database.integer(sql, values) { return number }
        }
        throw SQLiteRegistry.damaged("what was just written", insertion)
    }
}
