// A frame is its payload's length (4 bytes, big endian) and the payload; the payload's first byte is its kind.
// Inside, numbers are big endian, and bytes and texts are preceded by their length in 2 bytes.

/// Frames longer than this end the connection: the longest real one carries a 264-byte tag command.
package let longestPayload = 4_096

struct FrameWriter {
    private var payload: [UInt8]

    init(kind: UInt8) {
        payload = [kind]
    }

    mutating func byte(_ value: UInt8) { payload.append(value) }

    mutating func number(_ value: UInt32) {
        for shift in [24, 16, 8, 0] { payload.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
    }

    /// Longer values are cut: only texts for people can be that long.
    mutating func bytes(_ value: [UInt8]) {
        let kept = value.prefix(1_000)
        payload.append(UInt8(kept.count >> 8))
        payload.append(UInt8(kept.count & 0xFF))
        payload.append(contentsOf: kept)
    }

    mutating func text(_ value: String) { bytes(Array(value.utf8)) }

    var frame: [UInt8] {
        var frame = FrameWriter(kind: 0)
        frame.payload = []
        frame.number(UInt32(payload.count))
        return frame.payload + payload
    }
}

struct PayloadReader {
    private var rest: ArraySlice<UInt8>

    init(_ payload: [UInt8]) {
        rest = payload[...]
    }

    mutating func byte() throws(ProtocolError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw ProtocolError.truncated }
        return byte
    }

    mutating func number() throws(ProtocolError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 { value = value << 8 | UInt32(try byte()) }
        return value
    }

    mutating func bytes() throws(ProtocolError) -> [UInt8] {
        let count = Int(try byte()) << 8 | Int(try byte())
        guard rest.count >= count else { throw ProtocolError.truncated }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text() throws(ProtocolError) -> String {
        String(decoding: try bytes(), as: UTF8.self)
    }

    func end() throws(ProtocolError) {
        guard rest.isEmpty else { throw ProtocolError.surplus }
    }
}

/// The other side does not speak this protocol; the connection is to be closed.
public enum ProtocolError: Error, Hashable, Sendable {
    case truncated
    case surplus
    case unknownKind(UInt8)
    case tooLong(Int)
}
