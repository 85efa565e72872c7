import Testing

@testable import ReaderEmulator

/// InListPassiveTarget: 1 + MxRtyPassiveActivation requests.
@Suite struct `A PN532 that looks for tags again` {
    let found = hex("4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 80")
    let blank = Type2Tag(.ntag213, uid: serial)

    @Test(arguments: [("00", false), ("01", true), ("02", true)])
    func `finds a selected tag with its second request`(retries: String, finds: Bool) {
        var bench = SerialBench(tag: blank)
        #expect(bench.command("32 05 00 01 \(retries)") == [0x33])
        #expect(bench.command("4A 01 00") == found)
        #expect(bench.command("4A 01 00") == (finds ? found : hex("4B 00")))
        #expect(bench.antenna.counts.requests == (finds ? 3 : 2))
    }

    @Test func `makes as many requests as it is told when nothing answers`() {
        var bench = SerialBench()
        #expect(bench.command("32 05 00 01 02") == [0x33])
        #expect(bench.command("4A 01 00") == hex("4B 00"))
        #expect(bench.antenna.counts.requests == 3)
        #expect(bench.antenna.counts.emptyPolls == 1)
    }

    @Test(arguments: ["44 01", "52 01", "44 00", "52 00"])
    func `does not find a tag that it has put to sleep, except by its number, until the field goes`(sleep: String) {
        var bench = SerialBench(tag: blank)
        _ = bench.command("32 05 00 01 02")
        _ = bench.command("4A 01 00")
        _ = bench.command(sleep)
        #expect(bench.command("4A 01 00") == hex("4B 00"))
        #expect(bench.command("4A 01 00 88 04 A1 B2 C3 D4 E5 80") == found)
        _ = bench.command(sleep.replacing("52", with: "44"))
        _ = bench.command("32 01 00")
        _ = bench.command("32 01 01")
        #expect(bench.command("4A 01 00") == found)
    }

    @Test func `never finds a card that speaks in blocks until it is deselected or loses the field`() {
        var bench = SerialBench(tag: Type4Tag(.ntag424, uid: serial))
        let found = hex("4B 01 01 03 44 20 07 04 A1 B2 C3 D4 E5 80 06 77 77 71 02 80")
        _ = bench.command("32 05 00 01 02")
        #expect(bench.command("4A 01 00") == found)
        for _ in 1...5 { #expect(bench.command("4A 01 00") == hex("4B 00")) }
        #expect(bench.command("4A 01 00 88 04 A1 B2 C3 D4 E5 80") == hex("4B 00"))
        _ = bench.command("32 01 00")
        #expect(bench.command("4A 01 00") == found)
        #expect(bench.command("44 01") == hex("45 00"))
        #expect(bench.command("54 01") == hex("55 00"))
        #expect(bench.command("40 01 00 A4 04 00 07 D2 76 00 00 85 01 01 00") == hex("41 00 90 00"))
        // Without end, and still silent, until another card comes.
        _ = bench.command("32 05 00 01 FF")
        #expect(bench.command("4A 01 00") == nil)
        bench.antenna.insert(Type4Tag(.ntag424, uid: serial))
        bench.link.tagCame(at: bench.now)
        #expect(bench.link.takeDueBytes(at: bench.now).contains(found))
    }

    @Test func `lists two tags, and wakes the one it is told to speak to`() {
        var bench = SerialBench()
        _ = bench.command("32 05 00 01 02")
        bench.antenna.add(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
        bench.antenna.add(Type4Tag(.ntag424, uid: Type2Tag.uid(numbered: 2)))
        #expect(
            bench.command("4A 02 00")
                == hex("4B 02 01 03 44 00 07 04 57 4D 00 00 01 80 02 03 44 20 07 04 57 4D 00 00 02 80")
                + hex("06 77 77 71 02 80"))
        #expect(bench.command("04") == hex("05 00 00 02 01 00 00 00 02 00 00 00 00"))
        #expect(bench.command("40 02 00 A4 04 00 07 D2 76 00 00 85 01 01 00") == hex("41 00 90 00"))
        #expect(bench.command("40 01 A2 04 01 02 03 04") == hex("41 00"))
        #expect(bench.command("40 02 00 A4 04 00 07 D2 76 00 00 85 01 01 00") == hex("41 00 90 00"))
        #expect(bench.command("40 03 30 00") == hex("41 27"))
        #expect(bench.antenna.tag?.memory[4] == hex("01 02 03 04"))
        _ = bench.command("52 00")
        _ = bench.command("32 01 00")
        #expect(bench.command("4A 01 00")?.prefix(2) == hex("4B 01")[...])
        bench.antenna.take()
        _ = bench.command("32 01 00")
        #expect(bench.command("4A 02 00")?.prefix(2) == hex("4B 01")[...])
        #expect(bench.command("40 01 00 A4 04 00 07 D2 76 00 00 85 01 01 00") == hex("41 00 90 00"))
    }
}
