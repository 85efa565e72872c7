import Testing

@testable import ReaderEmulator

@Suite struct `A PN532` {
    let blank = Type2Tag(.ntag213, uid: serial)

    @Test(arguments: [
        ("06 63 02 63 03", "07 80 80"), ("32 01 00", "33"), ("32 05 FF FF FF", "33"),
        ("32 02 00 0B 0A", "33"),
        ("32 0A 59 F4 3F 11 4D 85 61 6F 26 62 87", "33"), ("32 0D 85 15 8A 85 08 B2 85 01 DA", "33"),
        ("12 14", "13"),
        ("00 01", "01 00"), ("52 00", "53 00"), ("44 00", "45 00"), ("44 01", "45 27"), ("54 01", "55 27"),
        ("40 01 30 00", "41 27"), ("42 60", "43 01"), ("42", "43 01"), ("46 00 00 00", "47 01"),
        ("16 F0", "17 00"),
    ])
    func `answers without a tag`(command: String, answer: String) {
        var bench = SerialBench()
        #expect(bench.command(command) == hex(answer))
    }

    @Test(arguments: [
        "32 05 FF", "32 99 00", "06 63", "08 63 02", "10 09", "14 00", "4A 03 00", "4A 01 09", "FE",
    ])
    func `takes these for errors of syntax`(command: String) {
        var bench = SerialBench()
        let data = hex("D4") + hex(command)
        bench.link.receive(HostFrame.information(data).bytes, at: bench.now)
        #expect(bench.link.takeDueBytes(at: bench.now) == SerialBench.ack + hex("00 00 FF 01 FF 7F 81 00"))
    }

    @Test func `finds a tag, by its serial number too, and reports none without one`() {
        var bench = SerialBench(tag: blank)
        let found = hex("4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 80")
        #expect(bench.command("32 05 00 01 02") == [0x33])
        #expect(bench.command("4A 01 00") == found)
        #expect(bench.command("4A 01 00 88 04 A1 B2 C3 D4 E5 80") == found)
        #expect(bench.command("4A 01 00 04 A1 B2 C3 D4 E5 80") == found)
        #expect(bench.command("4A 01 00 88 04 A1 B2 C3 D4 E5 81") == hex("4B 00"))
        #expect(bench.command("4A 01 03 00") == hex("4B 00"))
        #expect(bench.command("06 63 02 63 03") == hex("07 83 83"))
        bench.antenna.remove()
        #expect(bench.command("4A 01 00") == hex("4B 00"))
        #expect(bench.command("06 63 39") == hex("07 26"))
    }

    @Test func `forgets a released tag and wakes a deselected one`() {
        var bench = SerialBench(tag: blank)
        _ = bench.command("4A 01 00")
        #expect(bench.command("44 01") == hex("45 00"))
        #expect(bench.command("40 01 30 00") == hex("41 01"))
        #expect(bench.command("54 01") == hex("55 00"))
        #expect(bench.command("40 01 30 03") == hex("41 00 E1 10 12 00 01 03 A0 0C 34 03 00 FE 00 00 00 00"))
        #expect(bench.command("52 00") == hex("53 00"))
        #expect(bench.command("40 01 30 03") == hex("41 27"))
    }

    @Test func `polls automatically`() {
        var bench = SerialBench(tag: blank)
        let found = hex("61 01 10 0C 01 00 44 00 07 04 A1 B2 C3 D4 E5 80")
        #expect(bench.command("60 01 01 00") == found)
        bench.antenna.remove()
        #expect(bench.command("60 02 02 00") == nil)
        #expect(bench.wait(.milliseconds(599)) == [])
        #expect(bench.wait(.milliseconds(1)) == hex("00 00 FF 03 FD D5 61 00 CA 00"))
    }

