/// The card's side of the half-duplex block protocol (ISO/IEC 14443-4, 7.5): chaining both ways, and repetition.
/// Blocks with a card identifier or a node address are left unanswered.
struct BlockResponder: Sendable {
    /// Bytes of a frame by FSDI and FSCI, the two bytes of CRC included.
    static let frameSizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]

    /// Bytes of information that fit one block to the reader.
    private let room: Int
    private var number: UInt8 = 1
    private var command: [UInt8] = []
    private var waiting: [UInt8] = []
    private var last: [UInt8] = []

    init(readerFrameCode: UInt8 = 5) {
        room = Self.frameSizes[min(Int(readerFrameCode), 8)] - 3
    }

    /// Takes in one block; the answer is a block, or nil.
    mutating func receive(_ block: [UInt8], _ carryOut: ([UInt8]) -> [UInt8]) -> [UInt8]? {
        guard let control = block.first else { return nil }
        switch control & 0xEE {
        case 0x02: return receive(control, Array(block.dropFirst()), carryOut)
        case 0xA2: return acknowledged(control & 0x01)
        default: break
        }
        // R(NAK) with the other number asks whether the card is there.
        guard control & 0xFE == 0xB2 else { return nil }
        return control & 0x01 == number ? last : [0xA2 | number]
    }

    /// An I-block, with bit 5 set when more of them follow.
    private mutating func receive(
        _ control: UInt8, _ information: [UInt8], _ carryOut: ([UInt8]) -> [UInt8]
    ) -> [UInt8] {
        number ^= 1
        command += information
        guard control & 0x10 == 0 else {
            last = [0xA2 | number]
            return last
        }
        waiting = carryOut(command)
        command = []
        return nextBlock()
    }

    private mutating func acknowledged(_ other: UInt8) -> [UInt8]? {
        guard other != number else { return last }
        guard !waiting.isEmpty else { return nil }
        number ^= 1
        return nextBlock()
    }

    private mutating func nextBlock() -> [UInt8] {
        let part = waiting.prefix(room)
        waiting.removeFirst(part.count)
        last = [0x02 | number | (waiting.isEmpty ? 0x00 : 0x10)] + part
        return last
    }
}
