internal import Faults
internal import Logging
internal import ReaderProtocol
internal import UnixSystem

/// Keeps one reader's worker running.
struct WorkerSupervision: Sendable {
    let slot: ReaderSlot
    let program: String
    let socketPath: String
    let delay: RestartDelay
    /// Whether the worker tells what goes between it and its reader.
    let isTraced: Bool
    let logger: Logger

    /// How long a worker that was asked to end may take to close its reader before it is killed. It must be
    /// able to finish the exchange it is in (one second) and to close.
    private static let gracePeriod = Duration.seconds(5)
    /// How long a worker may take until its reader is open or it has said why not.
    private static let openingLimit = Duration.seconds(20)

    /// Starts workers one after another until the task is cancelled; then ends the last one.
    func run() async {
        var delay = delay
        while !Task.isCancelled {
            // The connection of the last one may still be there.
            await slot.untilUnserved()
            if Task.isCancelled { break }
            let started = ContinuousClock.now
            await serveOnce()
            let wait = delay.afterServing(for: .now - started, answers: slot.takeAnswers())
            if Task.isCancelled { break }
            slot.change { $0.restarts += 1 }
            if await slot.pause(for: wait) { delay = self.delay }
        }
        slot.shutConnection()
    }

    private func serveOnce() async {
        slot.change { $0.state = .starting }
        let child: ChildProcess
        do {
            child = try slot.start { () throws(SystemError) in
                try ChildProcess(
                    program,
                    arguments: ["--socket", socketPath, "--name", slot.name, "--connection", slot.snapshot.connection]
                        + (isTraced ? ["--trace"] : []),
                    environment: environment)
            }
        } catch {
            return fail(
                ReaderFailure(
                    code: "worker-not-started", message: "the worker of reader \(slot.name) cannot be started",
                    reason: error.description, next: "reinstall Waymark: \(program) must be there and executable"))
        }
        slot.setEndOfWorker { Self.end(child) }
        defer {
            slot.setEndOfWorker(nil)
            slot.forgetStarted()
        }
        let opening = Task {
            try await Task.sleep(for: Self.openingLimit)
            if slot.snapshot.state == .starting { Self.end(child) }
        }
        defer { opening.cancel() }
        let status = await withTaskCancellationHandler {
            await child.wait()
        } onCancel: {
            slot.shutConnection()
            Self.end(child)
        }
        // One that failed has said why, better than its status does; what it said may still be on its way here. One
        // that was dismissed made room for another, or was asked to end.
        guard !Task.isCancelled, status != .exited(0), status != .exited(1) else { return }
        fail(
            ReaderFailure(
                code: "worker-died", message: "the worker of reader \(slot.name) ended: \(status)",
                reason: "libnfc ends the process on some answers of a reader, or another program ended it",
                next: "nothing, it is started again; if it happens again, unplug the reader and plug it in"))
    }

    /// None of ours for a worker that needs none: credentials and tokens may be named there. One of a reader on USB finds the
    /// bus by it in a testbed. A worker that crashes is started again at once, not after its stack was printed.
    private var environment: [String: String]? {
        slot.usbPort == nil ? ["SWIFT_BACKTRACE": "enable=no"] : nil
    }

    /// Asks a worker to end (SIGTERM), and kills it when it has not after a grace period. PN533 readers whose worker is
    /// killed keep damaged USB descriptors: libnfc repairs them only when it closes the reader.
    private static func end(_ child: ChildProcess) {
        child.terminate()
        Task {
            try await Task.sleep(for: gracePeriod)
            child.kill()
        }
    }

    private func fail(_ failure: ReaderFailure) {
        slot.fail(failure, logger)
    }
}
