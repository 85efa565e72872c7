public import Chips

/// What was read of a Type 5 tag's memory, by block. Blocks that were not read are unknown, not zero.
public struct Type5Image: Hashable, Sendable {
    public let uid: ChipUID
    public let product: VicinityProduct
    /// Blocks that may hold the capability container and data.
    let dataBlocks: Int
    /// Whether it may be written here: it is of a product that was tried, or others are allowed.
    let isWritable: Bool
    private var bytes: [[UInt8]?]
    private var locks: [Bool?]
    /// Whether the reader has commands to lock it and to show that; nil when that was not asked.
    var canBeLocked: Bool?

    init(uid: ChipUID, product: VicinityProduct, dataBlocks: Int, isWritable: Bool) {
        self.uid = uid
        self.product = product
        self.dataBlocks = dataBlocks
        self.isWritable = isWritable
        bytes = Array(repeating: nil, count: dataBlocks)
        locks = Array(repeating: nil, count: dataBlocks)
    }

    /// The four bytes of a block; nil when it was not read or does not exist.
    subscript(block: Int) -> [UInt8]? {
        bytes.indices.contains(block) ? bytes[block] : nil
    }

    /// The byte at an address counted from block 0; nil when it was not read.
    subscript(byte address: Int) -> UInt8? { self[address / 4]?[address % 4] }

    /// Whether a block is read-only for ever; nil when that is not known.
    func isLocked(_ block: Int) -> Bool? {
        locks.indices.contains(block) ? locks[block] : nil
    }

    mutating func store(_ block: [UInt8], at index: Int) {
        if bytes.indices.contains(index) { bytes[index] = block }
    }

    /// Bit 0 of a lock status.
    mutating func store(status: UInt8, at index: Int) {
        if locks.indices.contains(index) { locks[index] = status & 0x01 == 1 }
    }

    /// The capability container that it is to have.
    var wantedContainer: [UInt8] { Type5Container.bytes(forBlocks: dataBlocks) }
    var readOnlyContainer: [UInt8] { Type5Container.bytes(forBlocks: dataBlocks, isReadOnly: true) }

    /// Bytes of the data area behind such a container.
    var areaSize: Int { VicinityProduct.areaSize(ofBlocks: dataBlocks) }

    /// The blocks of container and data area: what a lock takes.
    var areaBlocks: Range<Int> { 0..<1 + areaSize / VicinityProduct.blockSize }
}

extension Type5Image {
    /// The next blocks to read, so that the content is known and, with a message, a plan for writing can be made; nil
    /// when nothing is missing.
    func nextBlocks(for size: Int?) -> ClosedRange<Int>? {
        let needed = size.map { (Type5Layout.firstByte + min($0, areaSize) - 1) / 4 } ?? Self.firstRead - 1
        let last = min(needed, dataBlocks - 1)
        if let first = (0...last).first(where: { self[$0] == nil }) { return first...last }
        do throws(MemoryFault) {
            let layout = try Type5Layout(of: self)
            guard case .message(_, _, let value) = layout.holding, let end = value.last else { return nil }
            guard let first = (0...end / 4).first(where: { self[$0] == nil }) else { return nil }
            return first...end / 4
        } catch {
            switch error {
            // Whose it is, all of it tells: another system's data may be far behind the message.
            case .unformatted where isWritable:
                return areaBlocks.first { self[$0] == nil }.map { $0...areaBlocks.upperBound - 1 }
            case .notRead(let block) where block < dataBlocks:
                return block...min(block + Self.firstRead - 1, dataBlocks - 1)
            case .unformatted, .malformed, .notRead: return nil
            }
        }
    }

    /// Blocks of one read: what 128 bytes of answer hold, each with its lock status.
    static let firstRead = 25

    /// What the tag says, as a phone would read it.
    public var content: TagContent {
        do throws(MemoryFault) {
            let layout = try Type5Layout(of: self)
            if layout.holding == .overrun {
                throw .malformed("the NDEF message claims more bytes than the tag has")
            }
            let content = try layout.messageBytes(in: self).map { TagContent(message: $0) } ?? .blank
            if content == .empty, layout.hasBlockBehind { throw .blockBehindEmptyMessage }
            return content
        } catch {
            guard error == .unformatted else { return .damaged(reason: error.description) }
            return foreignData.map { .damaged(reason: $0) } ?? .unformatted
        }
    }

    /// Data of another system, on a tag without a capability container; nil where there is none in all that a container
    /// would declare and a lock would freeze. A write of ours that was interrupted leaves block 1 as it hides a message.
    private var foreignData: String? {
        for block in areaBlocks {
            guard let bytes = self[block] else {
                // Of a tag that is not written here, as much is read as its content takes.
                if isWritable { return MemoryFault.notRead(page: block).description(of: "block") }
                continue
            }
            let isHidden = block == Type5WritePlan.head && bytes == Type5WritePlan.hidden
            if !isHidden, bytes != Self.waferMark, bytes.contains(where: { $0 != 0 }) {
                return "block \(block.pageNumber) holds \(bytes.hexadecimal), data that is not NDEF"
            }
        }
        return nil
    }

    /// `W_OK`, which NXP leaves in one of the last blocks of a new ICODE.
    private static let waferMark: [UInt8] = [0x57, 0x5F, 0x4F, 0x4B]
}
