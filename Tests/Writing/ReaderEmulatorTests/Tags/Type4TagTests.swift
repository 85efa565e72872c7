import Testing

@testable import ReaderEmulator

@Suite struct `A Type 4 tag` {
    /// An antenna with the tag, and the block protocol with it.
    func bench(_ product: Type4Product) throws -> (Antenna, BlockInitiator) {
        let antenna = Antenna()
        antenna.insert(Type4Tag(product, uid: serial))
        #expect(antenna.select()?.sak == 0x20)
        return (antenna, try #require(BlockInitiator(activatingTagOn: antenna)))
    }

    @Test(arguments: [
        (Type4Product.ntag424, "E1 04", "00 17 20 01 00 00 FF 04 06 E1 04 01 00 00 00"),
        (.type4, "E1 10", "00 0F 20 00 3B 00 34 04 06 E1 10 08 00 00 00"),
    ])
    func `shows its capability container and an empty NDEF file`(
        product: Type4Product, file: String, container: String
    ) throws {
        var (antenna, blocks) = try bench(product)
        func send(_ command: String) -> TagResponse { blocks.exchange(hex(command), over: antenna).response }
        #expect(send("00 A4 00 0C 02 E1 03") == .bytes(hex("6A 82")))
        #expect(send("00 A4 04 00 07 D2 76 00 00 85 01 01 00") == .bytes(hex("90 00")))
        #expect(send("00 B0 00 00 0F") == .bytes(hex("69 85")))
        #expect(send("00 D6 00 00 01 00") == .bytes(hex("69 85")))
        #expect(send("00 A4 00 0C 02 E1 03") == .bytes(hex("90 00")))
        #expect(send("00 B0 00 00 0F") == .bytes(hex(container) + [0x90, 0x00]))
        #expect(send("00 A4 00 0C 02 \(file)") == .bytes(hex("90 00")))
        #expect(send("00 B0 00 00 02") == .bytes(hex("00 00 90 00")))
        #expect(send("00 B0 7F 00 02") == .bytes(hex("6B 00")))
        #expect(send("00 D6 00 00 03 01 02") == .bytes(hex("67 00")))
        #expect(send("00 CA 00 00") == .bytes(hex("6D 00")))
        #expect(send("80 CA 00 00") == .bytes(hex("6E 00")))
        #expect(send("00 B0 81 00 02") == .bytes(hex("6A 86")))
        #expect(send("00 A4 08 0C 02 E1 03") == .bytes(hex("6A 86")))
        #expect(send("00 A4 00 04 02 E1 03") == .bytes(hex("6A 86")))
        let last = product.fileSize - 1
        let end = hexadecimal([UInt8(last >> 8), UInt8(last & 0xFF)])
        #expect(send("00 D6 \(end) 01 55") == .bytes(hex("90 00")))
        #expect(send("00 D6 \(end) 02 55 66") == .bytes(hex("69 85")))
        #expect(send("00 B0 \(end) 01") == .bytes(hex("55 90 00")))
    }

    @Test func `takes and gives long bodies in several blocks`() throws {
        var (antenna, blocks) = try bench(.ntag424)
        func send(_ command: [UInt8]) -> TagResponse { blocks.exchange(command, over: antenna).response }
        let data = (0..<230).map { UInt8($0) }
        _ = send(hex("00 A4 04 00 07 D2 76 00 00 85 01 01 00"))
        _ = send(hex("00 A4 00 0C 02 E1 04"))
        antenna.resetCounts()
        #expect(send(hex("00 D6 00 02 E6") + data) == .bytes(hex("90 00")))
        // 235 bytes in blocks of 125.
        #expect(antenna.counts.commands == 2)
        #expect(send(hex("00 B0 00 02 E6")) == .bytes(data + hex("90 00")))
        // 232 bytes in blocks of 61.
        #expect(antenna.counts.commands == 2 + 4)
    }

    @Test(arguments: [(Type4Product.type4, "90 00", "FF"), (.ntag424, "69 82", "00")])
    func `becomes read-only by its container where that needs no key`(
        product: Type4Product, status: String, after: String
    ) throws {
        var (antenna, blocks) = try bench(product)
        func send(_ command: String) -> TagResponse { blocks.exchange(hex(command), over: antenna).response }
        _ = send("00 A4 04 00 07 D2 76 00 00 85 01 01 00")
        _ = send("00 A4 00 0C 02 E1 03")
        #expect(send("00 D6 00 0E 01 FF") == .bytes(hex(status)))
        let tag = try #require(antenna.take() as? Type4Tag)
        #expect(tag.capabilityContainer[14] == hex(after)[0])
        antenna.insert(tag)
        antenna.select()
        blocks = try #require(BlockInitiator(activatingTagOn: antenna))
        _ = send("00 A4 04 00 07 D2 76 00 00 85 01 01 00")
        _ = send(product == .type4 ? "00 A4 00 0C 02 E1 10" : "00 A4 00 0C 02 E1 04")
        #expect(send("00 D6 00 00 01 00") == .bytes(hex(product == .type4 ? "69 82" : "90 00")))
    }

    @Test func `is carried by a PN532, which sends RATS itself unless told not to`() {
        var bench = SerialBench(tag: Type4Tag(.ntag424, uid: serial))
        let found = hex("4B 01 01 03 44 20 07 04 A1 B2 C3 D4 E5 80")
        #expect(bench.command("4A 01 00") == found + hex("06 77 77 71 02 80"))
        #expect(bench.command("40 01 00 A4 04 00 07 D2 76 00 00 85 01 01 00") == hex("41 00 90 00"))
        #expect(bench.command("12 04") == hex("13"))
        _ = bench.command("32 01 00")
        #expect(bench.command("4A 01 00") == found)
        #expect(bench.command("42 E0 50") == hex("43 00 06 77 77 71 02 80"))
        #expect(bench.command("42 02 00 A4 04 00 07 D2 76 00 00 85 01 01 00") == hex("43 00 02 90 00"))
        #expect(bench.command("42 C2") == hex("43 00 C2"))
        #expect(bench.command("42 02 00 A4 00 0C 02 E1 03") == hex("43 01"))
    }

    @Test func `repeats its last block when asked, and stays silent on noise`() throws {
        let antenna = Antenna()
        antenna.insert(Type4Tag(.type4, uid: serial))
        antenna.select()
        #expect(antenna.exchange(hex("E0 80")).response == .bytes(hex("05 75 80 60 02")))
        #expect(antenna.exchange(hex("B2")).response == .bytes(hex("A3")))
        let first = antenna.exchange(hex("02 00 A4 04 00 07 D2 76 00 00 85 01 01 00")).response
        #expect(first == .bytes(hex("02 90 00")))
        #expect(antenna.exchange(hex("B2")).response == first)
        #expect(antenna.exchange(frame: hex("03 00 00 00")).response == .silence)
        #expect(antenna.anyTag?.isActive == true)
    }

    @Test func `tells what it is in three parts, where it has native commands`() throws {
        var (antenna, blocks) = try bench(.ntag424)
        func send(_ command: String) -> TagResponse { blocks.exchange(hex(command), over: antenna).response }
        #expect(send("90 60 00 00 00") == .bytes(hex("04 04 02 30 00 11 05 91 AF")))
        #expect(send("90 AF 00 00 00") == .bytes(hex("04 04 02 01 02 11 05 91 AF")))
        #expect(send("90 AF 00 00 00") == .bytes(serial + hex("CF 39 D4 49 80 34 20 91 00")))
        #expect(send("90 AF 00 00 00") == .bytes(hex("91 1C")))
        #expect(send("90 60 00 00") == .bytes(hex("91 7E")))
        var (plain, plainBlocks) = try bench(.type4)
        #expect(plainBlocks.exchange(hex("90 60 00 00 00"), over: plain).response == .bytes(hex("6E 00")))
    }

    @Test func `that asks for more time with S(WTX) gets it`() throws {
        let antenna = Antenna(variant: try #require(HardwareVariant().assuming("waiting-time", "extended-for-writes")))
        antenna.insert(Type4Tag(.ntag424, uid: serial))
        antenna.select()
        var blocks = try #require(BlockInitiator(activatingTagOn: antenna))
        for command in ["00 A4 04 00 07 D2 76 00 00 85 01 01 00", "00 A4 00 0C 02 E1 04"] {
            #expect(blocks.exchange(hex(command), over: antenna).response == .bytes(hex("90 00")))
        }
        antenna.resetCounts()
        #expect(blocks.exchange(hex("00 D6 00 00 02 01 02"), over: antenna).response == .bytes(hex("90 00")))
        #expect(antenna.counts.commands == 2)
        #expect(blocks.exchange(hex("00 B0 00 00 02"), over: antenna).response == .bytes(hex("01 02 90 00")))
    }

    @Test(arguments: [("ntag424", 0), ("type4", 1)])
    func `cut off in a write holds a part of it, unless the product writes so much at once`(
        name: String, bytesWritten: Int
    ) throws {
        let product = try #require(Type4Product.all.first { $0.name == name })
        var (antenna, blocks) = try bench(product)
        let file = name == "type4" ? "E1 10" : "E1 04"
        for command in ["00 A4 04 00 07 D2 76 00 00 85 01 01 00", "00 A4 00 0C 02 \(file)"] {
            #expect(blocks.exchange(hex(command), over: antenna).response == .bytes(hex("90 00")))
        }
        antenna.tear(after: 1, leaving: .bytes([0xAA, 0, 0, 0]))
        #expect(blocks.exchange(hex("00 D6 00 00 03 01 02 03"), over: antenna).response == .silence)
        let tag = try #require(antenna.take() as? Type4Tag)
        #expect(Array(tag.file[0..<3]) == (bytesWritten == 0 ? [0, 0, 0] : [1, 0xAA, 0]))
    }
}
