/// Rows out of binary COPY. The server sends each row in a message of its own, the first one behind the header.
struct CopyDecoder {
    private var isStarted = false

    /// A message's row; nil at the end.
    mutating func row(in message: [UInt8]) throws(PostgresError) -> CopiedRow? {
        var place = 0
        if !isStarted {
            guard message.starts(with: CopyEncoder.header) else {
                throw PostgresError(.unexpectedType, why: "what is copied out does not begin as binary COPY does")
            }
            place = CopyEncoder.header.count
            isStarted = true
        }
        guard let count = Int16(networkBytes: message.dropFirst(place).prefix(2)) else { throw CopiedRow.short }
        return count >= 0 ? CopiedRow(message, columns: Int(count), from: place + 2) : nil
    }
}
