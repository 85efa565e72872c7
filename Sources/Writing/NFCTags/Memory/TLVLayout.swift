/// Where in the data area the NDEF message is, or can be put: the blocks before it are passed over and kept.
///
/// Blocks (T2T 1.0, 2.3): 00 NULL and FE terminator have no length; 01 Lock Control and 02 Memory Control have
/// three bytes; 03 NDEF message; FD proprietary. A length is one byte, or FF and two bytes.
struct TLVLayout: Hashable, Sendable {
    enum Holding: Hashable {
        /// No message block. The first free byte is a terminator, behind which nothing is read, or a NULL.
        case nothing
        /// A message block with a value of `length` bytes behind a header of `header` bytes.
        case message(header: Int, length: Int)
        /// A message block that the end of the data area cuts off.
        case overrun
    }

    let container: CapabilityContainer
    let holding: Holding
    /// The addresses of the message block from its tag byte on, or of the free bytes, to the end of the data area.
    /// Reserved bytes are left out.
    let addresses: [Int]
    /// Whether a proprietary block is behind the message, as far as was read: a longer message would be written over it.
    let hasBlockBehind: Bool
    /// Blocks that are still to be written before the message, by address; empty unless the area is laid out afresh.
    let missingBlocks: [Int: UInt8]
    /// The values of the Lock Control TLV blocks before the message.
    private let lockControls: [[UInt8]]
    /// What control blocks reserve.
    private let reserved: [Range<Int>]

    init(of image: Type2Image) throws(MemoryFault) {
        container = try CapabilityContainer(of: image)
        var reader = TLVReader(image, area: container.dataArea)
        var freeSpace: TLVReader?
        var (lockControls, reserved): ([[UInt8]], [Range<Int>]) = ([], [])
        var hasBlockBehind = false
        missingBlocks = [:]
        scanning: while true {
            let block = reader
            switch try reader.next() {
            case 0x00:
                freeSpace = freeSpace ?? block
                continue
            case 0x01:
                let value = try Self.control(&reader, name: "Lock Control")
                lockControls.append(value)
                reserved.append(ReservedArea.lockBits(value))
                reader.reserve(ReservedArea.lockBits(value))
            case 0x02:
                let area = ReservedArea.memory(try Self.control(&reader, name: "Memory Control"))
                reserved.append(area)
                reader.reserve(area)
            case 0x03:
                let found = try Self.message(reader)
                if case .message(let header, let length) = found {
                    hasBlockBehind = Self.hasBlock(in: reader, behind: header - 1 + length)
                }
                holding = found
                addresses = block.remaining
                break scanning
            case 0xFD:
                guard let length = try Self.length(&reader), Self.skip(length.value, in: &reader) else {
                    throw .malformed("a proprietary TLV block runs over the end of the data area")
                }
            case 0xFE, nil:
                holding = .nothing
                addresses = (freeSpace ?? block).remaining
                break scanning
            case .some(let tag):
                throw .malformed(
                    "page \((block.address / 4).pageNumber) holds an unknown TLV block \(tag.hexadecimal)")
            }
            freeSpace = nil
        }
        (self.lockControls, self.reserved, self.hasBlockBehind) = (lockControls, reserved, hasBlockBehind)
    }

    /// The data area as the factory lays it out, whatever it holds now: its control blocks, which are still to be
    /// written, then room for the message.
    init(anew image: Type2Image) throws(MemoryFault) {
        container = try CapabilityContainer(of: image)
        let blocks = image.product.controlBlocks
        holding = .nothing
        addresses = Array(container.dataArea.dropFirst(blocks.count))
        missingBlocks = Dictionary(uniqueKeysWithValues: zip(container.dataArea, blocks))
        (lockControls, reserved, hasBlockBehind) = ([], [], false)
    }

    /// Whether the control blocks are such as this product can have. A page that was torn while it was programmed may
    /// be left with a block that can be read and says nonsense.
    func isPlausible(on product: TagProduct) -> Bool {
        // The lock bits of every product are behind its data area.
        guard !reserved.contains(where: { $0.overlaps(container.dataArea) }) else { return false }
        return product.controlBlocks.isEmpty || lockControls.allSatisfy { [0x01, 0x03] + $0 == product.controlBlocks }
    }

    /// The value of the message block; nil when there is no whole one.
    func messageBytes(in image: Type2Image) throws(MemoryFault) -> [UInt8]? {
        guard case .message(let header, let length) = holding else { return nil }
        var bytes: [UInt8] = []
        for address in addresses[header..<header + length] {
            guard let byte = image[byte: address] else { throw .notRead(page: address / 4) }
            bytes.append(byte)
        }
        return bytes
    }

    private static func message(_ reader: TLVReader) throws(MemoryFault) -> Holding {
        var reader = reader
        guard let field = try length(&reader), skip(field.value, in: &reader) else { return .overrun }
        return .message(header: 1 + field.size, length: field.value)
    }

    /// A whole proprietary block behind so many bytes. What was not read is nothing: a message needs no look at all of a tag.
    private static func hasBlock(in reader: TLVReader, behind count: Int) -> Bool {
        var reader = reader
        guard skip(count, in: &reader) else { return false }
        do throws(MemoryFault) {
            var tag = try reader.next()
            while tag == 0x00 { tag = try reader.next() }
            guard tag == 0xFD, let field = try length(&reader), field.value > 0 else { return false }
            return skip(field.value, in: &reader)
        } catch {
            return false
        }
    }

    /// The length field: its own size, 1 or 3 bytes, and what it says. nil when the data area ends inside.
    private static func length(_ reader: inout TLVReader) throws(MemoryFault) -> (size: Int, value: Int)? {
        guard let first = try reader.next() else { return nil }
        guard first == 0xFF else { return (1, Int(first)) }
        guard let high = try reader.next(), let low = try reader.next() else { return nil }
        return (3, Int(high) << 8 | Int(low))
    }

    private static func skip(_ count: Int, in reader: inout TLVReader) -> Bool {
        for _ in 0..<count {
            guard reader.nextAddress() != nil else { return false }
        }
        return true
    }

    private static func control(_ reader: inout TLVReader, name: String) throws(MemoryFault) -> [UInt8] {
        guard try length(&reader)?.value == 3, let position = try reader.next(), let size = try reader.next(),
            let units = try reader.next()
        else { throw .malformed("a \(name) TLV block does not have three bytes") }
        return [position, size, units]
    }
}
