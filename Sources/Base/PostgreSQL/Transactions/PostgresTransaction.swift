internal import Faults

/// What the body of a transaction works with: statements between BEGIN and COMMIT.
///
/// A body changes nothing but the database, for it may be run again.
package struct PostgresTransaction: ~Copyable {
    package let connection: PostgresConnection

    /// Begins one. Rows are locked by those who need it; READ COMMITTED sees what others have committed behind the lock. One
    /// that only reads sees one moment in all its statements.
    init(_ connection: PostgresConnection, onlyReads: Bool) throws(PostgresError) {
        self.connection = connection
        try connection.change("BEGIN ISOLATION LEVEL " + (onlyReads ? "REPEATABLE READ READ ONLY" : "READ COMMITTED"))
    }

    /// How a COMMIT ended.
    enum Ending {
        case committed
        /// The server answered that nothing is kept.
        case refused(PostgresError)
        /// No answer came, or the answer was that replication was not waited for.
        case unknown(PostgresError)
    }

    consuming func commit() -> Ending {
        let result: PostgresResult
        do { result = try connection.perform("COMMIT", []) } catch {
            return error.context.state == nil || error.code == .databaseAway ? .unknown(error) : .refused(error)
        }
        guard result.tag == "COMMIT" else {
            return .refused(PostgresError(.statementRefused, why: "a statement before COMMIT had failed"))
        }
        if connection.warnings.states.contains(.warning) {
            return .unknown(PostgresError(.outcomeUnknown, why: "no standby has confirmed it", state: .warning))
        }
        return .committed
    }

    /// Ends one of which nothing is to be kept. A connection that is lost has ended it already.
    consuming func rollBack() { _ = try? connection.perform("ROLLBACK", []) }
}
