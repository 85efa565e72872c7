/// One call of a reader's library that has reached for the reader, as a check of the hardware shows it.
public struct TracedExchange: Hashable, Sendable {
    /// The library's name for it: `SCardTransmit`.
    public let call: String
    /// Bytes as they were given to the library.
    public let sent: [UInt8]
    public let received: [UInt8]
    /// What the library says of a call that has failed; empty where it has not.
    public let failure: String
    /// Microseconds from the worker's start to the call's, and what the call took.
    public let start: UInt32
    public let duration: UInt32

    public init(
        call: String, sent: [UInt8], received: [UInt8], failure: String, start: UInt32, duration: UInt32
    ) {
        self.call = call
        self.sent = sent
        self.received = received
        self.failure = failure
        self.start = start
        self.duration = duration
    }
}

extension TracedExchange {
    func write(to writer: inout FrameWriter) {
        writer.text(call)
        writer.bytes(sent)
        writer.bytes(received)
        writer.text(failure)
        writer.number(start)
        writer.number(duration)
    }

    init(from reader: inout PayloadReader) throws(ProtocolError) {
        call = try reader.text()
        sent = try reader.bytes()
        received = try reader.bytes()
        failure = try reader.text()
        start = try reader.number()
        duration = try reader.number()
    }
}
