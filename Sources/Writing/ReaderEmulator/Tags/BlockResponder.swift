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
    /// The answer is ready, but the reader was asked for more time and has not granted it yet.
    private var waitsForTime = false

    init(readerFrameCode: UInt8 = 5) {
        room = Self.frameSizes[min(Int(readerFrameCode), 8)] - 3
    }

    /// Takes in one block; the answer is a block, or nil. With `asksForTime`, the answer to an UPDATE BINARY comes
    /// only after S(WTX).
    mutating func receive(
        _ block: [UInt8], asksForTime: Bool = false, _ carryOut: ([UInt8]) -> [UInt8]
    ) -> [UInt8]? {
        guard let control = block.first else { return nil }
        if waitsForTime { return receiveTime(block) }
        switch control & 0xFE {
        case 0x02, 0x12: return receive(control, Array(block.dropFirst()), asksForTime: asksForTime, carryOut: carryOut)
        case 0xA2: return acknowledged(control & 0x01)
        // R(NAK) asks for the last block; with the other number, whether the card is there.
        case 0xB2: return control & 0x01 == number ? last : [0xA2 | number]
        default: return nil
        }
    }

    /// An I-block, with bit 5 set when more of them follow.
    private mutating func receive(
        _ control: UInt8, _ information: [UInt8], asksForTime: Bool, carryOut: ([UInt8]) -> [UInt8]
    ) -> [UInt8] {
        number ^= 1
        command += information
        guard control & 0x10 == 0 else {
            last = [0xA2 | number]
            return last
        }
        let isUpdate = command.count > 1 && command[1] == 0xD6
        waiting = carryOut(command)
        command = []
        guard asksForTime && isUpdate else { return nextBlock() }
        waitsForTime = true
        last = Self.waitingTimeExtension
        return last
    }

    /// S(WTX) with the factor 1.
    private static let waitingTimeExtension: [UInt8] = [0xF2, 0x01]

    /// The reader grants the time with the same block, or asks again with R(NAK).
    private mutating func receiveTime(_ block: [UInt8]) -> [UInt8]? {
        if block[0] & 0xFE == 0xB2 { return last }
        guard block == Self.waitingTimeExtension else { return nil }
        waitsForTime = false
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
