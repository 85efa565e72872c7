internal import ReaderProtocol
internal import Synchronization
internal import UnixSystem

/// The daemon's end of the socket to one worker: asks, and matches answers to questions.
final class WorkerConnection: Sendable {
    enum Failure: Error {
        /// The worker ended, or broke the protocol.
        case ended
        /// It did not answer by the deadline. The connection is shut: a late answer must not be taken for
        /// that of the next question.
        case late
    }

    let peerProcess: Int32
    /// Nil when it had ended before it could be named.
    private let peer: PeerProcess?
    private let connection: UnixConnection
    private let exchange = Mutex(Exchange())

    private struct Exchange {
        var lastNumber: UInt32 = 0
        var waiting: (number: UInt32, continuation: CheckedContinuation<Result<Answer, Failure>, Never>)?
        var hasEnded = false
    }

    init(_ connection: consuming UnixConnection) {
        peerProcess = connection.peer.processIdentifier
        peer = try? PeerProcess(ofSocket: connection.descriptor.rawValue)
        self.connection = connection
    }

    /// Asks one question. One at a time: the caller sees to it.
    func ask(_ request: Request, within limit: Duration) async throws(Failure) -> Answer {
        let number = exchange.withLock { exchange in
            exchange.lastNumber &+= 1
            return exchange.lastNumber
        }
        let deadline = Task {
            try await Task.sleep(for: limit)
            // An answer that has come is taken, however late its asker hears of it.
            if finish(number, .failure(.late)) { shut() }
        }
        defer { deadline.cancel() }
        let result = await withCheckedContinuation { continuation in
            let refused = exchange.withLock { exchange in
                guard !exchange.hasEnded, exchange.waiting == nil else { return true }
                exchange.waiting = (number, continuation)
                return false
            }
            if refused { return continuation.resume(returning: .failure(.ended)) }
            do {
                try connection.write(request.frame(number: number), until: .now + limit)
            } catch {
                finish(number, .failure(.ended))
            }
        }
        return try result.get()
    }

    func shut() { connection.shut() }

    /// Whether the process that has connected has not ended. As long as it has not, its number is its own.
    var isPeerRunning: Bool {
        switch peer {
        case .some(let peer): peer.isRunning
        case nil: false
        }
    }

    /// Reads the worker's messages until the connection ends, on the calling thread. Answers go to the waiting caller,
    /// everything else to `receive`.
    func read(_ receive: (WorkerMessage) -> Void) {
        var splitter = FrameSplitter()
        do {
            while true {
                let bytes = try connection.read(upTo: 4_096)
                if bytes.isEmpty { break }
                splitter.append(bytes)
                while let payload = try splitter.next() {
                    let message = try WorkerMessage(payload: payload)
                    if case .answer(let number, let answer) = message {
                        // An answer without a waiting caller comes from no worker of ours.
                        guard finish(number, .success(answer)) else { throw ProtocolError.surplus }
                    } else {
                        receive(message)
                    }
                }
            }
        } catch {
            // A broken connection and a broken protocol have the same remedy: another worker.
        }
        shut()
        let waiting = exchange.withLock { exchange in
            exchange.hasEnded = true
            return exchange.waiting.take()
        }
        waiting?.continuation.resume(returning: .failure(.ended))
    }

    /// Whether a caller waited for this.
    @discardableResult
    private func finish(_ number: UInt32, _ result: Result<Answer, Failure>) -> Bool {
        let continuation = exchange.withLock { exchange -> CheckedContinuation<Result<Answer, Failure>, Never>? in
            guard exchange.waiting?.number == number else { return nil }
            return exchange.waiting.take()?.continuation
        }
        continuation?.resume(returning: result)
        return continuation != nil
    }
}
