internal import CSQLite

/// A call to SQLite that failed. See: https://www.sqlite.org/rescode.html
struct SQLiteError: Error, Equatable {
    /// SQLite's extended result code.
    let code: Int32
    let text: String
    let sql: String

    init(code: Int32, text: String, sql: String) {
        self.code = code
        self.text = text
        self.sql = sql
    }

    /// The file is no database, or its pages are damaged.
    var concernsContent: Bool { [SQLITE_NOTADB, SQLITE_CORRUPT].contains(code & 0xFF) }

    /// Wraps `sqlite3_errmsg` and `sqlite3_extended_errcode`.
    init(_ database: OpaquePointer, _ code: Int32, _ sql: String) {
        self.init(
            code: unsafe sqlite3_extended_errcode(database),
            text: unsafe String(cString: sqlite3_errmsg(database)), sql: sql)
    }
}
