public import Faults

extension NDEFMessage {
    /// Reads a whole message. Strict: one message, from its first byte to its last, with each flag in its
    /// place; chunked records are joined. Any input gives a message or an error.
    public init(decoding bytes: [UInt8]) throws(NDEFError) {
        guard bytes.count <= NDEFMessage.largestSize else {
            throw NDEFError(.tooLarge, reason: "\(bytes.count) bytes, at most \(NDEFMessage.largestSize)")
        }
        guard !bytes.isEmpty else { throw NDEFError(.noRecord, reason: "it has no bytes") }

        var records: [NDEFRecord] = []
        var position = 0
        var isEnded = false
        while !isEnded {
            guard position < bytes.count else {
                throw NDEFError(.truncated, reason: "no record carries the message-end flag")
            }
            let isFirst = position == 0
            let first = try RecordHeader(reading: bytes, at: &position)
            guard first.flags.contains(.messageBegin) == isFirst else {
                throw NDEFError(
                    .badFlags,
                    reason: "the message-begin flag at byte \(first.offset) is \(isFirst ? "missing" : "set")"
                )
            }
            guard first.format != .unchanged else {
                throw NDEFError(.badChunk, reason: "the chunk at byte \(first.offset) continues no record")
            }
            var payload = first.payload
            var last = first
            while last.flags.contains(.chunk) {
                last = try NDEFMessage.chunk(after: last, in: bytes, at: &position)
                payload += last.payload
            }
            records.append(
                try NDEFRecord(
                    format: first.format, type: first.type, identifier: first.identifier, payload: payload))
            isEnded = last.flags.contains(.messageEnd)
        }
        guard position == bytes.count else {
            throw NDEFError(
                .trailingBytes, reason: "\(bytes.count - position) bytes follow the last record")
        }
        self.init(records: records)
    }

    /// The chunk that continues `previous`: format 6, no type, no identifier (NDEF 1.0, 2.3.3).
    private static func chunk(
        after previous: RecordHeader, in bytes: [UInt8], at position: inout Int
    ) throws(NDEFError) -> RecordHeader {
        guard !previous.flags.contains(.messageEnd), position < bytes.count else {
            throw NDEFError(
                .badChunk, reason: "the message ends inside the chunked record at byte \(previous.offset)")
        }
        let chunk = try RecordHeader(reading: bytes, at: &position)
        guard chunk.format == .unchanged, chunk.type.isEmpty, !chunk.flags.contains(.identifierLength) else {
            throw NDEFError(
                .badChunk, reason: "the record at byte \(chunk.offset) does not continue the chunk before it")
        }
        guard !chunk.flags.contains(.messageBegin) else {
            throw NDEFError(.badFlags, reason: "the message-begin flag at byte \(chunk.offset) is set")
        }
        return chunk
    }
}
