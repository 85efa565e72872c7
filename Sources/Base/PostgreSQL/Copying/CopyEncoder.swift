/// Rows as binary COPY takes them: a signature, then each row with its number of columns, each value behind its length
/// (PostgreSQL's manual, COPY, binary format).
struct CopyEncoder {
    private(set) var bytes: [UInt8] = Self.header

    /// Signature, no flags, no extension.
    static let header = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)

    mutating func append(_ row: [PostgresValue]) {
        bytes.append(network: Int16(clamping: row.count))
        for value in row { append(value) }
    }

    /// Most columns are texts and numbers, which need no array of their own on their way.
    private mutating func append(_ value: PostgresValue) {
        switch value {
        case .text(let text):
            bytes.append(network: Int32(clamping: text.utf8.count))
            bytes += text.utf8
        case .integer(let number):
            bytes.append(network: Int32(8))
            bytes.append(network: number)
        default:
            guard let binary = value.binary else { return bytes.append(network: Int32(-1)) }
            bytes.append(network: Int32(clamping: binary.count))
            bytes += binary
        }
    }

    /// After the last row.
    mutating func end() { bytes += Int16(-1).networkBytes }

    /// Takes out what is there, when it is much.
    mutating func take(atLeast count: Int) -> [UInt8]? {
        guard bytes.count >= count else { return nil }
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
