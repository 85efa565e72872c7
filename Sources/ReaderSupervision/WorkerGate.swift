internal import Glibc
internal import Logging
internal import ReaderProtocol
internal import UnixSystem

/// The socket where workers connect: a thread that accepts, and one for each worker that reads.
final class WorkerGate: Sendable {
    typealias Admission = @Sendable (WorkerConnection, Hello) -> ReaderSlot?

    private let listener: UnixListener
    private let logger: Logger
    private let admission: Admission

    /// How long whoever connects may take to say who it is.
    private static let introductionLimit = Duration.seconds(5)

    private init(_ listener: consuming UnixListener, _ logger: Logger, _ admission: @escaping Admission) {
        self.listener = listener
        self.logger = logger
        self.admission = admission
    }

    static func open(at path: String, logger: Logger, admission: @escaping Admission) throws -> WorkerGate {
        WorkerGate(try UnixListener.listen(at: path, mode: 0o660), logger, admission)
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
                try DedicatedThread.start("worker \(connection.peerProcess)") { [self] in serve(connection) }
            } catch  where error.code == .invalid {
                return
            } catch {
                // No descriptors or no threads are left for now: the readers that work must not suffer for it.
                logger.error("a worker could not be admitted", metadata: ["error": "\(error)"])
                usleep(100_000)
            }
        }
    }

    private func serve(_ connection: WorkerConnection) {
        let introduction = Task {
            try await Task.sleep(for: Self.introductionLimit)
            connection.shut()
        }
        defer { introduction.cancel() }
        var slot: ReaderSlot?
        connection.read { message in
            switch message {
            case .hello(let hello) where slot == nil:
                introduction.cancel()
                slot = admission(connection, hello)
                if slot == nil { connection.shut() }
            case .ready(let description):
                slot?.change { snapshot in
                    snapshot.state = .ready
                    snapshot.description = description
                    snapshot.failure = nil
                }
            case .failed(let failure):
                slot?.fail(failure, logger)
            case .hello, .answer:
                connection.shut()
            }
        }
        slot?.detach(connection)
        slot?.change { snapshot in
            if snapshot.state == .ready { snapshot.state = .starting }
        }
    }
}
