/// A row of a result, apart from the connection.
package struct PostgresRow: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        let type: PostgresType
        /// In binary; nil for null.
        let bytes: [UInt8]?
    }

    let cells: [Cell]

    /// How many columns it has.
    package var count: Int { cells.count }

    package func isNull(_ column: Int) -> Bool { cells[column].bytes == nil }

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
        try value(column, of: [.bool], as: "a truth value") { _, bytes in bytes.count == 1 ? bytes[0] != 0 : nil }
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
        try value(column, of: [.bytes], as: "bytes") { _, bytes in bytes }
    }

    private func value<Value>(
        _ column: Int, of types: [PostgresType], as wanted: String, _ read: (PostgresType, [UInt8]) -> Value?
    ) throws(PostgresError) -> Value? {
        let cell = cells[column]
        guard types.contains(cell.type) else {
            throw PostgresError(
                .unexpectedType, why: "column \(column + 1) is of type \(cell.type.rawValue), not \(wanted)")
        }
        guard let bytes = cell.bytes else { return nil }
        guard let value = read(cell.type, bytes) else {
            throw PostgresError(.unexpectedType, why: "column \(column + 1) is not \(wanted)")
        }
        return value
    }
}
