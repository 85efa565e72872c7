/// Rows out of binary COPY. The server sends each row in a message of its own, the first one behind the header.
struct CopyDecoder {
    private var isStarted = false

    /// The columns of a message's row, nil for null each; nil at the end.
    mutating func row(in message: [UInt8]) throws(PostgresError) -> [[UInt8]?]? {
        var rest = message[...]
        if !isStarted {
            guard rest.starts(with: CopyEncoder.header) else {
                throw PostgresError(.unexpectedType, why: "what is copied out does not begin as binary COPY does")
            }
            rest.removeFirst(CopyEncoder.header.count)
            isStarted = true
        }
        let count = try Self.number(Int16.self, &rest)
        guard count >= 0 else { return nil }
        var columns: [[UInt8]?] = []
        for _ in 0..<count {
            let length = try Self.number(Int32.self, &rest)
            guard length >= 0 else {
                columns.append(nil)
                continue
            }
            guard rest.count >= length else { throw Self.short }
            columns.append(Array(rest.prefix(Int(length))))
            rest.removeFirst(Int(length))
        }
        return columns
    }

    private static func number<Number: FixedWidthInteger>(
        _ type: Number.Type, _ rest: inout ArraySlice<UInt8>
    ) throws(PostgresError) -> Number {
        let width = Number.bitWidth / 8
        guard let number = Number(networkBytes: rest.prefix(width)) else { throw short }
        rest.removeFirst(width)
        return number
    }

    private static var short: PostgresError { PostgresError(.unexpectedType, why: "a copied row ends too early") }
}
