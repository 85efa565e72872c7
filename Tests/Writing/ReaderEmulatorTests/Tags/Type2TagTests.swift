import Testing

@testable import ReaderEmulator

let serial = hex("04 A1 B2 C3 D4 E5 80")

/// A powered and selected tag.
func selected(_ product: Type2Product, _ change: (inout Type2Tag) -> Void = { _ in }) -> Type2Tag {
    var tag = Type2Tag(product, uid: serial)
    change(&tag)
    tag.cyclePower()
    return tag
}

extension EmulatedTag {
    /// Selects the tag, whatever state it is in; false without power, and after RATS.
    @discardableResult
    mutating func wake() -> Bool {
        if !hear(.wupa) { _ = hear(.wupa) }
        select()
        return isActive && card.phase == .active
    }

    /// Selects the tag in a new field.
    mutating func cyclePower() {
        powerOff()
        powerOn()
        wake()
    }
}

@Suite struct `A Type 2 tag as the factory makes it` {
    @Test(arguments: [
        (Type2Product.ntag213, 45, "00 04 04 02 01 00 0F 03", "E1 10 12 00", "01 03 A0 0C 34 03 00 FE"),
        (Type2Product.ntag215, 135, "00 04 04 02 01 00 11 03", "E1 10 3E 00", "03 00 FE 00 00 00 00 00"),
        (Type2Product.ntag216, 231, "00 04 04 02 01 00 13 03", "E1 10 6D 00", "03 00 FE 00 00 00 00 00"),
    ])
    func `has the memory of its data sheet`(
        product: Type2Product, pages: Int, version: String, container: String, data: String
    ) {
        var tag = selected(product)
        #expect(tag.memory.pageCount == pages)
        #expect(tag.receive(hex("60")) == .bytes(hex(version)))
        #expect(
            tag.receive(hex("30 00")) == .bytes(hex("04 A1 B2 9F C3 D4 E5 80 72 48 00 00") + hex(container)))
        #expect(tag.receive(hex("3A 04 05")) == .bytes(hex(data)))
    }

    @Test(arguments: [
        (Type2Product.ntag213, "3A 28 2C"), (Type2Product.ntag215, "3A 82 86"),
        (Type2Product.ntag216, "3A E2 E6"),
    ])
    func `ends with lock, configuration, and a password that reads as zero`(
        product: Type2Product, command: String
    ) {
        var tag = selected(product)
        let expected = hex("00 00 00 BD 04 00 00 FF 00 05 00 00 00 00 00 00 00 00 00 00")
        #expect(tag.receive(hex(command)) == .bytes(expected))
    }

    @Test func `answers only while it is selected`() {
        var tag = Type2Tag(.ntag213, uid: serial)
        #expect(tag.receive(hex("60")) == .silence)
        let couldSelect = tag.wake()
        #expect(!couldSelect)
        tag.powerOn()
        #expect(tag.receive(hex("60")) == .silence)
        tag.wake()
        #expect(tag.receive(hex("50 00")) == .silence)
        #expect(tag.state == .halted)
        #expect(tag.receive(hex("60")) == .silence)
        tag.wake()
        #expect(tag.receive(hex("60")) != .silence)
    }

    @Test(arguments: [
        "30 2D", "3A 05 04", "3A 04 2D", "A2 2D 00 00 00 00", "A2 00 04 00 00 00", "A5 00", "39 02", "1A 00",
    ])
    func `refuses what it cannot do, and is idle then`(command: String) {
        var tag = selected(.ntag213)
        #expect(tag.receive(hex(command)) == .nibble(0))
        #expect(tag.state == .idle)
        #expect(tag.receive(hex("60")) == .silence)
    }

    @Test func `reads round the end of its memory`() {
        var tag = selected(.ntag213)
        let expected = hex("00 05 00 00 00 00 00 00 00 00 00 00 04 A1 B2 9F")
        #expect(tag.receive(hex("30 2A")) == .bytes(expected))
    }

    @Test func `shows its signature`() {
        let signature = hex("8B76052EE42F5567BEB53238B3E3F9950707C0DCC956B5C5EFCFDB709B2D82B3")
        var tag = selected(.ntag213) { $0.signature = signature }
        #expect(tag.receive(hex("3C 00")) == .bytes(signature))
    }
}

@Suite struct `Writing to a Type 2 tag` {
    @Test func `changes a data page at once`() {
        var tag = selected(.ntag213)
        #expect(tag.receive(hex("A2 04 D1 01 0A 55")) == .acknowledged)
        #expect(tag.memory[4] == hex("D1 01 0A 55"))
    }

    @Test func `in the compatible way takes the first four of sixteen bytes`() {
        var tag = selected(.ntag213)
        #expect(tag.receive(hex("A0 05")) == .acknowledged)
        #expect(tag.receive(hex("01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10")) == .acknowledged)
        #expect(tag.memory[5] == hex("01 02 03 04"))
        #expect(tag.memory[6] == hex("00 00 00 00"))
    }

