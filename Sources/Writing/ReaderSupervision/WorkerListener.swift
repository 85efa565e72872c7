internal import Dispatch
internal import Faults
internal import Glibc
internal import Logging
internal import ReaderProtocol
internal import Synchronization
internal import UnixSystem

/// The socket where workers connect: a thread that accepts, and one for each worker that reads.
final class WorkerListener: Sendable {
    /// Whether a worker may stay.
    typealias Admission = @Sendable (WorkerSession, Hello) -> Bool
    typealias Leaving = @Sendable (WorkerSession) -> Void
    /// Gets what goes between workers and their readers.
    typealias Trace = @Sendable (TracedExchange) -> Void

    private let listener: UnixListener
    private let logger: Logger
    private let refusals: RefusalLog
    private let admission: Admission
    private let leaving: Leaving
    private let trace: Trace?

    /// How long a client may take to say who it is.
    private static let introductionLimit = Duration.seconds(5)

    /// Connections that have not said yet who they are, the oldest first. A worker says so at once: one that is silent
    /// gives way to those that come after it.
    private let strangers = Mutex<[WorkerConnection]>([])
    private static let strangerLimit = 16
    /// Each has a thread, and so has one that is asked about; an evicted one's takes a moment to end.
    private let threads = DispatchSemaphore(value: 2 * strangerLimit)

    private init(
        _ listener: consuming UnixListener, _ logger: Logger, admission: @escaping Admission,
        leaving: @escaping Leaving, trace: Trace?
    ) {
        self.listener = listener
        self.logger = logger
        refusals = RefusalLog(logger)
        self.admission = admission
        self.leaving = leaving
        self.trace = trace
    }

    static func open(
        _ socket: WorkerSocket, logger: Logger, admission: @escaping Admission, leaving: @escaping Leaving,
        trace: Trace? = nil
    ) throws -> WorkerListener {
        WorkerListener(try socket.listen(), logger, admission: admission, leaving: leaving, trace: trace)
    }

    /// Accepts workers until the task is cancelled.
    func runUntilCancelled() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do {
                    try DedicatedThread.start("workers") { [self] in
                        acceptUntilShut()
                        continuation.resume()
                    }
                } catch {
                    continuation.resume()
                }
            }
        } onCancel: {
            listener.shut()
        }
    }

    private func acceptUntilShut() {
        while true {
            do {
                guard let accepted = try listener.accept() else { continue }
                let connection = WorkerConnection(accepted)
                evict()
                threads.wait()
                strangers.withLock { $0.append(connection) }
                try start(connection)
            } catch  where error.code == .invalid {
                return
            } catch {
                // No descriptors or no threads are left for now: the readers that work must not suffer for it.
                logger.error("a worker could not be admitted", metadata: ["error": "\(error)"])
                usleep(100_000)
            }
        }
    }

    private func start(_ connection: WorkerConnection) throws(SystemError) {
        do {
            try DedicatedThread.start("worker \(connection.peerProcess)") { [self] in serve(connection) }
        } catch {
            forgetStranger(connection)
            threads.signal()
            throw error
        }
    }

    /// Makes place for one more stranger.
    private func evict() {
        let oldest = strangers.withLock { $0.count < Self.strangerLimit ? nil : $0.removeFirst() }
        oldest?.shut()
        if oldest != nil { refusals.warning("a connection that has not said who it is gives way to another") }
    }

    /// A connection has said who it is, or ended.
    private func forgetStranger(_ connection: WorkerConnection) {
        strangers.withLock { strangers in strangers.removeAll { $0 === connection } }
    }

    private func serve(_ connection: WorkerConnection) {
        let introduction = Task {
            try await Task.sleep(for: Self.introductionLimit)
            connection.shut()
        }
        defer { introduction.cancel() }
        let visit = WorkerSession(connection, logger: logger)
        var isIntroduced = false
        connection.read { message in
            switch message {
            case .hello(let hello) where !isIntroduced:
                introduction.cancel()
                isIntroduced = true
                forgetStranger(connection)
                // Who it is may have to be asked elsewhere: until that is known, its thread counts as a stranger's.
                let isAdmitted = admission(visit, hello)
                threads.signal()
                if !isAdmitted { connection.shut() }
            case .ready(let description) where isIntroduced: visit.take(.ready(description))
            case .failed(let failure) where isIntroduced: visit.take(.failed(failure))
            case .exchange(let exchange) where isIntroduced && trace != nil: trace?(exchange)
            case .hello, .ready, .failed, .answer, .exchange: connection.shut()
            }
        }
        if !isIntroduced {
            forgetStranger(connection)
            threads.signal()
        }
        leaving(visit)
        visit.end()
    }
}
