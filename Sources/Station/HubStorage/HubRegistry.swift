internal import Faults
internal import Grants
package import PostgreSQL
package import Registry
internal import Storage

/// The registry in a PostgreSQL database: one connection, one chain of the journal.
///
/// Several daemons may work on one database, each with a chain of its own. A change is durable, and journalled once, when
/// ``record(_:by:)`` returns, whatever the network did meanwhile: where the answer to COMMIT was lost, the head of the
/// chain says what became of it.
package actor HubRegistry: RegistryStorage {
    private let session: PostgresSession
    private let executor: BlockingExecutor
    let now: @Sendable () -> Timestamp
    private let recorded: @Sendable (JournalEvent, JournalEntry) -> Void
    let chain: ChainName
    /// The name of the daemon, which stays the same from run to run.
    let daemon: String
    /// The last entry of the chain whose COMMIT was answered, or found to be kept.
    private var acknowledged: ChainPlace?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Connects, and refuses a database whose schema is not this version's: see ``HubSchema``. The chain begins with its
    /// first entry, or is continued. `recorded` is called with each entry when it is durable, in their order.
    package init(
        _ address: PostgresAddress, daemon: String, chain: ChainName, pauses: PostgresPauses = PostgresPauses(),
        now: @escaping @Sendable () -> Timestamp = { Timestamp.now },
        recorded: @escaping @Sendable (JournalEvent, JournalEntry) -> Void = { _, _ in }
    ) throws {
        session = PostgresSession(address, pauses: pauses)
        executor = BlockingExecutor(label: "waymark.hub-registry")
        self.now = now
        self.recorded = recorded
        self.daemon = daemon
        self.chain = chain
        let session = session
        try RegistryError.translating {
            try session.read { try HubSchema.requireCurrent($0.connection) }
        }
    }

    @discardableResult
    package func record(_ event: JournalEvent, by author: Author) async throws -> JournalEntry {
        return try commit(by: author) { change in
            try Gate.lock(for: event, chain, change.connection)
            try change.lockOwnChain()
            try HubGrantTables(change.rows()).check(event)
            return try change.record(event, isShared: event.isAboutTagsAlone)
        }
    }

    /// Does a change once and journals it. `station`: a chain whose end the body locks.
    func commit<Value>(
        by author: Author, locking station: ChainName? = nil, _ body: (HubChange) throws -> Value
    ) throws -> Value {
        do { return try attempt(by: author, station, body) } catch let fault as PostgresError
            where fault.code == .ruleViolated
        {
            // Another daemon was first with a name, an identifier or a chip: behind its change the domain says what that is.
            return try RegistryError.translating { try attempt(by: author, station, body) }
        } catch let fault as PostgresError {
            throw RegistryError(fault)
        }
    }

    private func attempt<Value>(
        by author: Author, _ station: ChainName?, _ body: (HubChange) throws -> Value
    ) throws -> Value {
        var attempted: ChainAppend?
        let (value, done) = try session.transaction(
            settle: { [chain, acknowledged] transaction in
                guard let attempted else {
                    // What it did without an entry of this chain, it does again without harm.
                    if let station { _ = try ChainHead.lock(station, transaction.connection) }
                    return .undone
                }
                return try ChainHead.lock(chain, transaction.connection)
                    .settle(attempted, acknowledged: acknowledged, of: chain)
            },
            { [chain, acknowledged, now] transaction in
                attempted = nil
                let change = HubChange(transaction.connection, chain, acknowledged, by: author, at: now())
                let value = try body(change)
                guard let append = change.append, !append.entries.isEmpty else { return (value, ChainAppend?.none) }
                try append.write(to: chain, transaction.connection)
                attempted = append
                return (value, append)
            })
        guard let done else { return value }
        acknowledged = done.last
        for (event, entry) in done.entries { recorded(event, entry) }
        return value
    }

    /// Looks at the database as it is at one moment.
    func read<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try RegistryError.translating { try session.read { try body($0.connection) } }
    }

    /// A change that is not journalled, which may be made twice.
    func change(_ body: (PostgresConnection) throws -> Void) throws {
        try RegistryError.translating {
            try session.transaction(settle: { _ in .undone }, { try body($0.connection) })
        }
    }
}
