import Testing

@testable import ReaderEmulator

@Suite struct `A PN532's frames` {
    @Test(arguments: [
        ("D4 14 01", "00 00 FF 03 FD D4 14 01 17 00"),
        ("D4 00 00 6C 69 62 6E 66 63", "00 00 FF 09 F7 D4 00 00 6C 69 62 6E 66 63 BE 00"),
        ("D4 02", "00 00 FF 02 FE D4 02 2A 00"),
        ("D4 4A 01 00", "00 00 FF 04 FC D4 4A 01 00 E1 00"),
        (
            "D5 4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 80",
            "00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 80 40 00"
        ),
    ])
    func `are written and read as the manual has them`(data: String, frame: String) {
        #expect(HostFrame.information(hex(data)).bytes == hex(frame))
        var decoder = FrameDecoder()
        #expect(decoder.receive(hex(frame)) == [.information(hex(data))])
    }

    @Test func `are read after any preamble, in pieces and in one run`() {
        let bytes = hex(
            "55 55 00 00 00 00 00 00 00 00 FF 02 FE D4 02 2A 00 00 00 FF 00 FF 00 00 00 FF FF 00 00")
        let frames: [HostFrame] = [.information(hex("D4 02")), .ack, .nack]
        var whole = FrameDecoder()
        #expect(whole.receive(bytes) == frames)
        var pieces = FrameDecoder()
        #expect(bytes.flatMap { pieces.receive([$0]) } == frames)
    }

    @Test(arguments: [
        "00 00 FF 02 FE D4 02 2B 00", "00 00 FF 02 FD D4 02 2A 00", "00 00 FF FF FF 01 09 F5 D4 00",
        "00 00 FF FF FF 02 00 FE D4 00",
    ])
    func `are dropped when a checksum or length is wrong, and the next one is read`(damaged: String) {
        var decoder = FrameDecoder()
        #expect(
            decoder.receive(hex(damaged) + hex("00 00 FF 02 FE D4 02 2A 00")) == [.information(hex("D4 02"))])
    }

    @Test func `are extended beyond 255 bytes`() {
        let echo = hex("D5 01 00") + (0..<262).map { UInt8($0 & 0xFF) }
        let frame = HostFrame.information(echo).bytes
        #expect(frame.starts(with: hex("00 00 FF FF FF 01 09 F6 D5 01 00 00 01 02")))
        #expect(frame.suffix(5) == hex("03 04 05 9B 00"))
        var decoder = FrameDecoder()
        #expect(decoder.receive(frame) == [.information(echo)])
    }
}

@Suite struct `A PN532's serial line` {
    @Test func `wakes with the bytes that libnfc runs into its first frame`() {
        var bench = SerialBench(isAwake: false)
        let wakeUp = "55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
        #expect(
            bench.send("\(wakeUp) 00 00 FF 03 FD D4 14 01 17 00")
                == SerialBench.ack + hex("00 00 FF 02 FE D5 15 16 00"))
    }

    @Test func `wakes with ten zeros, as nfcpy sends them`() {
        var bench = SerialBench(isAwake: false)
        #expect(
            bench.send("00 00 00 00 00 00 00 00 00 00 00 00 FF 02 FE D4 02 2A 00")
                == SerialBench.ack + hex("00 00 FF 06 FA D5 03 32 01 06 07 E8 00"))
    }

    @Test func `does not hear a frame while it sleeps`() {
        var bench = SerialBench(isAwake: false)
        #expect(bench.send("00 00 FF 03 FD D4 14 01 17 00") == [])
        #expect(bench.send("00 00 FF 03 FD D4 14 01 17 00") != [])
        #expect(bench.command("16 F0") == hex("17 00"))
        #expect(bench.command("02") == nil)
    }

    @Test(arguments: [
        (
            "00 00 FF 09 F7 D4 00 00 6C 69 62 6E 66 63 BE 00",
            "00 00 FF 09 F7 D5 01 00 6C 69 62 6E 66 63 BC 00"
        ),
        ("00 00 FF 03 FD D4 12 14 06 00", "00 00 FF 02 FE D5 13 18 00"),
        ("00 00 FF 05 FB D4 14 01 00 00 17 00", "00 00 FF 02 FE D5 15 16 00"),
        ("00 00 FF 03 FD D4 10 07 15 00", "00 00 FF 02 FE D5 11 1A 00"),
        ("00 00 FF 02 FE D4 FE 2E 00", "00 00 FF 01 FF 7F 81 00"),
        ("00 00 FF 02 FE D5 02 29 00", "00 00 FF 01 FF 7F 81 00"),
    ])
    func `acknowledges and answers`(frame: String, answer: String) {
        var bench = SerialBench()
        #expect(bench.send(frame) == SerialBench.ack + hex(answer))
    }

    @Test func `repeats its last answer for a NACK and gives none for an ACK`() {
        var bench = SerialBench()
        _ = bench.send("00 00 FF 03 FD D4 12 14 06 00")
        #expect(bench.send("00 00 FF FF 00 00") == hex("00 00 FF 02 FE D5 13 18 00"))
        #expect(bench.send("00 00 FF 00 FF 00") == [])
    }

    @Test func `answers InListPassiveTarget when a tag comes, unless an ACK ends it`() {
        var bench = SerialBench()
        #expect(bench.send("00 00 FF 04 FC D4 4A 01 00 E1 00") == SerialBench.ack)
        #expect(bench.wait(.seconds(60)) == [])
        bench.antenna.insert(Type2Tag(.ntag213, uid: serial))
        bench.link.tagCame(at: bench.now)
        #expect(
            bench.wait(.zero) == hex("00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 80 40 00"))

        bench.antenna.remove()
        #expect(bench.send("00 00 FF 04 FC D4 4A 01 00 E1 00") == SerialBench.ack)
        #expect(bench.send("00 00 FF 00 FF 00") == [])
        bench.antenna.insert(Type2Tag(.ntag213, uid: serial))
        bench.link.tagCame(at: bench.now)
        #expect(bench.wait(.seconds(60)) == [])
    }

    @Test func `announces a node address in the status of the exchange it is told`() {
        var bench = SerialBench(tag: Type2Tag(.ntag213, uid: serial))
        bench.link.schedule(.nodeAddress, at: 2)
        #expect(bench.command("4A 01 00")?.first == 0x4B)
        #expect(bench.command("40 01 30 03")?.prefix(2) == [0x41, 0x00])
        #expect(bench.command("02") == hex("03 32 01 06 07"))
        #expect(bench.command("40 01 30 03")?.prefix(2) == [0x41, 0x80])
        #expect(bench.command("40 01 30 03")?.prefix(2) == [0x41, 0x00])
    }

    @Test func `sends garbage, nothing, or a late answer when told`() {
        var bench = SerialBench()
        bench.link.schedule(.garbage, at: 1)
        bench.link.schedule(.silence, at: 2)
        bench.link.schedule(.delay(.milliseconds(40)), at: 3)
        #expect(
            bench.send("00 00 FF 02 FE D4 02 2A 00") != SerialBench.ack
                + hex("00 00 FF 06 FA D5 03 32 01 06 07 E8 00"))
        #expect(bench.send("00 00 FF 02 FE D4 02 2A 00") == SerialBench.ack)
        #expect(bench.send("00 00 FF 02 FE D4 02 2A 00") == SerialBench.ack)
        #expect(bench.link.nextDue == bench.now + .milliseconds(40))
        #expect(bench.wait(.milliseconds(39)) == [])
        #expect(bench.wait(.milliseconds(1)) == hex("00 00 FF 06 FA D5 03 32 01 06 07 E8 00"))
    }
}
