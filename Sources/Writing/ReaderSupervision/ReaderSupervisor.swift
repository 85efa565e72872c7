public import Logging
public import ReaderProtocol
internal import Synchronization

/// The daemon's side of all readers: listens for workers, starts one for each reader that it was given unless another
/// program does (``USBWorkers``), and starts another when one dies.
///
/// A worker says its reader's name first, or only where the reader is, and must be the process that was started for that
/// reader: see ``WorkerIdentity``. An unknown name is refused; an unknown place waits until it is added.
public final class ReaderSupervisor: Sendable {
    private let socket: WorkerSocket
    private let workerProgram: String
    private let usbWorkers: USBWorkers
    private let delay: RestartDelay
    let logger: Logger
    private let changed: @Sendable (ReaderSnapshot) -> Void
    private let trace: (@Sendable (TracedExchange) -> Void)?
    /// The connections of workers that wait for their reader to be added. For one listener.
    public let unclaimed: AsyncStream<String>
    let unclaimedContinuation: AsyncStream<String>.Continuation
    let identity: WorkerIdentity
    let refusals: RefusalLog
    let state = Mutex(State())

    struct State {
        /// Before, a worker would find no socket to connect to.
        var isListening = false
        var supervised: [String: Supervised] = [:]
        /// Workers without a name, at places that have not been added.
        var waiting: [WorkerSession] = []
        /// USB ports whose readers were removed and are still plugged in: they do not join again by themselves.
        var dismissed: Set<String> = []
    }

    struct Supervised {
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
    ///   - socket: where workers connect.
    ///   - workerProgram: the path of `waymark-reader`.
    ///   - usbWorkers: who starts the workers of readers that are known by their USB port.
    ///   - unit: says in which unit of the service manager a process runs; without it no worker of another program is let in.
    ///   - delay: the wait between a worker's death and the next worker.
    ///   - logger: says what happens to workers.
    ///   - trace: gets what goes between the workers and their readers; without it they do not tell.
    ///   - changed: gets every reader that is in another state, or added or removed.
    public init(
        socket: WorkerSocket, workerProgram: String, usbWorkers: USBWorkers = .start,
        unit: UnitQuestion? = nil, delay: RestartDelay = RestartDelay(), logger: Logger,
        trace: (@Sendable (TracedExchange) -> Void)? = nil,
        changed: @escaping @Sendable (ReaderSnapshot) -> Void = { _ in }
    ) {
        self.changed = changed
        self.trace = trace
        self.socket = socket
        self.workerProgram = workerProgram
        self.usbWorkers = usbWorkers
        identity = WorkerIdentity(usbWorkers: usbWorkers, unit: unit)
        refusals = RefusalLog(logger)
        self.delay = delay
        self.logger = logger
        (unclaimed, unclaimedContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    /// Listens until the task is cancelled, then ends every worker and waits for them.
    public func run(whenListening: @Sendable () -> Void = {}) async throws {
        let gate = try WorkerListener.open(
            socket, logger: logger, admission: { [self] in admit($0, $1) }, leaving: { [self] in forget($0) },
            trace: trace)
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
            if let port = slot.usbPort { state.dismissed.remove(port) }
            if let index = state.waiting.firstIndex(where: { $0.connectionName == connection }) {
                state.waiting.remove(at: index).serve(slot)
            }
            return true
        }
        if isNew { changed(slot.snapshot) }
        return isNew
    }

    private func supervise(_ slot: ReaderSlot) -> Task<Void, Never> {
        if usbWorkers == .await, slot.usbPort != nil {
            let expectation = WorkerExpectation(slot: slot, logger: logger)
            return Task { await expectation.run() }
        }
        let supervision = WorkerSupervision(
            slot: slot, program: workerProgram, socketPath: socket.path, delay: delay, isTraced: trace != nil,
            logger: logger)
        return Task { await supervision.run() }
    }

    /// Ends a reader's worker and forgets the reader. False when there is none of this name.
    public func remove(name: String) async -> Bool {
        let removed = state.withLock { state in
            let one = state.supervised.removeValue(forKey: name)
            if let port = one?.slot.usbPort { state.dismissed.insert(port) }
            return one
        }
        guard let one = removed else { return false }
        await one.end()
        return true
    }

    /// The ports whose readers were removed by a user though they are plugged in. `plugged` are all ports with a
    /// device: what was pulled out is forgotten.
    func dismissed(plugged: Set<String>) -> Set<String> {
        state.withLock { state in
            state.dismissed.formIntersection(plugged)
            return state.dismissed
        }
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

    private func forget(_ visit: WorkerSession) {
        state.withLock { state in state.waiting.removeAll { $0 === visit } }
    }
}
