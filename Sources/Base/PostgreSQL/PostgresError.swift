package import Faults

/// Why a database did not do something.
package typealias PostgresError = Fault<PostgresFaultCode>

package enum PostgresFaultCode: String, FaultCode {
    /// Another transaction was first, each time that this one was tried.
    case raceLost = "race-lost"
    /// The database cannot be reached, is starting or ending, has no connection left, or only reads.
    case databaseAway = "database-away"
    /// A unique key or a check of the schema refuses the row.
    case ruleViolated = "rule-violated"
    /// The database's disk is full.
    case databaseFull = "database-full"
    /// The database's disk fails.
    case databaseFailing = "database-failing"
    /// The database found its own files damaged.
    case databaseDamaged = "database-damaged"
    /// A table, a column or a right is missing.
    case schemaRefused = "schema-refused"
    /// It is not known whether the transaction was committed.
    case outcomeUnknown = "outcome-unknown"
    /// The database refuses the statement for another reason.
    case statementRefused = "statement-refused"
    /// A value has another type than the statement's column.
    case unexpectedType = "unexpected-type"

    package struct Context: Hashable, Sendable {
        /// Five characters; nil where the database has said nothing.
        package let state: SQLState?
        /// The key or check that refused a row.
        package let constraint: String?

        package init(state: SQLState? = nil, constraint: String? = nil) {
            self.state = state
            self.constraint = constraint
        }
    }
}

extension PostgresError {
    /// `what`: as the database says it; it may name rows, so it is a reason and no code.
    init(_ code: PostgresFaultCode, why what: String, state: SQLState? = nil, constraint: String? = nil) {
        let context = PostgresFaultCode.Context(state: state, constraint: constraint)
        let (message, next) = code.sentences
        self.init(code: code, message: message, reason: what, next: next, context: context)
    }
}

extension PostgresFaultCode {
    fileprivate var sentences: (message: String, next: String) {
        switch self {
        case .raceLost: ("the change was not made", "try again in a moment")
        case .databaseAway:
            (
                "the database does not answer",
                "look whether PostgreSQL runs and lets this machine in; it is tried again by itself"
            )
        case .ruleViolated: ("the row is refused", "look at what the database holds already")
        case .databaseFull: ("the database keeps nothing", "free space on the disk of the database")
        case .databaseFailing: ("the database keeps nothing", "look at the disk of the database: journalctl -k")
        case .databaseDamaged:
            ("the database is damaged", "restore it from its backup before anything is written to it")
        case .schemaRefused: ("the database has another schema, or other roles", "bring its schema to this version's")
        case .outcomeUnknown: ("it is not known whether the change was made", "look before it is made again")
        case .statementRefused: ("the database refuses a statement", "report this with the reason")
        case .unexpectedType: ("the database holds another kind of value", "bring its schema to this version's")
        }
    }
}
