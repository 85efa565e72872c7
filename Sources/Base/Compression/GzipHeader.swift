/// What comes before the data of a member of a gzip file (RFC 1952, 2.3), byte by byte. What it says is of no use here; only
/// where it ends.
///
/// ISA-L could read it, but version 2.30 refuses good headers that come in two pieces.
struct GzipHeader {
    private enum Field: Equatable {
        case fixed, extraSize, name, comment, checksum, end
        case extra(size: Int)
    }

    /// The fields that a header need not have, in their order, and the flags that announce them.
    private static let further: [(flag: UInt8, field: Field)] = [
        (0x04, .extraSize), (0x08, .name), (0x10, .comment), (0x02, .checksum),
    ]
    private static let reserved: UInt8 = 0xE0

    private var field = Field.fixed
    /// Of the fields that are still to come.
    private var flags: UInt8 = 0
    /// How many bytes of the field there were, and the first two as a number.
    private var (count, number) = (0, 0)
    private var checksum: UInt32 = 0

    var isWhole: Bool { field == .end }

    mutating func take(_ byte: UInt8) throws(CompressionError) {
        if field == .fixed { try check(byte) }
        if field != .checksum { checksum = GzipChecksum.extended(checksum, by: CollectionOfOne(byte).span) }
        if count < 2 { number |= Int(byte) << (8 * count) }
        count += 1
        switch field {
        case .fixed where count == 10: proceed()
        case .extraSize where count == 2:
            if number > 0 { begin(.extra(size: number)) } else { proceed() }
        case .extra(count): proceed()
        case .name where byte == 0, .comment where byte == 0: proceed()
        case .checksum where count == 2:
            guard number == checksum & 0xFFFF else { throw .damage("a header does not fit its checksum") }
            proceed()
        default: break
        }
    }

    /// One of the first four bytes.
    private mutating func check(_ byte: UInt8) throws(CompressionError) {
        switch count {
        case 0 where byte != 0x1F, 1 where byte != 0x8B: throw .damage("a header is missing")
        case 2 where byte != 8: throw .damage("its method of compression is unknown")
        case 3:
            guard byte & Self.reserved == 0 else { throw .damage("a header has unknown flags") }
            flags = byte
        default: break
        }
    }

    /// Continues with the next field that is there.
    private mutating func proceed() {
        let next = Self.further.first { flags & $0.flag != 0 }
        flags &= ~(next?.flag ?? 0)
        begin(next?.field ?? .end)
    }

    private mutating func begin(_ field: Field) {
        self.field = field
        (count, number) = (0, 0)
    }
}
