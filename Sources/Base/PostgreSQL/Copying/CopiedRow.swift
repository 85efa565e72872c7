/// A row that is copied out, its columns read one after the other. What is copied in binary does not say of which type a
/// column is: the statement does.
package struct CopiedRow {
    private let message: [UInt8]
    private var place: Int
    /// How many columns are still to be read.
    package private(set) var rest: Int

    /// `place`: behind the number of columns.
    init(_ message: [UInt8], columns: Int, from place: Int) {
        self.message = message
        self.place = place
        rest = columns
    }

    /// Nil for null.
    package mutating func bytes() throws(PostgresError) -> ArraySlice<UInt8>? {
        guard rest > 0, let length = Int32(networkBytes: message.dropFirst(place).prefix(4)) else { throw Self.short }
        rest -= 1
        place += 4
        guard length >= 0 else { return nil }
        guard message.count - place >= length else { throw Self.short }
        defer { place += Int(length) }
        return message[place..<place + Int(length)]
    }

    /// Of a `bigint`; nil for null.
    package mutating func integer() throws(PostgresError) -> Int64? {
        try bytes().map { bytes throws(PostgresError) in try Self.number(bytes) }
    }

    /// Of a `double precision`, with all its bits; nil for null.
    package mutating func double() throws(PostgresError) -> Double? {
        try bytes().map { bytes throws(PostgresError) in Double(bitPattern: try Self.number(bytes)) }
    }

    /// Nil for null.
    package mutating func text() throws(PostgresError) -> String? {
        try bytes().map { bytes throws(PostgresError) in
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw PostgresError(.unexpectedType, why: "a copied column is not a text")
            }
            return text
        }
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) throws(PostgresError) -> Number {
        guard let number = Number(networkBytes: bytes) else {
            throw PostgresError(
                .unexpectedType, why: "a copied column has \(bytes.count) bytes, not \(Number.bitWidth / 8)")
        }
        return number
    }

    static var short: PostgresError { PostgresError(.unexpectedType, why: "a copied row ends too early") }
}
