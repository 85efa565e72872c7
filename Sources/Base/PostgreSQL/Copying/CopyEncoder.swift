/// Rows as binary COPY takes them: a signature, then each row with its number of columns, each value behind its length
/// (PostgreSQL's manual, COPY, binary format).
struct CopyEncoder {
    private(set) var bytes: [UInt8] = Self.header

    /// Signature, no flags, no extension.
    static let header = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)

    mutating func append(_ row: [PostgresValue]) {
        bytes += Int16(clamping: row.count).networkBytes
        for value in row {
            guard let binary = value.binary else {
                bytes += Int32(-1).networkBytes
                continue
            }
            bytes += Int32(clamping: binary.count).networkBytes
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
