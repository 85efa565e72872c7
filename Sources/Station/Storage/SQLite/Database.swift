internal import CSQLite

/// A connection to a database file. Used from one thread; every SQL text is prepared once.
@safe final class Database {
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Wraps `sqlite3_config`, once.
    private static let countsNoMemory = waymark_sqlite3_count_no_memory()

    /// Opens a file that exists. Wraps `sqlite3_open_v2`.
    ///
    /// Without SQLITE_OPEN_NOFOLLOW: that refuses a symbolic link anywhere in the path, and folders are links on
    /// many machines (a state folder on another disk).
    init(path: String) throws(SQLiteError) {
        _ = Self.countsNoMemory
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
        guard let opened = unsafe handle, code == SQLITE_OK else {
            let error = unsafe SQLiteError(code: code, text: String(cString: sqlite3_errstr(code)), sql: "open \(path)")
            unsafe sqlite3_close(handle)
            throw error
        }
        unsafe self.handle = opened
    }

    deinit {
        statements = [:]  // a connection with open statements does not close
        unsafe sqlite3_close(handle)
    }

    /// Leaves the write-ahead log beside the file when the connection is closed. Wraps `sqlite3_db_config`,
    /// SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE.
    func keepLogOnClosing() { unsafe waymark_sqlite3_keep_log(handle) }

    /// Runs a statement for its effect.
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws {
        _ = try rows(sql, values) { _ in () }
    }

    /// Runs a query and reads each row.
    func rows<Element>(
        _ sql: String, _ values: [SQLiteValue] = [], as read: (borrowing ResultRow) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try forEachRow(sql, values) { elements.append(try read($0)) }
        return elements
    }

    /// Runs a query and hands over each row: there may be more than fit into memory.
    func forEachRow(
        _ sql: String, _ values: [SQLiteValue] = [], _ receive: (borrowing ResultRow) throws -> Void
    ) throws {
        let statement = try prepared(sql)
        try statement.bind(values)
        defer { statement.reset() }
        while try statement.step() { try receive(ResultRow(statement)) }
    }

    /// The one value of a query; nil without a row, and for NULL.
    func integer(_ sql: String, _ values: [SQLiteValue] = []) throws -> Int64? {
        try prepared(sql).integer(values)
    }

    /// How many rows the last statement changed. Wraps `sqlite3_changes64`.
    var changes: Int64 { unsafe sqlite3_changes64(handle) }

    /// The number of the last row that was inserted into a table of numbered rows. Wraps `sqlite3_last_insert_rowid`.
    var lastInserted: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// The database's file, as long as it is open. Wraps `sqlite3_file_control`, SQLITE_FCNTL_FILE_POINTER.
    func mainFile() throws(SQLiteError) -> UnsafeMutablePointer<sqlite3_file> {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let found = unsafe file, code == SQLITE_OK else {
            throw unsafe SQLiteError(of: handle, code: code, sql: "sqlite3_file_control")
        }
        return unsafe found
    }

    /// All of `body` or, when it throws, nothing of it.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A failed COMMIT may have ended the transaction already; then there is nothing to roll back.
            try? run("ROLLBACK")
            throw error
        }
    }

    /// The statement of an SQL text, prepared when it is asked for first.
    func prepared(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try unsafe Statement(sql: sql, database: handle)
        statements[sql] = statement
        return statement
    }
}
