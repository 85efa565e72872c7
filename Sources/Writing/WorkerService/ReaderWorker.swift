internal import Faults
internal import Glibc
package import ReaderProtocol
package import UnixSystem

/// The conversation of `waymark-reader` with the daemon: one reader, one connection, one question at a time.
///
/// The worker ends when the daemon closes the connection, when it is asked to by SIGTERM, SIGINT or SIGHUP, when the
/// reader is gone, or when an answer of the reader's library is late; in each case but the last it closes the reader
/// first.
package struct ReaderWorker: Sendable {
    package enum Ending: Sendable, Equatable {
        /// The daemon, or the sender of a signal, has no more use for it.
        case dismissed
        case failed(ReaderFailure)
    }

    /// The first wait before looking again at a reader that cannot be opened yet; the next ones double.
    private static let firstPause = Duration.milliseconds(250)

    package let socketPath: String
    /// Empty: the reader that the daemon knows at this connection.
    package let name: String
    package let connection: String
    /// Whether the process makes no socket once it has connected.
    private let refusesConnections: Bool
    /// Whether the daemon hears of each call of the reader's library.
    private let isTraced: Bool

    package init(
        socketPath: String, name: String, connection: String, refusesConnections: Bool, isTraced: Bool = false
    ) {
        self.socketPath = socketPath
        self.name = name
        self.connection = connection
        self.refusesConnections = refusesConnections
        self.isTraced = isTraced
    }

    /// Serves until there is a reason to end. Blocks the calling thread, the only one that calls the reader's library.
    package func run<Reader: OpenedReader & ~Copyable>(
        opening open: @escaping (ExchangeTrace?) throws(ReaderFailure) -> Reader
    ) throws(SystemError) -> Ending {
        let link = DaemonLink(try UnixConnection.connect(to: socketPath))
        let signals = try Signals.stream(of: Signals.ending)
        // Before the last socket is made.
        let pulse = Pulse()
        if refusesConnections { try CurrentProcess.refuseNewConnections() }
        Task {
            for await _ in signals { link.connection.shut() }
        }
        do {
            try link.say(.hello(Hello(name: name, connection: connection, processIdentifier: getpid())))
            let trace = isTraced ? ExchangeTrace { try? link.say(.exchange($0)) } : nil
            let ending = try serve(link, pulse) { () throws(ReaderFailure) in try open(trace) }
            if case .failed = ending { link.waitUntilHeard() }
            return ending
        } catch  where error.code == .closed {
            return .dismissed
        }
    }

    private func serve<Reader: OpenedReader & ~Copyable>(
        _ link: DaemonLink, _ first: consuming Pulse, opening open: () throws(ReaderFailure) -> Reader
    ) throws(SystemError) -> Ending {
        var pulse = first
        pulse.beat()
        var reader: Reader
        switch try openReader(link, &pulse, by: open) {
        case .opened(let opened): reader = opened
        case .dismissed: return .dismissed
        case .failed(let failure):
            try link.say(.failed(failure))
            return .failed(failure)
        }
        pulse.readerIsOpen()
        try link.say(.ready(reader.description))
        let ending = try answer(link, &pulse, by: &reader)
        reader.close()
        return ending
    }

    private func answer<Reader: OpenedReader & ~Copyable>(
        _ link: DaemonLink, _ pulse: inout Pulse, by reader: inout Reader
    ) throws(SystemError) -> Ending {
        let deadline = AnswerDeadline()
        var splitter = FrameSplitter()
        while true {
            pulse.beat()
            let time = [pulse.interval, Reader.limits.look].compactMap(\.self).min()
            switch reader.wait(forInputOn: link.connection.descriptor.rawValue, atMost: time) {
            case .timeUp:
                if let reason = reader.trouble() {
                    return try end(link, because: "\(Reader.library) says: \(reason)")
                }
                continue
            case .readerGone: return try end(link, because: "its port has hung up")
            case .input: break
            }
            let bytes = try link.connection.read(upTo: 4_096)
            guard !bytes.isEmpty else { return .dismissed }
            splitter.append(bytes)
            while let (number, request) = Self.nextRequest(&splitter) {
                deadline.start(Reader.limits.limit(of: request)) { giveUp(number, on: link) }
                let answer = reader.answer(request)
                deadline.stop()
                try link.say(.answer(request: number, answer))
                guard case .readerFailed(let text) = answer else { continue }
                return try end(link, because: "\(Reader.library) says: \(text)")
            }
        }
    }

    private enum Opening<Reader: ~Copyable>: ~Copyable {
        case opened(Reader)
        case dismissed
        case failed(ReaderFailure)
    }

    /// Opens the reader. While that cannot be yet, says so once and looks again and again, which disturbs nothing.
    private func openReader<Reader: OpenedReader & ~Copyable>(
        _ link: DaemonLink, _ pulse: inout Pulse, by open: () throws(ReaderFailure) -> Reader
    ) throws(SystemError) -> Opening<Reader> {
        let deadline = AnswerDeadline()
        let start = ContinuousClock.now
        var said: ReaderFailure?
        var pause = Self.firstPause
        while true {
            pulse.beat()
            let failure: ReaderFailure
            deadline.start(Reader.limits.opening) { try? link.say(.failed(stuck)) }
            do throws(ReaderFailure) {
                let reader = try open()
                deadline.stop()
                return .opened(reader)
            } catch {
                deadline.stop()
                failure = error
            }
            guard failure.isPassing else { return .failed(failure) }
            if failure != said, ContinuousClock.now - start >= Reader.limits.gracePeriod {
                try link.say(.failed(failure))
                said = failure
            }
            let end = ContinuousClock.now + pause
            while end > .now {
                pulse.beat()
                let wait = min(end - .now, pulse.interval ?? pause)
                // The daemon asks nothing of a worker that is not ready: it has closed the connection.
                let descriptor = link.connection.descriptor.rawValue
                if case .input = ReaderWait(forInputOn: descriptor, atMost: max(wait, .zero)) { return .dismissed }
            }
            pause = min(pause * 2, Reader.limits.longestPause)
        }
    }

    private var readerName: String { name.isEmpty ? connection : name }

    private func end(_ link: DaemonLink, because reason: String) throws(SystemError) -> Ending {
        let failure = ReaderFailure(
            code: .readerLost, message: "reader \(readerName) does not work any more", reason: reason,
            next: "check its cable; it is opened again by itself")
        try link.say(.failed(failure))
        return .failed(failure)
    }

    /// An answer is late, and the thread that waits for it can do nothing else: the process ends, and another begins anew.
    private func giveUp(_ number: UInt32, on link: DaemonLink) {
        let failure = ReaderFailure(
            code: .readerHung, message: "reader \(readerName) does not answer", reason: "a command of it is overdue",
            next: "wait: it is opened again by itself; if that fails too, unplug it and plug it in")
        try? link.say(.answer(request: number, .readerFailed("the reader does not answer in time")))
        try? link.say(.failed(failure))
        link.waitUntilHeard()
        CurrentProcess.end(1)
    }

    private var stuck: ReaderFailure {
        ReaderFailure(
            code: .readerStuck, message: "reader \(readerName) is stuck",
            reason: "it is still busy with a command that it has not answered, for up to 201 s",
            next: "unplug it and plug it in, or restart pcscd with: systemctl restart pcscd.service")
    }

    /// Nil when there is no whole request yet. An invalid request came from no daemon of ours.
    private static func nextRequest(_ splitter: inout FrameSplitter) -> (number: UInt32, request: Request)? {
        do {
            guard let payload = try splitter.next() else { return nil }
            return try Request.read(payload)
        } catch {
            return nil
        }
    }
}
