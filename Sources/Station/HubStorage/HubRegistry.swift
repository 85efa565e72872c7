package import Checkpoints
internal import Faults
internal import Grants
package import PostgreSQL
package import Registry
internal import Storage

/// The registry in a PostgreSQL database: one connection, one chain of the journal.
///
/// Several daemons may work on one database, each with a chain of its own. A change is durable, and journalled once,
/// when ``record(_:expecting:by:)`` returns, whatever the network did meanwhile: where the answer to COMMIT was lost, the
/// head of the chain says what became of it.
package actor HubRegistry: RegistryStorage {
    private let session: PostgresSession
    /// Where evidence is read for audits; nil where that is the database itself.
    let replica: PostgresSession?
    let replicaHosts: String
    private let executor: BlockingExecutor
    let now: @Sendable () -> Timestamp
    private let recorded: @Sendable (JournalEvent, JournalEntry) -> Void
    let chain: ChainName
    /// The name of the daemon, which stays the same from run to run.
    let daemon: String
    /// Which gate its pieces of evidence take.
    let evidenceGate = Gate.drawnPlace()
    /// Signs checkpoints; nil where none are asked for.
    let signer: NoteSigner?
    /// What the daemon knows apart from the database; nil where nothing is granted or proven.
    let memory: HubMemory?
    /// A hub of thousands of stations looks its log over no faster than so, whatever they call.
    let windowPeriod: Duration
    /// Up to which entry of the log this daemon has looked it over.
    var logCursor: UInt64 = 0
    /// The mark of tokens and sessions at which the daemon has last noted who is at the hub.
    var learned: String?
    /// When this daemon has last compared the heads of all chains with the log.
    var lastFullLook: ContinuousClock.Instant?
    /// When it has last looked over a part of the log.
    var lastWindow: ContinuousClock.Instant?
    /// The newest checkpoint that it has looked over and noted.
    var lastSigned: MemoryNote?
    /// Whether nothing had moved since then when it was last looked at.
    var isAtRest = false
    /// Which entry of the log was the newest of a chain when that was proven last: a guess at where it still is.
    var provenLeaves: [ChainName: UInt64] = [:]
    /// The last entry of the chain whose COMMIT was answered, or found to be kept.
    private var acknowledged: ChainPlace?
    /// What was sent and may have been kept: the database went away before it could be asked. The next look at the head
    /// says which of them were.
    private var doubtful: [ChainAppend] = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Connects, and refuses a database whose schema is not this version's: see ``HubSchema``. The chain begins with its
    /// first entry, or is continued. `replica`: where audits read evidence, if not here. `recorded` is called with each entry when it is durable, in their order.
    package init(
        _ address: PostgresAddress, daemon: String, chain: ChainName, signer: NoteSigner? = nil,
        memory: HubMemory? = nil, replica: PostgresAddress? = nil, pauses: PostgresPauses = PostgresPauses(),
        lookingOverEach windowPeriod: Duration = .milliseconds(250),
        now: @escaping @Sendable () -> Timestamp = { Timestamp.now },
        recorded: @escaping @Sendable (JournalEvent, JournalEntry) -> Void = { _, _ in }
    ) throws {
        session = PostgresSession(address, pauses: pauses)
        self.replica = replica.map { PostgresSession($0, pauses: pauses) }
        replicaHosts = (replica?.hosts ?? []).map(\.name).joined(separator: ", ")
        executor = BlockingExecutor(label: "waymark.hub-registry")
        self.now = now
        self.recorded = recorded
        self.daemon = daemon
        self.chain = chain
        self.signer = signer
        self.memory = memory
        self.windowPeriod = windowPeriod
        let session = session
        try RegistryError.translating {
            try session.read { try HubSchema.requireReadable($0.connection) }
        }
    }

    @discardableResult
    package func record(
        _ event: JournalEvent, expecting basis: EditBasis?, by author: Author
    ) async throws -> JournalEntry {
        if case .audited(let record, let run) = event, !run.hasKeptVerdicts, run.verdicts.count > Self.verdictsAtOnce {
            return try await self.record(
                .audited(record, run: try await keepVerdicts(of: run)), expecting: basis, by: author)
        }
        return try commit(by: author) { change in
            try Gate.lock(for: event, chain, change.connection)
            try change.lockOwnChain()
            let rows = change.rows()
            try HubGrantTables(rows).check(event)
            guard case .tagReplaced(let release) = event else {
                return try change.record(event, expecting: basis, isShared: event.isAboutTagsAlone)
            }
            try rows.checkReplacing(release.tag)
            let entry = try change.record(event, expecting: basis, isShared: true)
            let freed = change.rows()
            try freed.free(release.tag)
            try freed.flush()
            return entry
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
        var change: HubChange?
        do { return try attempt(by: author, station, body, &attempted, &change) } catch let fault as PostgresError
            where fault.code == .outcomeUnknown
        {
            // What leaves no entry comes to the same when it is done again.
            if let attempted {
                doubtful.append(attempted)
                ChangeMark.current?.set()
            }
            throw fault
        }
    }

    private func attempt<Value>(
        by author: Author, _ station: ChainName?, _ body: (HubChange) throws -> Value,
        _ attempted: inout ChainAppend?, _ last: inout HubChange?
    ) throws -> Value {
        let (value, done) = try session.transaction(
            settle: { [chain, acknowledged] transaction in
                guard let attempted else {
                    // What it did without an entry of this chain, it does again without harm.
                    if let station { _ = try ChainHead.lock(station, transaction.connection) }
                    return .undone
                }
                return try ChainHead.lock(chain, transaction.connection)
                    .settle(attempted, acknowledged: last?.settled.last?.last ?? acknowledged, of: chain)
            },
            { [chain, acknowledged, doubtful, now] transaction in
                attempted = nil
                let change = HubChange(
                    transaction.connection, chain, acknowledged, doubtful: doubtful, by: author, at: now())
                last = change
                let value = try body(change)
                try change.noteRejudged()
                guard let append = change.append, !append.entries.isEmpty else { return (value, ChainAppend?.none) }
                try append.write(to: chain, transaction.connection)
                attempted = append
                return (value, append)
            })
        guard let done else { return value }
        // What fails from here on, the memory's disk say, takes nothing back.
        ChangeMark.current?.set()
        acknowledged = done.last
        doubtful = []
        try note(done, with: last)
        for (event, entry) in (last?.settledEntries ?? []) + done.entries { recorded(event, entry) }
        return value
    }

    /// Before it is answered. What stations are granted, and who they are, is on the disk then: see `DaemonMemory`.
    private func note(_ done: ChainAppend, with change: HubChange?) throws {
        guard let memory else { return }
        let isAboutStations = ((change?.settledEntries ?? []) + done.entries).contains { event, _ in
            if case .hubMoved = event { true } else { false }
        }
        try memory.note((change?.notes ?? []) + headNotes, forced: isAboutStations)
    }

    /// The newest entry of the own chain that was confirmed.
    var headNotes: [MemoryNote] {
        guard let acknowledged else { return [] }
        let point = JournalPoint(sequence: acknowledged.sequence, digest: acknowledged.digest)
        return [.head(chain: chain, at: point)]
    }

    /// Looks at the database as it is at one moment.
    func read<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try RegistryError.translating { try session.read { try body($0.connection) } }
    }

    /// The same with one statement; or changes what comes to the same when it is changed again.
    func single<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try RegistryError.translating { try session.single(body) }
    }

    /// Looks once, and hands over what cannot be taken back: a lost connection ends it.
    func readOnce<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try read { connection in try RegistryError.translating { try body(connection) } }
    }

    /// A change that finds itself made when it is made again.
    func repeatable<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try RegistryError.translating {
            try session.transaction(settle: { _ in .undone }, { try body($0.connection) })
        }
    }

    /// A change that is not journalled. It is made once: it leaves a name of its own beside the head of the chain, by which
    /// it is found there when the answer to COMMIT was lost.
    @discardableResult
    func change<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        let change = ChangeName(of: chain)
        return try RegistryError.translating {
            try session.transaction(
                settle: { try change.isMade($0.connection) ? .done : .undone },
                { transaction in
                    let value = try body(transaction.connection)
                    try change.write(transaction.connection)
                    return value
                })
        }
    }
}
