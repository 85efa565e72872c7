public import Logging
internal import ReaderProtocol
internal import Synchronization
internal import UnixSystem

/// The daemon's side of all readers: listens for workers, starts one for each reader that it was given, and
/// starts another when one dies.
///
/// A worker says its reader's name first. Who started it does not matter; a name that nobody added is refused.
public final class ReaderSupervisor: Sendable {
    private let socketPath: String
    private let workerProgram: String
    private let delay: RestartDelay
    let logger: Logger
    private let changed: @Sendable (ReaderSnapshot) -> Void
    private let state = Mutex(State())

    private struct State {
        /// Before, a worker would find no socket to connect to.
        var isListening = false
        var supervised: [String: Supervised] = [:]
    }

    private struct Supervised {
        let slot: ReaderSlot
        /// Nil until the supervisor listens.
        var task: Task<Void, Never>?

        func end() async {
            task?.cancel()
            await task?.value
            slot.change { $0.state = .removed }
        }
    }

    /// - Parameters:
    ///   - socketPath: where workers connect.
    ///   - workerProgram: the path of `waymark-reader`.
    ///   - delay: the wait between a worker's death and the next worker.
    ///   - logger: says what happens to workers.
    ///   - changed: told of every reader that is in another state, or added or removed.
    public init(
        socketPath: String, workerProgram: String, delay: RestartDelay = RestartDelay(), logger: Logger,
        changed: @escaping @Sendable (ReaderSnapshot) -> Void = { _ in }
    ) {
        self.changed = changed
        self.socketPath = socketPath
        self.workerProgram = workerProgram
        self.delay = delay
        self.logger = logger
    }

    /// Listens until the task is cancelled, then ends every worker and waits for them.
    public func run(whenListening: @Sendable () -> Void = {}) async throws {
        let gate = try WorkerGate.open(at: socketPath, logger: logger) { [self] connection, hello in
            admit(connection, hello)
        }
        state.withLock { state in
            state.isListening = true
            for (name, one) in state.supervised { state.supervised[name]?.task = supervise(one.slot) }
        }
        whenListening()
        await gate.runUntilCancelled()
        let all = state.withLock { state in
            defer { state = State() }
            return state.supervised.values.map { $0 }
        }
        for one in all { one.task?.cancel() }
        for one in all { await one.end() }
    }

    /// Supervises a reader from now on, or once ``run(whenListening:)`` listens. False when the name is taken.
    public func add(name: String, connection: String) -> Bool {
        let slot = ReaderSlot(name: name, connection: connection, changed: changed)
        let isNew = state.withLock { state in
            guard state.supervised[name] == nil else { return false }
            state.supervised[name] = Supervised(slot: slot, task: state.isListening ? supervise(slot) : nil)
            return true
        }
        if isNew { changed(slot.snapshot) }
        return isNew
    }

    private func supervise(_ slot: ReaderSlot) -> Task<Void, Never> {
        let supervision = WorkerSupervision(
            slot: slot, program: workerProgram, socketPath: socketPath, delay: delay, logger: logger)
        return Task { await supervision.run() }
    }

    /// Ends a reader's worker and forgets the reader. False when there is none of this name.
    public func remove(name: String) async -> Bool {
        guard let one = state.withLock({ $0.supervised.removeValue(forKey: name) }) else { return false }
        await one.end()
        return true
    }

    /// All readers by name.
    public var snapshots: [ReaderSnapshot] {
        state.withLock { $0.supervised.values.map(\.slot.snapshot) }.sorted { $0.name < $1.name }
    }

    var slots: [ReaderSlot] { state.withLock { $0.supervised.values.map(\.slot) } }

    public func link(to name: String) -> ReaderLink? {
        slot(name).map { ReaderLink($0) }
    }

    /// A reader's state now and every later one; nil when there is no such reader.
    public func changes(of name: String) -> AsyncStream<ReaderSnapshot>? {
        slot(name)?.changes()
    }

    private func slot(_ name: String) -> ReaderSlot? {
        state.withLock { $0.supervised[name]?.slot }
    }

    /// Decides whether a worker that has said hello may serve; gives the slot that it serves.
    private func admit(_ connection: WorkerConnection, _ hello: Hello) -> ReaderSlot? {
        let metadata = ["reader": hello.name, "pid": String(connection.peerProcess)]
        guard hello.version == Hello.currentVersion else {
            logger.error("a worker speaks version \(hello.version) of the protocol", metadata: metadata)
            return nil
        }
        guard let slot = slot(hello.name) else {
            logger.warning("a worker serves a reader that nobody added", metadata: metadata)
            return nil
        }
        guard slot.attach(connection) else {
            logger.warning("a second worker wants to serve a reader", metadata: metadata)
            return nil
        }
        return slot
    }
}