    @Test func `only adds bits to the capability container`() {
        var tag = selected(.ntag213)
        #expect(tag.receive(hex("A2 03 02 00 00 0F")) == .acknowledged)
        #expect(tag.memory[3] == hex("E3 10 12 0F"))
    }

    @Test func `keeps the check byte in front of the static lock bits`() {
        var tag = selected(.ntag213)
        #expect(tag.receive(hex("A2 02 FF FF 10 80")) == .acknowledged)
        #expect(tag.memory[2] == hex("72 48 10 80"))
        #expect(tag.receive(hex("A2 02 00 00 00 00")) == .acknowledged)
        #expect(tag.memory[2] == hex("72 48 10 80"))
    }

    @Test func `is locked from the next selection on`() {
        var tag = selected(.ntag213)
        #expect(tag.receive(hex("A2 02 00 00 10 00")) == .acknowledged)
        #expect(tag.receive(hex("A2 04 00 00 00 00")) == .acknowledged)
        tag.wake()
        #expect(tag.receive(hex("A2 04 01 01 01 01")) == .nibble(0))
        tag.wake()
        #expect(tag.receive(hex("A0 04")) == .nibble(0))
        #expect(tag.memory[4] == hex("00 00 00 00"))
        tag.wake()
        #expect(tag.receive(hex("A2 05 01 01 01 01")) == .acknowledged)
    }

    @Test(arguments: [
        (Type2Product.ntag213, 0x28, "FF 0F 00 00", "FF 0F 3F 00"),
        (Type2Product.ntag215, 0x82, "FF 00 00 00", "FF 00 0F 00"),
        (Type2Product.ntag216, 0xE2, "FF 3F 00 00", "FF 3F 7F 00"),
    ])
    func `ends for all data pages with the lock bytes of the table`(
        product: Type2Product, lockPage: Int, locks: String, locksAndBlocks: String
    ) {
        for page in product.userPages.lowerBound...product.userPages.upperBound {
            var tag = selected(product) { tag in
                tag.memory[lockPage] = hex(locks)
                tag.memory[2] = hex("00 00 F8 FF")
            }
            #expect(tag.receive([0xA2, UInt8(page), 0, 0, 0, 0]) == .nibble(0), "page \(page)")
        }
        var frozen = selected(product) { $0.memory[lockPage] = Array(hex(locksAndBlocks)[0..<2]) + [0, 0] }
        #expect(frozen.receive([0xA2, UInt8(lockPage)] + hex(locksAndBlocks)) == .acknowledged)
        #expect(frozen.memory[lockPage] == hex(locksAndBlocks))
    }

    @Test(arguments: [
        (Type2Product.ntag213, 0x28, "01 00 00", 16...17), (.ntag213, 0x28, "00 01 00", 32...33),
        (.ntag213, 0x28, "00 08 00", 38...39), (.ntag215, 0x82, "40 00 00", 112...127),
        (.ntag215, 0x82, "80 00 00", 128...129), (.ntag216, 0xE2, "00 01 00", 144...159),
        (.ntag216, 0xE2, "00 20 00", 224...225),
    ])
    func `is locked by a dynamic bit for exactly its pages`(
        product: Type2Product, lockPage: Int, bits: String, pages: ClosedRange<Int>
    ) {
        for page in product.userPages where page >= 16 {
            var tag = selected(product) { $0.memory[lockPage] = hex(bits) + [0xBD] }
            let expected: TagResponse = pages.contains(page) ? .nibble(0) : .acknowledged
            #expect(tag.receive([0xA2, UInt8(page), 1, 2, 3, 4]) == expected, "page \(page)")
        }
    }

    @Test(arguments: [
        (Type2Product.ntag213, 0x28, "00 00 01", "FC 0F 01"), (.ntag213, 0x28, "00 00 3F", "00 00 3F"),
        (.ntag215, 0x82, "00 00 08", "3F 0F 08"), (.ntag216, 0xE2, "00 00 40", "FF 0F 40"),
    ])
    func `cannot set lock bits that a block bit has frozen`(
        product: Type2Product, lockPage: Int, blocks: String, after: String
    ) {
        var tag = selected(product) { $0.memory[lockPage] = hex(blocks) + [0xBD] }
        #expect(tag.receive([0xA2, UInt8(lockPage)] + hex("FF 0F 00 00")) == .acknowledged)
        #expect(tag.memory[lockPage] == hex(after) + [0xBD])
    }

    @Test func `cannot set static lock bits that a block bit has frozen`() {
        var tag = selected(.ntag213) { $0.memory[2] = hex("72 48 03 00") }
        #expect(tag.receive(hex("A2 02 00 00 FF FF")) == .acknowledged)
        #expect(tag.memory[2] == hex("72 48 07 FC"))
    }
}
