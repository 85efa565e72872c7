internal import Faults
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
    private let now: @Sendable () -> Timestamp
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
        do { return try write(event, by: author) } catch let fault as PostgresError where fault.code == .ruleViolated {
            // Another daemon was first with a name, an identifier or a chip: behind its change the domain says what that is.
            return try RegistryError.translating { try write(event, by: author) }
        } catch let fault as PostgresError {
            throw RegistryError(fault)
        }
    }

    private func write(_ event: JournalEvent, by author: Author) throws -> JournalEntry {
        var attempted: ChainAppend?
        let done = try session.transaction(
            settle: { [chain, acknowledged] transaction in
                guard let attempted else { return .undone }
                return try ChainHead.lock(chain, transaction.connection)
                    .settle(attempted, acknowledged: acknowledged, of: chain)
            },
            { [chain, acknowledged, now] transaction in
                attempted = nil
                let time = now()
                try Gate.lock(for: event, chain, transaction.connection)
                let head = try ChainHead.lock(chain, transaction.connection)
                try head.require(acknowledged, of: chain)
                var tables = HubTables(
                    transaction.connection,
                    work: HubWork(after: head.place, of: chain, isShared: event.isAboutTagsAlone))
                let (applied, documents) = try tables.take(event, at: time)
                let append = try ChainAppend(applied, documents, by: author, at: time, after: head)
                try append.write(to: chain, transaction.connection)
                attempted = append
                return append
            })
        acknowledged = done.last
        for (event, entry) in done.entries { recorded(event, entry) }
        return done.own
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
