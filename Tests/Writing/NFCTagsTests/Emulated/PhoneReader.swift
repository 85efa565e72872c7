import ReaderEmulator

/// What a phone makes of a tag's memory, told without the code under test: the first NDEF message TLV block behind
/// control blocks, NULLs and proprietary blocks.
enum PhoneReader {
    struct Damaged: Error {}

    /// The bytes of the message; none when the tag has no message or an empty one.
    static func message(on tag: any EmulatedTag) throws -> [UInt8] {
        if let tag = tag as? Type4Tag {
            let length = Int(tag.file[0]) * 256 + Int(tag.file[1])
            guard 2 + length <= tag.file.count else { throw Damaged() }
            return Array(tag.file[2..<2 + length])
        }
        if let tag = tag as? Type5Tag { return try message(on: tag) }
        guard let tag = tag as? ReaderEmulator.Type2Tag else { throw Damaged() }
        return try message(on: tag)
    }

    /// A container of 4 bytes, or of 8, and the data area at once behind it.
    private static func message(on tag: Type5Tag) throws -> [UInt8] {
        let memory = Array(tag.product.dataBlocks.map { tag.memory[$0] }.joined())
        guard memory[0] == 0xE1, memory[1] >> 6 == 1 else { return [] }
        let isLong = memory[2] == 0
        let size = isLong ? (Int(memory[6]) * 256 + Int(memory[7])) * 8 : Int(memory[2]) * 8
        let start = isLong ? 8 : 4
        guard start + size <= memory.count else { throw Damaged() }
        return try message(in: Array(memory[start..<start + size]))
    }

    private static func message(on tag: ReaderEmulator.Type2Tag) throws -> [UInt8] {
        let memory = tag.memory.bytes
        guard memory[12] == 0xE1 else { return [] }
        // A phone gets no page behind the last one, whatever the container says.
        return try message(in: Array(memory[16..<min(16 + Int(memory[14]) * 8, memory.count)]))
    }

    private static func message(in area: [UInt8]) throws -> [UInt8] {
        var place = 0
        while place < area.count {
            let kind = area[place]
            place += 1
            if kind == 0x00 { continue }
            if kind == 0xFE { return [] }
            guard place < area.count else { throw Damaged() }
            var length = Int(area[place])
            place += 1
            if length == 0xFF {
                guard place + 1 < area.count else { throw Damaged() }
                length = Int(area[place]) * 256 + Int(area[place + 1])
                place += 2
            }
            guard place + length <= area.count else { throw Damaged() }
            if kind == 0x03 { return Array(area[place..<place + length]) }
            guard [0x01, 0x02, 0xFD].contains(kind) else { throw Damaged() }
            place += length
        }
        return []
    }
}
