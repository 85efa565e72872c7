internal import ReaderProtocol
internal import UnixSystem

/// The socket where workers connect: a thread that accepts, and one for each worker that reads.
final class WorkerGate: Sendable {
    typealias Admission = @Sendable (WorkerConnection, Hello) -> ReaderSlot?

    private let listener: UnixListener
    private let admission: Admission

    private init(_ listener: consuming UnixListener, _ admission: @escaping Admission) {
        self.listener = listener
        self.admission = admission
    }

    static func open(at path: String, admission: @escaping Admission) throws -> WorkerGate {
        WorkerGate(try UnixListener.listen(at: path, mode: 0o660), admission)
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
            } catch {
                return
            }
        }
    }

    private func serve(_ connection: WorkerConnection) {
        var slot: ReaderSlot?
        connection.read { message in
            switch message {
            case .hello(let hello) where slot == nil:
                slot = admission(connection, hello)
                if slot == nil { connection.shut() }
            case .ready(let description):
                slot?.change { snapshot in
                    snapshot.state = .ready
                    snapshot.description = description
                    snapshot.failure = nil
                }
            case .failed(let failure):
                slot?.change { snapshot in
                    snapshot.state = .failed
                    snapshot.failure = failure
                }
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
