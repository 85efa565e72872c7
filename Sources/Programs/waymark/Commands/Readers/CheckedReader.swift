import Faults
import Logging
import NFCTags
import ReaderCheck
import ReaderProtocol
import ReaderSupervision
import Synchronization
import UnixSystem

/// One reader with a worker of its own, started as the daemon starts it, at a socket of its own.
struct CheckedReader: CheckBench {
    let tagTimeout: Duration
    let link: any TagLink
    private let supervisor: ReaderSupervisor
    private let connection: String
    private let trace: ExchangeList

    private enum Name {
        static let usual = "checked"
        static let plain = "checked-plain"
    }

    /// Until a reader that does not answer is said to be gone.
    private static let absence = Duration.seconds(20)
    private static let pause = Duration.milliseconds(50)

    /// Opens a reader, hands it over, and ends its worker. Throws why it cannot be opened.
    ///
    /// The worker is the last to end, also where the body is interrupted: what a tag is owed is given back through it.
    static func open<Result: Sendable>(
        _ connection: String, tagTimeout: Duration,
        _ body: @Sendable (CheckedReader, ReaderDescription) async throws -> Result
    ) async throws -> Result {
        let folder = try PrivateFolder()
        let trace = ExchangeList()
        let supervisor = ReaderSupervisor(
            socket: .path("\(folder.path)/readers.sock"),
            workerProgram: "\(Folder.parent(of: Folder.resolved("/proc/self/exe")))/waymark-reader",
            delay: RestartDelay(longest: .seconds(2)), logger: Logger(label: "check", level: .critical),
            trace: { trace.append($0) })
        let supervising = Task { try await supervisor.run() }
        do {
            let description = try await opened(connection, as: Name.usual, by: supervisor)
            guard let link = supervisor.link(to: Name.usual) else { throw CancellationError() }
            let reader = CheckedReader(
                tagTimeout: tagTimeout, link: link, supervisor: supervisor, connection: connection, trace: trace)
            let result = try await body(reader, description)
            supervising.cancel()
            try await supervising.value
            return result
        } catch {
            supervising.cancel()
            _ = await supervising.result
            throw error
        }
    }

    private static func opened(
        _ connection: String, as name: String, by supervisor: ReaderSupervisor
    ) async throws -> ReaderDescription {
        guard supervisor.add(name: name, connection: connection), let changes = supervisor.changes(of: name) else {
            throw CancellationError()
        }
        for await snapshot in changes {
            switch snapshot.state {
            case .ready: if let description = snapshot.description { return description }
            case .failed: if let failure = snapshot.failure { throw failure }
            case .starting: continue
            case .removed: throw CancellationError()
            }
        }
        throw CancellationError()
    }

    func reopenPlain() async throws -> (any TagLink)? {
        guard case .cardReader(let port, false) = try? ConnectionForm(connection, isPort: USBDevice.isPort) else {
            return nil
        }
        _ = await supervisor.remove(name: Name.usual)
        do {
            _ = try await Self.opened("pcsc-plain:\(port)", as: Name.plain, by: supervisor)
        } catch is ReaderFailure {
            return nil
        }
        return supervisor.link(to: Name.plain)
    }

    func isReaderBack() async -> Bool {
        let end = ContinuousClock.now + Self.absence
        while !Task.isCancelled, ContinuousClock.now < end {
            if supervisor.snapshots.first?.state == .ready { return true }
            try? await Task.sleep(for: Self.pause)
        }
        return false
    }

    func takeTrace() -> [TracedExchange] { trace.take() }

    func instruct(_ text: String) { Terminal.note("* \(text)") }
}

/// What has gone over and was not asked for yet.
private final class ExchangeList: Sendable {
    private let exchanges = Mutex<[TracedExchange]>([])

    func append(_ exchange: TracedExchange) { exchanges.withLock { $0.append(exchange) } }

    func take() -> [TracedExchange] {
        exchanges.withLock { exchanges in
            defer { exchanges = [] }
            return exchanges
        }
    }
}
