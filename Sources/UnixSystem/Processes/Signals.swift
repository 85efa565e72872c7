import Dispatch
import Glibc

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

    /// Each arrival of one of `signals`, from now on; they no longer end the process.
    ///
    /// The signals stay ignored when the stream ends, so that a second one cannot cut a shutdown short.
    /// See: man 2 signal, man 7 signal
    public static func stream(of signals: [Signal]) -> AsyncStream<Signal> {
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
        let queue = DispatchQueue(label: "signals")
        let sources = signals.map { kind in
            signal(kind.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: kind.number, queue: queue)
            source.setEventHandler { continuation.yield(kind) }
            source.activate()
            return SignalSource(source)
        }
        continuation.onTermination = { _ in for source in sources { source.cancel() } }
        return stream
    }

    /// Makes writing to a closed pipe or socket an error (EPIPE) instead of the end of the process.
    public static func ignoreBrokenPipe() { signal(SIGPIPE, SIG_IGN) }
}

/// A running signal source.
///
/// `@unchecked Sendable`: `cancel` is the only thing done with it after its activation, and Dispatch lets any
/// thread do that.
private final class SignalSource: @unchecked Sendable {
    private let source: any DispatchSourceSignal
    init(_ source: any DispatchSourceSignal) { self.source = source }
    func cancel() { source.cancel() }
}
