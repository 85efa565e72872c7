internal import Logging
internal import ReaderProtocol
internal import Synchronization

/// A worker that is connected: it serves a reader, or waits until its reader is added.
final class WorkerSession: Sendable {
    /// How the worker says that its reader is.
    enum Word {
        case ready(ReaderDescription)
        case failed(ReaderFailure)
    }

    private let connection: WorkerConnection
    private let logger: Logger
    private let content = Mutex(Content())

    private struct Content {
        var slot: ReaderSlot?
        /// What was said while there was no slot.
        var lastWord: Word?
        var connectionName: String?
    }

    init(_ connection: WorkerConnection, logger: Logger) {
        self.connection = connection
        self.logger = logger
    }

    var process: Int32 { connection.peerProcess }

    /// Whether that process has not ended: until then, its number is its own.
    var isRunning: Bool { connection.isPeerRunning }

    /// Ends the conversation, which ends the worker.
    func shut() { connection.shut() }

    /// Where its reader is, if it waits.
    var connectionName: String? { content.withLock(\.connectionName) }

    func wait(at connectionName: String) { content.withLock { $0.connectionName = connectionName } }

    /// Lets it serve a reader; false when another worker does already. What it has said while it waited holds.
    @discardableResult
    func serve(_ slot: ReaderSlot) -> Bool {
        guard slot.attach(connection) else { return false }
        let word = content.withLock { content in
            content.slot = slot
            return content.lastWord.take()
        }
        if let word { tell(slot, word) }
        return true
    }

    func take(_ word: Word) {
        let slot = content.withLock { content in
            if content.slot == nil { content.lastWord = word }
            return content.slot
        }
        if let slot { tell(slot, word) }
    }

    private func tell(_ slot: ReaderSlot, _ word: Word) {
        switch word {
        case .ready(let description):
            slot.change { snapshot in
                snapshot.state = .ready
                snapshot.description = description
                snapshot.failure = nil
            }
        case .failed(let failure):
            slot.fail(failure.following(slot.snapshot.failure, reader: slot.name), logger)
        }
    }

    /// The worker has gone.
    func end() {
        guard let slot = content.withLock(\.slot) else { return }
        slot.detach(connection)
        slot.change { snapshot in
            if snapshot.state == .ready { snapshot.state = .starting }
        }
    }
}
