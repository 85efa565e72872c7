import CLinux
public import Faults
import Glibc
import Synchronization

/// Signals to this process.
public enum Signals {
    /// The signals a daemon answers.
    public enum Signal: Sendable, Equatable, CaseIterable {
        case hangUp
        case interrupt
        case terminate

        var number: Int32 {
            switch self {
            case .hangUp: SIGHUP
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            }
        }
    }

    /// What asks a program to end: a person, its manager, and the terminal that it was started at, which is closed. No
    /// program of ours reads its settings again on a hang-up: one that is sent for that ends it in order, too.
    public static let ending: [Signal] = [.interrupt, .terminate, .hangUp]

    /// Each arrival of one of `signals`, from the moment this returns; they no longer end the process.
    ///
    /// They do not end it after the stream's end either, so that a second one cannot cut a shutdown short. A hang-up
    /// that was ignored when the program began (`nohup`) stays so, and does not arrive.
    /// See: man 2 sigaction
    public static func stream(of signals: [Signal]) throws(SystemError) -> AsyncStream<Signal> {
        let pipe = try watch()
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
        let number = listeners.withLock { $0.add(Listener(signals: signals, continuation: continuation)) }
        continuation.onTermination = { _ in listeners.withLock { $0.remove(number) } }
        for signal in signals {
            guard waymark_note_signals(signal.number, pipe) == 0 else {
                throw SystemError("cannot catch signal \(signal.number)", call: "sigaction")
            }
        }
        return stream
    }

    /// Makes writing to a closed pipe or socket an error (EPIPE) instead of the end of the process.
    public static func ignoreBrokenPipe() { signal(SIGPIPE, SIG_IGN) }

    private struct Listener {
        let signals: [Signal]
        let continuation: AsyncStream<Signal>.Continuation
    }

    private struct Listeners {
        /// The end that the handler writes to. It stays open as long as the process lives.
        var pipe: Int32?
        private var all: [Int: Listener] = [:]
        private var last = 0

        mutating func add(_ listener: Listener) -> Int {
            last += 1
            all[last] = listener
            return last
        }

        mutating func remove(_ number: Int) { all[number] = nil }

        func continuations(for number: UInt8) -> [(Signal, AsyncStream<Signal>.Continuation)] {
            all.values.flatMap { listener in
                listener.signals.filter { $0.number == Int32(number) }.map { ($0, listener.continuation) }
            }
        }
    }

    private static let listeners = Mutex(Listeners())

    /// Starts, once, the thread that carries the signals from the handler's pipe to the streams.
    private static func watch() throws(SystemError) -> Int32 {
        try listeners.withLock { listeners throws(SystemError) in
            if let pipe = listeners.pipe { return pipe }
            let pipe = try FileDescriptor.pipe()
            let output = pipe.output.release()
            // A handler must not wait, not even for a pipe.
            _ = fcntl(pipe.input.rawValue, F_SETFL, O_NONBLOCK)
            try DedicatedThread.start("signals") { carry(from: FileDescriptor(owning: output)) }
            let input = pipe.input.release()
            listeners.pipe = input
            return input
        }
    }

    private static func carry(from pipe: consuming FileDescriptor) {
        while let bytes = try? pipe.read(upTo: 64), !bytes.isEmpty {
            for byte in bytes {
                // Yielded outside the lock: ending a stream takes it.
                let waiting = listeners.withLock { $0.continuations(for: byte) }
                for (signal, continuation) in waiting { continuation.yield(signal) }
            }
        }
    }
}
