internal import CPostgreSQL
internal import Faults

/// A connection to a database. Its calls block, so it belongs to one thread, which is its owner and closes it.
///
/// Owns one `PGconn`. Statements have no name and their parameters are typed and binary, so that each is planned with its
/// values, and a pooler may give every transaction another server process. Wraps `PQconnectdbParams`, `PQexecParams`,
/// `PQsendQueryParams`, `PQgetResult`, `PQpipelineSync`, `PQputCopyData`, `PQgetCopyData` and `PQfinish`.
@safe
package final class PostgresConnection {
    let connection: OpaquePointer
    /// SQLSTATEs of warnings since the last statement began.
    let warnings = WarningList()

    /// Connects to the first host that lets it in and, unless the address says otherwise, writes.
    package init(_ address: PostgresAddress) throws(PostgresError) {
        let keywords = address.keywords
        let opened = unsafe CStringList(keywords.map(\.0)).withPointers { names in
            unsafe CStringList(keywords.map(\.1)).withPointers { values in unsafe PQconnectdbParams(names, values, 0) }
        }
        guard let opened = unsafe opened else {
            throw PostgresError(.databaseAway, why: "there is no memory left for a connection")
        }
        guard unsafe PQstatus(opened) == CONNECTION_OK else {
            let reason = unsafe Self.text(PQerrorMessage(opened))
            unsafe PQfinish(opened)
            throw PostgresError(.databaseAway, why: reason)
        }
        unsafe connection = opened
        // Warnings go here, and not to the standard error.
        unsafe PQsetNoticeReceiver(
            opened, { list, result in unsafe WarningList.receive(list, result) },
            Unmanaged.passUnretained(warnings).toOpaque())
    }

    deinit { unsafe PQfinish(connection) }

    /// Whether it can still be used; a server that has gone is noticed at the next statement.
    package var isOpen: Bool { unsafe PQstatus(connection) == CONNECTION_OK }

    /// Does one statement and gives all its rows, for results that are short.
    @discardableResult
    package func rows(_ statement: String, _ values: [PostgresValue] = []) throws -> [PostgresRow] {
        var rows: [PostgresRow] = []
        try forEachRow(of: statement, values) { rows.append($0) }
        return rows
    }

    /// Does one statement that changes rows, and says how many.
    @discardableResult
    package func change(_ statement: String, _ values: [PostgresValue] = []) throws(PostgresError) -> Int {
        let result = try perform(statement, values)
        return Int(result.affected) ?? 0
    }

    /// Does one statement and gives its rows one after the other, however many there are. After an error of the receiver
    /// the rest is read and dropped.
    package func forEachRow(
        of statement: String, _ values: [PostgresValue] = [], _ receive: (PostgresRow) throws -> Void
    ) throws {
        warnings.clear()
        let sent = unsafe PostgresParameters(values).withPointers { parameters in
            unsafe PQsendQueryParams(
                connection, statement, parameters.count, parameters.types, parameters.values, parameters.lengths,
                parameters.formats, 1)
        }
        guard sent == 1, unsafe PQsetSingleRowMode(connection) == 1 else { throw lost() }
        var failure: (any Error)?
        while let result = unsafe PQgetResult(connection) {
            let result = unsafe PostgresResult(result)
            if let fault = result.fault(on: self) {
                // What the database says counts more than what a receiver made of the rows before.
                failure = fault
            } else if failure == nil {
                do { for index in 0..<result.rowCount { try receive(result.row(index)) } } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    /// One statement with its whole result. See: `PQexecParams`
    func perform(_ statement: String, _ values: [PostgresValue]) throws(PostgresError) -> PostgresResult {
        warnings.clear()
        let result = unsafe PostgresParameters(values).withPointers { parameters in
            unsafe PQexecParams(
                connection, statement, parameters.count, parameters.types, parameters.values, parameters.lengths,
                parameters.formats, 1)
        }
        guard let result = unsafe result else { throw lost() }
        let owned = unsafe PostgresResult(result)
        if let fault = owned.fault(on: self) { throw fault }
        return owned
    }

    /// The fault of a call that brought no answer of the database.
    ///
    /// Where a statement could not be sent, libpq has not read yet that the server has gone, and calls the connection open.
    /// A read tells. See: `PQconsumeInput`
    func lost() -> PostgresError {
        if isOpen { unsafe _ = PQconsumeInput(connection) }
        return PostgresError(
            isOpen ? .statementRefused : .databaseAway, why: unsafe Self.text(PQerrorMessage(connection)))
    }

    /// The lines of a message of libpq as one.
    static func text(_ message: UnsafePointer<CChar>?) -> String {
        guard let message = unsafe message else { return "it has said nothing" }
        let lines = unsafe String(cString: message).split(whereSeparator: \.isNewline)
        return lines.isEmpty ? "it has said nothing" : lines.joined(separator: "; ")
    }
}
