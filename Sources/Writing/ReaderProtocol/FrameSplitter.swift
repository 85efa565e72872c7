/// Cuts a byte stream into payloads.
public struct FrameSplitter: Sendable {
    private var buffer: [UInt8] = []

    public init() {}

    public mutating func append(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
    }

    /// The next whole payload, or nil until more bytes have come. Throws when the announced length is one that no
    /// program of this protocol would send.
    public mutating func next() throws(ProtocolError) -> [UInt8]? {
        guard buffer.count >= 4 else { return nil }
        let length = buffer.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= longestPayload else { throw .tooLong(length) }
        guard length > 0 else { throw .truncated }
        guard buffer.count >= 4 + length else { return nil }
        defer { buffer.removeFirst(4 + length) }
        return Array(buffer[4..<(4 + length)])
    }
}
