/// A row of a result, apart from the connection.
package struct PostgresRow: Hashable, Sendable {
    /// Of its columns: one list for all rows of a result.
    private let types: [PostgresType]
    /// The columns in binary, one behind the other.
    private let bytes: [UInt8]
    /// Where each column is; nil for null.
    private let places: [Range<Int32>?]

    init(types: [PostgresType], bytes: [UInt8], places: [Range<Int32>?]) {
        self.types = types
        self.bytes = bytes
        self.places = places
    }

    /// How many columns it has.
    package var count: Int { places.count }

    package func isNull(_ column: Int) -> Bool { places[column] == nil }

    /// A column of any of the integer types; nil for null.
    package func integer(_ column: Int) throws(PostgresError) -> Int64? {
        try value(column, of: [.int8, .int4, .int2], as: "an integer") { type, bytes in
            switch type {
            case .int8: Int64(networkBytes: bytes)
            case .int4: Int32(networkBytes: bytes).map(Int64.init)
            default: Int16(networkBytes: bytes).map(Int64.init)
            }
        }
    }

    package func bool(_ column: Int) throws(PostgresError) -> Bool? {
        try value(column, of: [.bool], as: "a truth value") { _, bytes in bytes.count == 1 ? bytes.first != 0 : nil }
    }

    /// With all its bits.
    package func double(_ column: Int) throws(PostgresError) -> Double? {
        try value(column, of: [.double], as: "a double") { _, bytes in
            UInt64(networkBytes: bytes).map { Double(bitPattern: $0) }
        }
    }

    package func text(_ column: Int) throws(PostgresError) -> String? {
        try value(column, of: [.text, .boundedText, .fixedText, .name], as: "a text") { _, bytes in
            String(validating: bytes, as: UTF8.self)
        }
    }

    package func bytes(_ column: Int) throws(PostgresError) -> [UInt8]? {
        try value(column, of: [.bytes], as: "bytes") { _, bytes in Array(bytes) }
    }

    private func value<Value>(
        _ column: Int, of types: [PostgresType], as wanted: String, _ read: (PostgresType, ArraySlice<UInt8>) -> Value?
    ) throws(PostgresError) -> Value? {
        let type = self.types[column]
        guard types.contains(type) else {
            throw PostgresError(
                .unexpectedType, why: "column \(column + 1) is of type \(type.rawValue), not \(wanted)")
        }
        guard let place = places[column] else { return nil }
        guard let value = read(type, bytes[Int(place.lowerBound)..<Int(place.upperBound)]) else {
            throw PostgresError(.unexpectedType, why: "column \(column + 1) is not \(wanted)")
        }
        return value
    }
}
