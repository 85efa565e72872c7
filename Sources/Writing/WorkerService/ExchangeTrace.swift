internal import ReaderProtocol

/// Tells each call of a reader's library to the program that asked for it: a check of the hardware, never a station
/// at work.
package struct ExchangeTrace: Sendable {
    private let beginning = ContinuousClock.now
    private let tell: @Sendable (TracedExchange) -> Void

    init(_ tell: @escaping @Sendable (TracedExchange) -> Void) {
        self.tell = tell
    }

    /// A call that began at `start` has come back.
    package func note(
        _ call: String, since start: ContinuousClock.Instant, sent: [UInt8] = [], received: [UInt8] = [],
        failure: String? = nil
    ) {
        tell(
            TracedExchange(
                call: call, sent: sent, received: received, failure: failure ?? "",
                start: Self.microseconds(start - beginning), duration: Self.microseconds(.now - start)))
    }

    private static func microseconds(_ duration: Duration) -> UInt32 {
        let (seconds, attoseconds) = duration.components
        return UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
