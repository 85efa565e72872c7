internal import Faults

/// Transactions on a database that may go away between them: the one connection that is needed is opened, and opened
/// anew after it was lost. Its calls block; it belongs to one thread.
package final class PostgresSession {
    private let address: PostgresAddress
    private let pauses: PostgresPauses
    private let tries: Int
    private var connection: PostgresConnection?

    /// Tries of a body that has lost a race, and of a look at what became of it.
    package static let tries = 8

    /// `tries`: fewer for who would rather hear at once that the database is away.
    package init(
        _ address: PostgresAddress, pauses: PostgresPauses = PostgresPauses(), tries: Int = PostgresSession.tries
    ) {
        self.address = address
        self.pauses = pauses
        self.tries = tries
    }

    /// Does a body between BEGIN and COMMIT, once.
    ///
    /// A body that has lost a race is run again from its beginning, ``tries`` times unless fewer are wanted. So is one whose
    /// connection was lost before COMMIT was sent. If COMMIT was sent and no answer came, `settle` looks, on a new connection and in a
    /// transaction of its own: it must lock what the body has locked, so that the former session, alive or dying, has
    /// ended before it is answered. Where it says ``PostgresSettlement/undone`` the body is run again.
    ///
    /// Throws what the body and `settle` throw, `race-lost`, `database-away`, and `outcome-unknown` where no look succeeded.
    package func transaction<Value>(
        settle: (borrowing PostgresTransaction) throws -> PostgresSettlement,
        _ body: (borrowing PostgresTransaction) throws -> Value
    ) throws -> Value {
        try transaction(onlyReads: false, settle: settle, body)
    }

    /// Looks, and can change nothing; so it may be done again after any lost connection.
    package func read<Value>(_ body: (borrowing PostgresTransaction) throws -> Value) throws -> Value {
        try transaction(onlyReads: true, settle: { _ in .undone }, body)
    }

    /// Does one statement, which sees one moment and is kept or not by itself: nothing is sent around it. It has to come to
    /// the same when it is done again, for the answer may be lost.
    package func single<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        for attempt in 1..<tries {
            do { return try body(open()) } catch let fault as PostgresError
                where fault.code == .raceLost || fault.code == .databaseAway
            {
                if fault.code == .databaseAway { connection = nil }
                pauses.pause(after: attempt)
            }
        }
        return try body(open())
    }

    private func transaction<Value>(
        onlyReads: Bool, settle: (borrowing PostgresTransaction) throws -> PostgresSettlement,
        _ body: (borrowing PostgresTransaction) throws -> Value
    ) throws -> Value {
        for attempt in 1...tries {
            switch try self.attempt(onlyReads: onlyReads, body) {
            case .done(let value): return value
            case .again(let fault):
                guard attempt < tries else { throw fault }
            case .unknown(let value, let fault):
                switch try settled(fault, settle) {
                case .done: return value
                case .undone: if attempt == tries { throw fault }
                }
            }
            pauses.pause(after: attempt)
        }
        throw PostgresError(.raceLost, why: "it was tried \(tries) times")
    }

    private enum Attempt<Value> {
        case done(Value)
        case again(PostgresError)
        case unknown(Value, PostgresError)
    }

    private func attempt<Value>(
        onlyReads: Bool = false, _ body: (borrowing PostgresTransaction) throws -> Value
    ) throws -> Attempt<Value> {
        do {
            let transaction = try PostgresTransaction(open(), onlyReads: onlyReads)
            let value: Value
            do { value = try body(transaction) } catch {
                transaction.rollBack()
                throw error
            }
            switch transaction.commit() {
            case .committed: return .done(value)
            case .refused(let fault): throw fault
            case .unknown(let fault):
                connection = nil
                return .unknown(value, fault)
            }
        } catch let fault as PostgresError where fault.code == .raceLost {
            return .again(fault)
        } catch let fault as PostgresError where fault.code == .databaseAway {
            connection = nil
            return .again(fault)
        }
    }

    private func settled(
        _ unknown: PostgresError, _ settle: (borrowing PostgresTransaction) throws -> PostgresSettlement
    ) throws -> PostgresSettlement {
        for attempt in 1...tries {
            switch try self.attempt(settle) {
            case .done(let settlement): return settlement
            // A look that cannot be committed has still looked, but not behind the former session's end.
            case .again, .unknown: pauses.pause(after: attempt)
            }
        }
        throw PostgresError(.outcomeUnknown, why: unknown.reason, state: unknown.context.state)
    }

    private func open() throws(PostgresError) -> PostgresConnection {
        if let connection, connection.isOpen { return connection }
        let opened = try PostgresConnection(address)
        connection = opened
        return opened
    }
}
