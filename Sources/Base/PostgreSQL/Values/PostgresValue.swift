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
    /// For `unnest`, one row for each element; there is no null in them.
    case integers([Int64])
    case doubles([Double])
    case texts([String])
    case byteStrings([[UInt8]])

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
        case .integers(let values): Self.array(values.map(\.networkBytes), of: .int8)
        case .doubles(let values): Self.array(values.map(\.bitPattern.networkBytes), of: .double)
        case .texts(let values): Self.array(values.map { Array($0.utf8) }, of: .text)
        case .byteStrings(let values): Self.array(values, of: .bytes)
        }
    }

    /// An array of one dimension: dimensions, whether there are nulls, the type, the length, the first index, then each
    /// element behind its length (array_send in the server).
    private static func array(_ elements: [[UInt8]], of type: PostgresType) -> [UInt8] {
        var bytes = Int32(elements.isEmpty ? 0 : 1).networkBytes + Int32(0).networkBytes + type.rawValue.networkBytes
        guard !elements.isEmpty else { return bytes }
        bytes += Int32(elements.count).networkBytes + Int32(1).networkBytes
        for element in elements { bytes += Int32(element.count).networkBytes + element }
        return bytes
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
