internal import Chips
internal import Registry

/// The numbers of contents and devices in their tables, where they are given out.
struct EvidenceNumbers {
    private let database: Database
    private let search: (content: Statement, device: Statement)
    private let insertion: (content: Statement, device: Statement)

    init(_ database: Database) throws {
        self.database = database
        search = (
            try database.prepared("SELECT number FROM contents WHERE url = ?1 AND uid = ?2"),
            try database.prepared("SELECT number FROM devices WHERE \(Self.isDevice)")
        )
        // Without RETURNING, for which SQLite makes a table in memory each time.
        insertion = (
            try database.prepared("INSERT INTO contents (url, uid) VALUES (?1, ?2)"),
            try database.prepared("INSERT INTO devices (pseudonym) VALUES (?1)")
        )
    }

    func number(of content: SeenContent) throws -> Int64 {
        try number(search.content, else: insertion.content) { try Self.bind(content, $0) }
    }

    /// Nil where the registry has no such content, or no more.
    func known(_ content: SeenContent) throws -> Int64? {
        try Self.bind(content, search.content)
        return try search.content.boundInteger()
    }

    private static func bind(_ content: SeenContent, _ statement: Statement) throws {
        try statement.bind(.text(content.url), at: 1)
        try statement.bind(.text(content.uid?.hexadecimal ?? ""), at: 2)
    }

    func number(of device: DevicePseudonym) throws -> Int64 {
        try number(search.device, else: insertion.device) { try $0.bind(.text(device.hexadecimal), at: 1) }
    }

    /// Whether a row of `devices` is the one whose pseudonym is bound first: its index has the beginnings only. Without
    /// the sign SQLite would put the value into the beginning as well, and not see that the index serves.
    static let isDevice = "substr(pseudonym, 1, 12) = substr(?1, 1, 12) AND +pseudonym = ?1"

    /// Most are known: an insertion that is ignored would be another search.
    private func number(
        _ search: Statement, else insertion: Statement, _ bind: (Statement) throws -> Void
    ) throws -> Int64 {
        try bind(search)
        if let number = try search.boundInteger() { return number }
        try bind(insertion)
        try insertion.runBound()
        return database.lastInserted
    }
}
