/// A value of a parameter, or of a column that is copied in. It travels in binary: a double arrives with all its bits, and
/// no text is parsed for numbers.
package enum PostgresValue: Hashable, Sendable {
    /// Null of a type that the statement says.
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    /// Without U+0000, which the database's text cannot hold.
    case text(String)
    case bytes([UInt8])
    /// For `unnest`, one row for each element, nil for null.
    case integers([Int64?])
    case doubles([Double?])
    case texts([String?])
    case byteStrings([[UInt8]?])

    /// Nil for null, whose type the statement's context says.
    var type: PostgresType? {
        switch self {
        case .null: nil
        case .bool: .bool
        case .integer: .int8
        case .double: .double
        case .text: .text
        case .bytes: .bytes
        case .integers: .int8Array
        case .doubles: .doubleArray
        case .texts: .textArray
        case .byteStrings: .bytesArray
        }
    }

    /// Nil for null.
    var binary: [UInt8]? {
        switch self {
        case .null: nil
        case .bool(let value): [value ? 1 : 0]
        case .integer(let value): value.networkBytes
        case .double(let value): value.bitPattern.networkBytes
        case .text(let value): Array(value.utf8)
        case .bytes(let value): value
        case .integers(let values): Self.array(values, of: .int8) { $1.append(network: $0) }
        case .doubles(let values): Self.array(values, of: .double) { $1.append(network: $0.bitPattern) }
        case .texts(let values): Self.array(values, of: .text) { $1 += $0.utf8 }
        case .byteStrings(let values): Self.array(values, of: .bytes) { $1 += $0 }
        }
    }

    /// An array of one dimension: dimensions, whether there are nulls, the type, the length, the first index, then each
    /// element behind its length, which is -1 for null (array_send in the server).
    private static func array<Element>(
        _ elements: [Element?], of type: PostgresType, _ append: (Element, inout [UInt8]) -> Void
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + 24 * elements.count)
        bytes.append(network: Int32(elements.isEmpty ? 0 : 1))
        bytes.append(network: Int32(elements.contains { $0 == nil } ? 1 : 0))
        bytes.append(network: type.rawValue)
        guard !elements.isEmpty else { return bytes }
        bytes.append(network: Int32(elements.count))
        bytes.append(network: Int32(1))
        for element in elements {
            let start = bytes.count
            bytes.append(network: Int32(-1))
            guard let element else { continue }
            append(element, &bytes)
            let length = Int32(bytes.count - start - 4)
            for (offset, byte) in length.networkBytes.enumerated() { bytes[start + offset] = byte }
        }
        return bytes
    }
}

extension [UInt8] {
    /// The most significant byte first.
    mutating func append(network number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
    }
}

extension FixedWidthInteger {
    /// The most significant byte first.
    var networkBytes: [UInt8] { unsafe withUnsafeBytes(of: bigEndian) { unsafe Array($0) } }

    /// Nil unless there are as many bytes as the number has.
    init?(networkBytes bytes: some Collection<UInt8>) {
        guard bytes.count == Self.bitWidth / 8 else { return nil }
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}
