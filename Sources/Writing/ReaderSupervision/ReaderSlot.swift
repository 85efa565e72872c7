internal import Faults
internal import Logging
internal import ReaderProtocol
internal import Synchronization
internal import UnixSystem

/// One supervised reader: its state, and its worker's connection while there is one.
final class ReaderSlot: Sendable {
    let name: String
    private let content: Mutex<Content>
    /// The worker that was started for this reader, until it has ended.
    private let started = Mutex<ChildProcess?>(nil)
    private let changed: @Sendable (ReaderSnapshot) -> Void

    private struct Content {
        var snapshot: ReaderSnapshot
        var connection: WorkerConnection?
        var endWorker: (@Sendable () -> Void)?
        /// The wait before the next worker.
        var pause: Task<Void, Never>?
        /// The next wait is not to be waited.
        var isHurried = false
        /// How often tags have answered through the running worker.
        var answers = 0
        /// The number of the plugged device, for readers on USB.
        var plugged: Int?
        var watchers: [Int: AsyncStream<ReaderSnapshot>.Continuation] = [:]
        var watcherCount = 0
    }

    init(name: String, connection: String, changed: @escaping @Sendable (ReaderSnapshot) -> Void) {
        self.name = name
        self.changed = changed
        content = Mutex(Content(snapshot: ReaderSnapshot(name: name, connection: connection)))
    }

    var snapshot: ReaderSnapshot { content.withLock(\.snapshot) }

    /// The worker that serves the reader, once the reader is open.
    var worker: WorkerConnection? {
        content.withLock { $0.snapshot.state == .ready ? $0.connection : nil }
    }

    /// Takes a worker's connection; false when another worker serves already.
    func attach(_ connection: WorkerConnection) -> Bool {
        content.withLock { content in
            guard content.connection == nil, content.snapshot.state != .removed else { return false }
            content.connection = connection
            return true
        }
    }

    func detach(_ connection: WorkerConnection) {
        content.withLock { content in
            if content.connection === connection { content.connection = nil }
        }
    }

    /// A worker has become useless: the reader must not appear ready, though the worker has not ended yet.
    func giveUp(on connection: WorkerConnection) {
        guard content.withLock({ $0.connection === connection }) else { return }
        change { snapshot in
            if snapshot.state == .ready { snapshot.state = .starting }
        }
    }

    /// A tag has answered a command.
    func noteAnswer() { content.withLock { $0.answers += 1 } }

    /// How often tags have answered since this was last asked.
    func takeAnswers() -> Int {
        content.withLock { content in
            defer { content.answers = 0 }
            return content.answers
        }
    }

    /// The process that serves the reader, or is about to; nil when there is none.
    var servingProcess: Int32? { content.withLock { $0.connection?.peerProcess } }

    /// Waits until no worker serves the reader. Returns early when the task is cancelled or the reader removed.
    func untilUnserved() async {
        for await _ in changes() where servingProcess == nil { return }
    }

    /// Ends the conversation with the worker, which ends the worker.
    func shutConnection() {
        content.withLock(\.connection)?.shut()
    }

    /// Starts a worker for this reader. Its number is known before it is asked for: a worker may say hello before
    /// `posix_spawn` has returned.
    func start(_ start: () throws(SystemError) -> ChildProcess) throws(SystemError) -> ChildProcess {
        try started.withLock { started throws(SystemError) in
            let child = try start()
            started = child
            return child
        }
    }

    /// The worker that was started has ended.
    func forgetStarted() { started.withLock { $0 = nil } }

    /// Whether a process is the worker that was started for this reader.
    func hasStarted(process: Int32) -> Bool { started.withLock { $0?.processIdentifier == process } }

    /// Says how the running worker is ended when it no longer listens; nil when there is none of ours.
    func setEndOfWorker(_ end: (@Sendable () -> Void)?) {
        content.withLock { $0.endWorker = end }
    }

    /// Ends a worker that is stuck inside libnfc. One that another program started has lost its connection by then, and
    /// is left to that program.
    func endStuckWorker() {
        content.withLock(\.endWorker)?()
    }

    /// Waits before the next worker is started. True when ``hurry()`` has cut that short.
    func pause(for time: Duration) async -> Bool {
        let sleep = Task { _ = try? await Task.sleep(for: time) }
        let isHurried = content.withLock { content in
            content.pause = sleep
            return content.isHurried
        }
        if isHurried { sleep.cancel() }
        await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
        return content.withLock { content in
            content.pause = nil
            defer { content.isHurried = false }
            return content.isHurried
        }
    }

    /// Lets the next worker start at once.
    func hurry() {
        content.withLock { content in
            content.isHurried = true
            content.pause?.cancel()
        }
    }

    /// The port of a reader that is known by its USB port.
    var usbPort: String? {
        switch try? ConnectionForm(snapshot.connection, isPort: USBDevice.isPort) {
        case .usbPort(let port), .cardReader(let port, _): port
        default: nil
        }
    }

    enum Plugging {
        case same, came, left, another
    }

    /// Takes the number of the device that is plugged in at the reader's port, and compares it with the last one.
    func noticePlugged(_ number: Int?) -> Plugging {
        content.withLock { content in
            defer { content.plugged = number }
            return switch (content.plugged, number) {
            // A reader that was added after the last word about plugs, and has left since.
            case (nil, nil): content.snapshot.state == .ready ? .left : .same
            case (nil, _?): .came
            case (_?, nil): .left
            case (let last?, let number?): last == number ? .same : .another
            }
        }
    }

    func change(_ body: (inout ReaderSnapshot) -> Void) {
        let (snapshot, watchers) = content.withLock { content in
            if content.snapshot.state != .removed { body(&content.snapshot) }
            return (content.snapshot, Array(content.watchers.values))
        }
        for watcher in watchers {
            watcher.yield(snapshot)
            if snapshot.state == .removed { watcher.finish() }
        }
        changed(snapshot)
    }

    func fail(_ failure: ReaderFailure, _ logger: Logger) {
        logger.warning(
            failure.message, metadata: ["reader": name, "why": failure.reason, "code": failure.code.rawValue])
        change { snapshot in
            snapshot.state = .failed
            snapshot.failure = failure
        }
    }

    /// The state now, and every later one until the reader is removed.
    func changes() -> AsyncStream<ReaderSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ReaderSnapshot.self, bufferingPolicy: .bufferingNewest(16))
        let number = content.withLock { content in
            content.watcherCount += 1
            content.watchers[content.watcherCount] = continuation
            continuation.yield(content.snapshot)
            if content.snapshot.state == .removed { continuation.finish() }
            return content.watcherCount
        }
        continuation.onTermination = { [weak self] _ in
            self?.content.withLock { content in _ = content.watchers.removeValue(forKey: number) }
        }
        return stream
    }
}
