internal import Faults
internal import Glibc
package import ReaderProtocol
package import UnixSystem

/// The inside of `waymark-reader`: one reader, one connection to the daemon, one question at a time.
///
/// The worker ends when the daemon closes the connection, when it is asked to by SIGTERM or SIGINT, or when the
/// reader is gone; in each case it closes the reader first.
package struct ReaderWorker: Sendable {
    package enum Ending: Sendable, Equatable {
        /// The daemon, or the sender of a signal, has no more use for it.
        case dismissed
        case failed(ReaderFailure)
    }

    /// The waits before looking again at a reader that another program has: doubling from the first to the longest.
    private static let firstPause = Duration.milliseconds(250)
    private static let longestPause = Duration.seconds(10)

    /// How long the daemon may take to ask who a worker is.
    private static let longestHearing = Duration.seconds(5)

    package let socketPath: String
    /// Empty: the reader that the daemon knows at this connection.
    package let name: String
    package let connection: String

    package init(socketPath: String, name: String, connection: String) {
        self.socketPath = socketPath
        self.name = name
        self.connection = connection
    }

    /// Serves until there is a reason to end. Blocks the calling thread, the only one that calls libnfc.
    package func run() throws(SystemError) -> Ending {
        let link = SharedConnection(try UnixConnection.connect(to: socketPath))
        let signals = try Signals.stream(of: [.terminate, .interrupt])
        // Before the last socket is made.
        let pulse = Pulse()
        if Self.device(of: connection) != nil { try CurrentProcess.refuseNewConnections() }
        Task {
            for await _ in signals { link.connection.shut() }
        }
        let hello = Hello(name: name, connection: connection, processIdentifier: getpid())
        do {
            try link.connection.write(WorkerMessage.hello(hello).frame)
            let ending = try serve(link.connection, pulse)
            if case .failed = ending { Self.waitUntilHeard(link.connection) }
            return ending
        } catch  where error.code == .closed {
            return .dismissed
        }
    }

    /// Lives until the daemon has read the last word and closes. It asks which process says it, and of one that has ended it
    /// takes nothing.
    private static func waitUntilHeard(_ link: borrowing UnixConnection) {
        _ = shutdown(link.descriptor.rawValue, Int32(SHUT_WR))
        let deadline = ContinuousClock.now + longestHearing
        while let bytes = try? link.read(upTo: 4_096, until: deadline), !bytes.isEmpty {}
    }

    private func serve(_ link: borrowing UnixConnection, _ first: consuming Pulse) throws(SystemError) -> Ending {
        var pulse = first
        pulse.beat()
        var device: NFCDevice
        switch try openReader(link, &pulse) {
        case .opened(let opened): device = opened
        case .dismissed: return .dismissed
        case .failed(let failure):
            try link.write(WorkerMessage.failed(failure).frame)
            return .failed(failure)
        }
        pulse.readerIsOpen()
        try link.write(WorkerMessage.ready(device.description).frame)
        var splitter = FrameSplitter()
        while true {
            pulse.beat()
            switch device.wait(forInputOn: link.descriptor.rawValue, atMost: pulse.interval) {
            case .timeUp: continue
            case .readerGone: return try end(link, because: "its port has hung up")
            case .input: break
            }
            let bytes = try link.read(upTo: 4_096)
            guard !bytes.isEmpty else { return .dismissed }
            splitter.append(bytes)
            while let (number, request) = Self.nextRequest(&splitter) {
                let answer = device.answer(request)
                try link.write(WorkerMessage.answer(request: number, answer).frame)
                guard case .readerFailed(let text) = answer else { continue }
                return try end(link, because: "libnfc says: \(text)")
            }
        }
    }

    private enum Opening: ~Copyable {
        case opened(NFCDevice)
        case dismissed
        case failed(ReaderFailure)
    }

    /// Opens the reader. While another driver or program has it, says so once and looks again and again whether it has
    /// let go, which disturbs nothing.
    private func openReader(
        _ link: borrowing UnixConnection, _ pulse: inout Pulse
    ) throws(SystemError) -> Opening {
        var said: ReaderFailure?
        var pause = Self.firstPause
        while true {
            pulse.beat()
            let failure: ReaderFailure
            do {
                return .opened(try NFCDevice.open(try Connection(connection)))
            } catch {
                failure = error
            }
            guard failure.isAnothers else { return .failed(failure) }
            if failure != said { try link.write(WorkerMessage.failed(failure).frame) }
            said = failure
            let end = ContinuousClock.now + pause
            while end > .now {
                pulse.beat()
                let wait = min(end - .now, pulse.interval ?? pause)
                // The daemon asks nothing of a worker that is not ready: it has closed the connection.
                if case .input = ReaderWait(forInputOn: link.descriptor.rawValue, atMost: max(wait, .zero)) {
                    return .dismissed
                }
            }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func end(_ link: borrowing UnixConnection, because reason: String) throws(SystemError) -> Ending {
        let failure = ReaderFailure(
            code: .readerLost, message: "reader \(name.isEmpty ? connection : name) does not work any more",
            reason: reason,
            next: "check its cable; it is opened again by itself")
        try link.write(WorkerMessage.failed(failure).frame)
        return .failed(failure)
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

    /// Makes the process one that libnfc can live in. To be called first, before anything else is opened and before
    /// there is a second thread.
    ///
    /// libnfc also puts its descriptors into an `fd_set`, which holds numbers below 1024: a worker has a dozen.
    package static func prepareProcess() {
        openStandardStreams()
        LibNFC.prepareEnvironment()
    }

    /// Opens those of the descriptors 0, 1 and 2 that are closed.
    ///
    /// libnfc takes descriptor 0 for "no abort pipe": were standard input closed, the port itself would get
    /// number 0 and every read would look like an abort.
    private static func openStandardStreams() {
        while true {
            let descriptor = unsafe open("/dev/null", O_RDWR)
            if descriptor > 2 {
                close(descriptor)
                return
            }
            guard descriptor >= 0 else { return }
        }
    }
}

/// Lets the task that waits for signals end the conversation of the thread that serves.
private final class SharedConnection: Sendable {
    let connection: UnixConnection

    init(_ connection: consuming UnixConnection) {
        self.connection = connection
    }
}
