/// Where in the data area of a Type 5 tag the NDEF message is. Blocks before it: 00 NULL has no length; what else is
/// there belongs to another system, and is passed over.
struct Type5Layout: Hashable, Sendable {
    enum Holding: Hashable {
        /// No message block before the terminator or the end.
        case nothing
        /// A message block that begins at `start`; addresses of its value.
        case message(start: Int, length: Int, value: Range<Int>)
        /// A message block that the end of the data area cuts off.
        case overrun
    }

    let container: Type5Container
    let holding: Holding
    /// Whether a block that is not ours comes before the message.
    let hasForeignBlocks: Bool
    /// See ``TLVLayout/hasBlockBehind``.
    let hasBlockBehind: Bool

    /// The first byte of the data area behind a container of 4 bytes.
    static let firstByte = 4

    init(of image: Type5Image) throws(MemoryFault) {
        container = try Type5Container(of: image)
        let area = container.area(of: image)
        var place = area.lowerBound
        var hasForeignBlocks = false
        var holding = Holding.nothing
        scanning: while place < area.upperBound {
            let tag = try Self.byte(place, image)
            switch tag {
            case 0x00: place += 1
            case TLVBlock.terminator: break scanning
            case TLVBlock.messageTag, 0xFD:
                guard let (header, length) = try Self.length(at: place, image, area),
                    place + header + length <= area.upperBound
                else {
                    if tag != TLVBlock.messageTag { throw .malformed("a proprietary TLV block has no end") }
                    holding = .overrun
                    break scanning
                }
                let value = place + header..<place + header + length
                if tag == TLVBlock.messageTag {
                    holding = .message(start: place, length: length, value: value)
                    break scanning
                }
                hasForeignBlocks = true
                place = value.upperBound
            default: throw .malformed("block \((place / 4).pageNumber) holds an unknown TLV block \(tag.hexadecimal)")
            }
        }
        (self.holding, self.hasForeignBlocks) = (holding, hasForeignBlocks)
        hasBlockBehind =
            if case .message(_, _, let value) = holding {
                Self.hasBlock(at: value.upperBound, image, area)
            } else {
                false
            }
    }

    private static func hasBlock(at start: Int, _ image: Type5Image, _ area: Range<Int>) -> Bool {
        let rest = start..<max(start, area.upperBound)
        guard let place = rest.first(where: { image[byte: $0] != 0x00 }), image[byte: place] == 0xFD,
            let (header, length) = try? Self.length(at: place, image, area), length > 0
        else { return false }
        return place + header + length <= area.upperBound
    }

    /// The value of the message block; nil when there is no whole one.
    func messageBytes(in image: Type5Image) throws(MemoryFault) -> [UInt8]? {
        guard case .message(_, _, let value) = holding else { return nil }
        var bytes: [UInt8] = []
        for address in value { bytes.append(try Self.byte(address, image)) }
        return bytes
    }

    private static func byte(_ address: Int, _ image: Type5Image) throws(MemoryFault) -> UInt8 {
        guard let byte = image[byte: address] else { throw .notRead(page: address / 4) }
        return byte
    }

    /// Bytes of tag and length, and what the length says; nil when the area ends inside.
    private static func length(
        at place: Int, _ image: Type5Image, _ area: Range<Int>
    ) throws(MemoryFault) -> (header: Int, length: Int)? {
        guard place + 1 < area.upperBound else { return nil }
        let first = try byte(place + 1, image)
        guard first == 0xFF else { return (2, Int(first)) }
        guard place + 3 < area.upperBound else { return nil }
        return (4, Int(try byte(place + 2, image)) << 8 | Int(try byte(place + 3, image)))
    }
}
