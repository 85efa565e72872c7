/// The five characters with which PostgreSQL says what went wrong (its manual, appendix A).
package struct SQLState: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ code: String) {
        description = code
    }

    /// What a program does about it.
    package var meaning: PostgresFaultCode {
        switch description {
        // serialization_failure, deadlock_detected, lock_not_available
        case "40001", "40P01", "55P03": .raceLost
        // admin_shutdown, crash_shutdown, cannot_connect_now, read_only_sql_transaction, too_many_connections
        case "57P01", "57P02", "57P03", "25006", "53300": .databaseAway
        // unique_violation, check_violation
        case "23505", "23514": .ruleViolated
        // disk_full
        case "53100": .databaseFull
        // io_error
        case "58030": .databaseFailing
        // data_corrupted
        case "XX001": .databaseDamaged
        // insufficient_privilege, undefined_table, undefined_column
        case "42501", "42P01", "42703": .schemaRefused
        default: description.hasPrefix("08") ? .databaseAway : .statementRefused
        }
    }

    /// `warning`: at COMMIT it says that replication was not waited for.
    static let warning = SQLState("01000")
}
