internal import CPostgreSQL
internal import Faults

extension PostgresConnection {
    /// Does statements in their order, and gives the rows of each: one message goes to the server, and one comes back, so it is
    /// for few statements with short results. Outside of a transaction they are one, which is kept or not as a whole; each
    /// sees the moment at which it begins.
    ///
    /// Throws what the first statement that failed has said; those behind it are not done. See: libpq, pipeline mode.
    package func together(_ statements: [PostgresStatement]) throws(PostgresError) -> [[PostgresRow]] {
        warnings.clear()
        guard unsafe PQenterPipelineMode(connection) == 1 else { throw lost() }
        var failure: PostgresError?
        var sent = 0
        for statement in statements where failure == nil {
            if send(statement) { sent += 1 } else { failure = lost() }
        }
        // Also where some could not be sent: the connection is to be left as it was.
        if unsafe PQpipelineSync(connection) == 0 { failure = failure ?? lost() }
        var answers: [[PostgresRow]] = []
        for _ in 0..<sent {
            do throws(PostgresError) { answers.append(try rowsOfNext()) } catch { failure = failure ?? error }
        }
        // The server's word that it was the last.
        if let end = unsafe PQgetResult(connection) { unsafe PQclear(end) }
        if unsafe PQexitPipelineMode(connection) == 0 { failure = failure ?? lost() }
        if let failure { throw failure }
        return answers
    }

    private func send(_ statement: PostgresStatement) -> Bool {
        unsafe PostgresParameters(statement.values).withPointers { parameters in
            unsafe PQsendQueryParams(
                connection, statement.text, parameters.count, parameters.types, parameters.values,
                parameters.lengths, parameters.formats, 1)
        } == 1
    }

    private func rowsOfNext() throws(PostgresError) -> [PostgresRow] {
        var (rows, failure) = ([PostgresRow](), PostgresError?.none)
        while let result = unsafe PQgetResult(connection) {
            let result = unsafe PostgresResult(result)
            // Behind one that has failed.
            if result.status == PGRES_PIPELINE_ABORTED { continue }
            if let fault = result.fault(on: self) { failure = fault }
            rows += (0..<result.rowCount).map(result.row)
        }
        if let failure { throw failure }
        return rows
    }
}