    @Test func `speaks MIFARE in InDataExchange`() {
        var bench = SerialBench(tag: blank)
        _ = bench.command("4A 01 00")
        #expect(bench.command("40 01 A2 04 01 02 03 04") == hex("41 00"))
        #expect(bench.command("40 01 A0 05 0A 0B 0C 0D 00 00 00 00 00 00 00 00 00 00 00 00") == hex("41 00"))
        #expect(bench.antenna.tag?.memory[4...5] == hex("01 02 03 04 0A 0B 0C 0D"))
        #expect(bench.command("40 02 30 00") == hex("41 27"))
        #expect(bench.command("40 01 A2 2D 00 00 00 00") == hex("41 13"))
        #expect(bench.command("40 01 30 04") == hex("41 01"))
        _ = bench.command("4A 01 00")
        #expect(bench.command("40 01 60") == hex("41 27"))
        bench.antenna.corrupt(at: 1)
        #expect(bench.command("40 01 30 04") == hex("41 02"))
        bench.antenna.remove()
        #expect(bench.command("40 01 30 04") == hex("41 01"))
    }

    @Test(arguments: [
        // TxMode, RxMode, what the host sends, what it gets
        ("80", "80", "60", "43 00 00 04 04 02 01 00 0F 03"),
        ("80", "80", "A2 04 00 00 00 00", "43 02"),
        ("80", "80", "30 2D", "43 02"),
        ("80", "00", "A2 04 00 00 00 00", "43 00 0A"),
        ("80", "00", "30 2D", "43 00 00"),
        ("80", "00", "1B 00 00 00 00", "43 00 00"),
        ("00", "80", "60 F8 32", "43 00 00 04 04 02 01 00 0F 03"),
        ("00", "00", "60 F8 33", "43 00 01"),
        ("00", "80", "60 F8 33", "43 02"),
        ("00", "00", "50 00 57 CD", "43 01"),
    ])
    func `leaves the CRC of InCommunicateThru to its registers`(
        tx: String, rx: String, data: String, answer: String
    ) {
        var bench = SerialBench(tag: blank)
        _ = bench.command("4A 01 00")
        #expect(bench.command("08 63 02 \(tx) 63 03 \(rx)") == hex("09"))
        #expect(bench.command("42 \(data)") == hex(answer))
    }

    @Test func `passes the CRC of an answer on when it does not check it`() {
        var bench = SerialBench(tag: blank)
        _ = bench.command("4A 01 00")
        _ = bench.command("08 63 03 00")
        let answer = bench.command("42 60") ?? []
        #expect(answer.starts(with: hex("43 00 00 04 04 02 01 00 0F 03")))
        // The CRC over a frame and its own CRC is zero.
        #expect(CRCA.bytes(for: answer.dropFirst(2)) == [0, 0])
        bench.antenna.corrupt(at: 1)
        #expect(CRCA.bytes(for: (bench.command("42 60") ?? []).dropFirst(2)) != [0, 0])
    }

    @Test func `cannot hold the answer to too long a FAST_READ`() {
        var bench = SerialBench(tag: Type2Tag(.ntag216, uid: serial))
        _ = bench.command("4A 01 00")
        #expect(bench.command("42 3A 00 3B")?.count == 242)
        #expect(bench.command("42 3A 00 41") == hex("43 07"))
    }

    @Test func `takes the tag's power with its field`() {
        var bench = SerialBench(tag: blank)
        _ = bench.command("4A 01 00")
        #expect(bench.antenna.tag?.state == .active)
        #expect(bench.command("32 01 00") == [0x33])
        #expect(bench.antenna.tag?.state == .unpowered)
        #expect(bench.command("40 01 30 00") == hex("41 01"))
        #expect(bench.command("32 01 01") == [0x33])
        #expect(bench.antenna.tag?.state == .idle)
    }

    @Test func `answers late when the tag does`() {
        var bench = SerialBench(tag: blank)
        _ = bench.command("4A 01 00")
        bench.antenna.delay(at: 1, by: .milliseconds(20))
        #expect(bench.command("40 01 A2 04 01 02 03 04") == nil)
        #expect(bench.wait(.milliseconds(20)) == hex("00 00 FF 03 FD D5 41 00 EA 00"))
    }
}
