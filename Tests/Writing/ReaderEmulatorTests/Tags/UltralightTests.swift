import Testing

@testable import ReaderEmulator

@Suite struct `A tag of the Ultralight family` {
    @Test(
        arguments: [
            (Type2Product.ultralight, 16, nil, "00 00 00 00"), (.ultralightC, 48, nil, "00 00 00 00"),
            (.ntag203, 42, nil, "E1 10 12 00"), (.ultralightUL11, 20, "00 04 03 01 01 00 0B 03", "00 00 00 00"),
            (.ultralightUL21, 41, "00 04 03 01 01 00 0E 03", "00 00 00 00"),
            (.ntag213f, 45, "00 04 04 04 01 00 0F 03", "E1 10 12 00"),
            (.ntag216f, 231, "00 04 04 04 01 00 13 03", "E1 10 6D 00"),
            (.ntag213tt, 45, "00 04 04 02 03 00 0F 03", "E1 10 12 00"),
        ] as [(Type2Product, Int, String?, String)])
    func `has the memory of its data sheet`(
        product: Type2Product, pages: Int, version: String?, container: String
    ) {
        var tag = selected(product)
        #expect(tag.memory.pageCount == pages)
        #expect(tag.memory[3] == hex(container))
        let unknown: TagResponse = product == .ultralight ? .silence : .nibble(0)
        #expect(tag.receive(hex("60")) == version.map { .bytes(hex($0)) } ?? unknown)
        if version == nil {
            #expect(tag.state == .idle)
            for command in ["3A 00 03", "3C 00", "39 02", "1B FF FF FF FF", "A5 00 01 00 00 00", "3E 00"] {
                tag.wake()
                #expect(tag.receive(hex(command)) == unknown)
            }
        }
    }

    @Test(arguments: [
        (Type2Product.ultralight, "30 0D", "00 00 00 00 00 00 00 00 00 00 00 00 04 A1 B2 9F"),
        (.ntag203, "30 28", "00 00 00 00 00 00 00 00 04 A1 B2 9F C3 D4 E5 80"),
        (.ultralightC, "30 28", "00 00 00 00 00 00 00 00 30 00 00 00 00 00 00 00"),
        // The key is left out, and the wrap comes before it.
        (.ultralightC, "30 29", "00 00 00 00 30 00 00 00 00 00 00 00 04 A1 B2 9F"),
        (.ultralightUL11, "30 11", "00 05 00 00 00 00 00 00 00 00 00 00 04 A1 B2 9F"),
    ])
    func `reads round its end`(product: Type2Product, command: String, answer: String) {
        var tag = selected(product)
        #expect(tag.receive(hex(command)) == .bytes(hex(answer)))
    }

    @Test func `with a 3DES key never shows it, and guards what AUTH0 and AUTH1 say`() {
        var tag = selected(.ultralightC)
        #expect(tag.receive(hex("30 2C")) == .nibble(0))
        var closed = selected(.ultralightC) { $0.memory[0x2A] = hex("06 00 00 00") }
        #expect(closed.receive(hex("30 04")) == .bytes(hex("00 00 00 00 00 00 00 00 04 A1 B2 9F C3 D4 E5 80")))
        #expect(closed.receive(hex("30 06")) == .nibble(0))
        var readable = selected(.ultralightC) {
            $0.memory[0x2A] = hex("06 00 00 00")
            $0.memory[0x2B] = hex("01 00 00 00")
        }
        #expect(readable.receive(hex("30 06")) != .nibble(0))
        #expect(readable.receive(hex("A2 05 01 02 03 04")) == .acknowledged)
        #expect(readable.receive(hex("A2 06 01 02 03 04")) == .nibble(0))
        readable.wake()
        #expect(readable.receive(hex("1A 00")) == .bytes(hex("AF 57 61 79 6D 61 72 6B 21")))
    }

    @Test(arguments: [
        (Type2Product.ntag203, "02 00", 16...19), (.ntag203, "08 00", 24...27), (.ntag203, "20 00", 28...31),
        (.ntag203, "80 00", 36...39), (.ntag203, "00 10", 41...41), (.ultralightC, "80 00", 36...39),
        (.ultralightC, "00 20", 42...42), (.ultralightC, "00 80", 44...47), (.ultralightUL21, "01 00", 16...17),
        (.ultralightUL21, "00 02", 34...35),
    ])
    func `is locked by a dynamic bit for exactly its pages`(
        product: Type2Product, bits: String, pages: ClosedRange<Int>
    ) throws {
        let lockPage = try #require(product.dynamicLockPage)
        for page in 16..<product.pageCount where page != lockPage {
            var tag = selected(product) { $0.memory[lockPage] = hex(bits) + [0, 0] }
            let expected: TagResponse = pages.contains(page) ? .nibble(0) : .acknowledged
            #expect(tag.receive([0xA2, UInt8(page), 1, 2, 3, 4]) == expected, "page \(page)")
        }
    }

    @Test(arguments: [
        (Type2Product.ntag203, "01 00", "F1 11"), (.ntag203, "10 00", "1F 11"), (.ultralightC, "00 0F", "FF 0F"),
    ])
    func `cannot set dynamic lock bits that a block bit has frozen`(
        product: Type2Product, blocks: String, after: String
    ) {
        var tag = selected(product) { $0.memory[0x28] = hex(blocks) + [0, 0] }
        #expect(tag.receive(hex(product == .ntag203 ? "A2 28 FF 11 00 00" : "A2 28 FF FF 00 00")) == .acknowledged)
        #expect(tag.memory[0x28] == hex(after) + [0, 0])
    }

    @Test func `counts up only, in a page or in counters of its own`() {
        var tag = selected(.ntag203)
        _ = tag.receive(hex("A2 29 10 02 00 00"))
        #expect(tag.memory[0x29] == hex("10 02 00 00"))
        _ = tag.receive(hex("A2 29 03 00 00 00"))
        #expect(tag.memory[0x29] == hex("13 02 00 00"))
        var counting = selected(.ultralightUL11)
        #expect(counting.receive(hex("A5 01 05 00 00 00")) == .acknowledged)
        #expect(counting.receive(hex("39 01")) == .bytes(hex("05 00 00")))
        #expect(counting.receive(hex("3E 01")) == .bytes(hex("BD")))
        #expect(counting.receive(hex("A5 01 FF FF FF 00")) == .nibble(4))
    }

    @Test func `only gains bits in its empty capability container`() {
        var tag = selected(.ultralight)
        #expect(tag.receive(hex("A2 03 E1 10 06 00")) == .acknowledged)
        #expect(tag.receive(hex("A2 03 00 00 00 0F")) == .acknowledged)
        #expect(tag.memory[3] == hex("E1 10 06 0F"))
    }

    @Test func `of the first generation can be guarded by a password`() {
        var tag = selected(.ultralightUL11) {
            $0.memory[0x10] = hex("00 00 00 04")
            $0.memory[0x12] = hex("01 02 03 04")
            $0.memory[0x13] = hex("AA BB 00 00")
        }
        #expect(tag.receive(hex("A2 04 01 01 01 01")) == .nibble(0))
        tag.wake()
        #expect(tag.receive(hex("1B 01 02 03 04")) == .bytes(hex("AA BB")))
        #expect(tag.receive(hex("A2 04 01 01 01 01")) == .acknowledged)
    }
}
