internal import CSQLite

enum SQLiteValue {
    case text(String)
    case integer(Int64)
    case real(Double)
    case bytes([UInt8])
    case null

    static func optional(_ text: String?) -> SQLiteValue { text.map(SQLiteValue.text) ?? .null }
    static func optional(_ number: Int64?) -> SQLiteValue { number.map(SQLiteValue.integer) ?? .null }
    static func optional(_ number: Double?) -> SQLiteValue { number.map(SQLiteValue.real) ?? .null }
}

/// A prepared statement, reset after each use.
@safe final class Statement {
    private let database: OpaquePointer
    fileprivate let handle: OpaquePointer
    let sql: String
    /// Columns that were asked for, by the address of the text that asked: many rows are read in one place.
    private var places: [(address: UInt, place: Int32)] = []

    /// Wraps `sqlite3_prepare_v3`. The database outlives the statement: its ``Database`` owns both.
    init(sql: String, database: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard let prepared = unsafe handle, code == SQLITE_OK else {
            throw unsafe SQLiteError(of: database, code: code, sql: sql)
        }
        unsafe self.database = database
        unsafe self.handle = prepared
        self.sql = sql
    }

    deinit { unsafe sqlite3_finalize(handle) }

    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        for (offset, value) in values.enumerated() { try bind(value, at: Int32(offset + 1)) }
    }

    /// Places are counted from 1. Wraps `sqlite3_bind_*`.
    func bind(_ value: SQLiteValue, at place: Int32) throws(SQLiteError) {
        switch value {
        case .text(let text):
            try check(unsafe waymark_sqlite3_bind_text(handle, place, text, Int32(text.utf8.count)))
        case .integer(let number): try check(unsafe sqlite3_bind_int64(handle, place, number))
        case .real(let number): try check(unsafe sqlite3_bind_double(handle, place, number))
        case .bytes(let bytes):
            try check(
                unsafe bytes.withUnsafeBytes { buffer in
                    unsafe waymark_sqlite3_bind_blob(handle, place, buffer.baseAddress, Int32(buffer.count))
                })
        case .null: try check(unsafe sqlite3_bind_null(handle, place))
        }
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw unsafe SQLiteError(of: database, code: code, sql: sql) }
    }

    /// True when there is a row to read. Wraps `sqlite3_step`.
    func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe SQLiteError(of: database, code: code, sql: sql)
        }
    }

    /// The place of a column, from 0. Wraps `sqlite3_column_name`.
    fileprivate func place(of column: StaticString) -> Int32 {
        let address = unsafe UInt(bitPattern: column.utf8Start)
        for known in places where known.address == address { return known.place }
        let name = column.description
        for place in unsafe 0..<sqlite3_column_count(handle) {
            guard unsafe sqlite3_column_name(handle, place).map({ unsafe String(cString: $0) }) == name else {
                continue
            }
            places.append((address, place))
            return place
        }
        preconditionFailure("no column \(name) in: \(sql)")
    }

    /// Runs it for its effect.
    func run(_ values: [SQLiteValue]) throws(SQLiteError) {
        try bind(values)
        try runBound()
    }

    /// Runs it for its effect with the values that were bound one by one: of a million rows none needs an array.
    func runBound() throws(SQLiteError) {
        defer { reset() }
        while try step() {}
    }

    /// The one value of a query; nil without a row, and for NULL.
    func integer(_ values: [SQLiteValue]) throws(SQLiteError) -> Int64? {
        try bind(values)
        return try boundInteger()
    }

    /// The same with the values that were bound one by one.
    func boundInteger() throws(SQLiteError) -> Int64? {
        defer { reset() }
        return try step() ? ResultRow(self).onlyInteger : nil
    }

    /// The first row of a query with the values that were bound one by one, if there is one.
    ///
    /// Never inlined: Swift 6.3's optimiser fails on the row, which cannot be copied, where it does.
    @inline(never)
    func readBound(_ receive: (borrowing ResultRow) throws -> Void) throws {
        defer { reset() }
        if try step() { try receive(ResultRow(self)) }
    }

    /// Wraps `sqlite3_reset` and `sqlite3_clear_bindings`.
    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }
}

/// The current row of a statement; columns are named as in its SQL text.
struct ResultRow: ~Copyable {
    private let statement: Statement

    init(_ statement: Statement) {
        self.statement = statement
    }

    /// Wraps `sqlite3_column_text`; empty for NULL.
    func text(_ column: StaticString) -> String { optionalText(column) ?? "" }

    func optionalText(_ column: StaticString) -> String? {
        let place = statement.place(of: column)
        guard let bytes = unsafe sqlite3_column_text(statement.handle, place) else { return nil }
        let count = unsafe Int(sqlite3_column_bytes(statement.handle, place))
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The bytes of a text where SQLite has them; none for NULL.
    func withText(_ column: StaticString, _ body: (Span<UInt8>) throws -> Void) rethrows {
        let place = statement.place(of: column)
        let start = unsafe sqlite3_column_text(statement.handle, place)
        let count = unsafe Int(sqlite3_column_bytes(statement.handle, place))
        try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)))
    }

    /// Wraps `sqlite3_column_blob`; none for NULL.
    func bytes(_ column: StaticString) -> [UInt8] {
        let place = statement.place(of: column)
        guard let bytes = unsafe sqlite3_column_blob(statement.handle, place) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(statement.handle, place))
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    func optionalBytes(_ column: StaticString) -> [UInt8]? {
        let isNull = unsafe sqlite3_column_type(statement.handle, statement.place(of: column)) == SQLITE_NULL
        return isNull ? nil : bytes(column)
    }

    /// Wraps `sqlite3_column_int64`; 0 for NULL.
    func integer(_ column: StaticString) -> Int64 {
        unsafe sqlite3_column_int64(statement.handle, statement.place(of: column))
    }

    func optionalInteger(_ column: StaticString) -> Int64? { optionalInteger(statement.place(of: column)) }

    /// The first column, for a query that has one only; nil for NULL.
    var onlyInteger: Int64? { optionalInteger(0) }

    private func optionalInteger(_ place: Int32) -> Int64? {
        guard unsafe sqlite3_column_type(statement.handle, place) != SQLITE_NULL else { return nil }
        return unsafe sqlite3_column_int64(statement.handle, place)
    }

    /// Wraps `sqlite3_column_double`; nil for NULL.
    func optionalReal(_ column: StaticString) -> Double? {
        let place = statement.place(of: column)
        guard unsafe sqlite3_column_type(statement.handle, place) != SQLITE_NULL else { return nil }
        return unsafe sqlite3_column_double(statement.handle, place)
    }
}
