internal import Chips
internal import PostgreSQL
internal import Registry

/// The columns of a row, read one after the other as what they are for.
struct Columns {
    private let row: PostgresRow
    private var next = 0

    init(_ row: PostgresRow) { self.row = row }

    private mutating func column() -> Int {
        defer { next += 1 }
        return next
    }

    private func present<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw RegistryError.unreadable("column \(next)", "null") }
        return value
    }

    mutating func optionalBool() throws -> Bool? { try row.bool(column()) }
    mutating func optionalText() throws -> String? { try row.text(column()).map(KeptText.original) }
    mutating func text() throws -> String { try present(optionalText()) }
    mutating func optionalInteger() throws -> Int64? { try row.integer(column()) }
    mutating func integer() throws -> Int64 { try present(optionalInteger()) }
    mutating func optionalDouble() throws -> Double? { try row.double(column()) }
    mutating func double() throws -> Double { try present(optionalDouble()) }
    mutating func bool() throws -> Bool { try present(row.bool(column())) }
    mutating func optionalBytes() throws -> [UInt8]? { try row.bytes(column()) }
    mutating func bytes() throws -> [UInt8] { try present(optionalBytes()) }

    mutating func optionalChain() throws -> ChainName? { try optionalBits("a chain").map(ChainName.init) }
    mutating func chain() throws -> ChainName { try present(optionalChain()) }
    mutating func optionalEra() throws -> Era? { try optionalBits("an era").map(Era.init) }

    private mutating func optionalBits(_ what: String) throws -> UInt128? {
        guard let bytes = try row.bytes(column()) else { return nil }
        guard let bits = UInt128(bytes: bytes) else { throw RegistryError.unreadable(what, "\(bytes.count) bytes") }
        return bits
    }

    mutating func optionalTime() throws -> Timestamp? { try optionalInteger().map(Timestamp.init(milliseconds:)) }
    mutating func time() throws -> Timestamp { try present(optionalTime()) }

    mutating func identifier<Subject>() throws -> Identifier<Subject> { try present(optionalIdentifier()) }

    mutating func optionalIdentifier<Subject>() throws -> Identifier<Subject>? {
        try optional("an identifier") { Identifier<Subject>($0) }
    }

    mutating func name<Name: RawRepresentable<String>>() throws -> Name { try present(optionalName()) }

    mutating func optionalName<Name: RawRepresentable<String>>() throws -> Name? {
        try optional("a \(Name.self)") { Name(rawValue: $0) }
    }

    mutating func store() throws -> StoreID { try present(optionalStore()) }
    mutating func optionalStore() throws -> StoreID? { try optional("the key of a store") { StoreID(key: $0) } }

    mutating func optionalUID() throws -> ChipUID? { try optional("the UID of a chip") { ChipUID($0) } }

    mutating func optionalKeyName() throws -> KeyName? { try optional("the name of a key") { KeyName($0) } }

    mutating func optionalKeyNames() throws -> [KeyName]? {
        try optional("the names of keys") { [KeyName](lines: $0) }
    }

    /// Nil for null; text that `read` does not take is damage.
    private mutating func optional<Value>(_ what: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text = try optionalText() else { return nil }
        guard let value = read(text) else { throw RegistryError.unreadable(what, text) }
        return value
    }
}

extension PostgresConnection {
    /// Every row as what it is for.
    func all<Element>(
        _ statement: String, _ values: [PostgresValue] = [], as read: (inout Columns) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try forEachRow(of: statement, values) { row in
            var columns = Columns(row)
            elements.append(try read(&columns))
        }
        return elements
    }

    /// The first column of the first row.
    func number(_ statement: String, _ values: [PostgresValue] = []) throws -> Int64? {
        try rows(statement, values).first?.integer(0)
    }
}

extension PostgresValue {
    static func optional(_ text: String?) -> PostgresValue { text.map(Self.kept) ?? .null }
    static func optional(_ number: Double?) -> PostgresValue { number.map(Self.double) ?? .null }
    static func optional(_ time: Timestamp?) -> PostgresValue { time.map { .integer($0.milliseconds) } ?? .null }
    static func time(_ time: Timestamp) -> PostgresValue { .integer(time.milliseconds) }
}
