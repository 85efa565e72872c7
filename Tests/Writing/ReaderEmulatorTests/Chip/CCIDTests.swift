import Testing

@testable import ReaderEmulator

/// The frames of an ACR122U, as libnfc sends and reads them.
@Suite struct `An ACR122U's frames` {
    /// A reader on a bench, with a clock that only moves when told.
    struct Bench {
        let antenna = Antenna(isFieldOn: false)
        var link: CCIDLink
        var now = ContinuousClock.now

        init(tag: Type2Tag? = nil) {
            link = CCIDLink(chip: PN532(antenna: antenna, model: .pn532InACR122U))
            if let tag { antenna.insert(tag) }
        }

        /// Sends a transfer and returns those that the host gets at once.
        mutating func send(_ bytes: String) -> [[UInt8]] {
            link.receive(hex(bytes), at: now)
            return link.takeDue(at: now)
        }

        /// The body of the only answer to a message for the chip.
        mutating func command(_ command: String) -> [UInt8]? {
            let data = hex("D4") + hex(command)
            let body = hex("FF 00 00 00") + [UInt8(data.count)] + data
            link.receive(hex("6F") + [UInt8(body.count)] + hex("00 00 00 00 00 00 00 00") + body, at: now)
            let answers = link.takeDue(at: now)
            return answers.count == 1 ? Array(answers[0].dropFirst(10)) : nil
        }
    }

    @Test(arguments: [
        // IccPowerOn; reader parameters; lights; an unknown command of the reader
        ("62 00 00 00 00 00 00 01 00 00", "80 02 00 00 00 00 00 00 00 00 3B 00"),
        ("6F 05 00 00 00 00 00 00 00 00 FF 00 51 00 00", "80 02 00 00 00 00 00 00 00 00 90 00"),
        ("6F 09 00 00 00 00 07 00 00 00 FF 00 40 01 04 00 00 00 00", "80 02 00 00 00 00 07 00 00 00 90 00"),
        ("6B 05 00 00 00 00 00 00 00 00 FF 00 51 00 00", "83 02 00 00 00 00 00 00 00 00 90 00"),
        ("6F 05 00 00 00 00 00 00 00 00 FF 00 99 00 00", "80 02 00 00 00 00 00 00 00 00 6A 81"),
        // GetFirmwareVersion, an unknown command of the chip
        (
            "6F 07 00 00 00 00 00 00 00 00 FF 00 00 00 02 D4 02",
            "80 08 00 00 00 00 00 00 00 00 D5 03 32 01 04 07 90 00"
        ),
        ("6F 07 00 00 00 00 00 00 00 00 FF 00 00 00 02 D4 FE", "80 02 00 00 00 00 00 00 00 00 63 7F"),
    ])
    func `answer each message once`(message: String, answer: String) {
        var bench = Bench()
        #expect(bench.send(message) == [hex(answer)])
    }

    @Test(arguments: ["", "6F", "6F 05 00 00 00 00 00 00 00 00 FF 00 51 00", "62 01 00 00 00 00 00 01 00 00"])
    func `leave messages of a wrong length alone`(message: String) {
        var bench = Bench()
        #expect(bench.send(message) == [])
    }

    @Test func `carry a tag and its answers`() {
        var bench = Bench(tag: Type2Tag(.ntag213, uid: serial))
        #expect(bench.command("4A 01 00") == hex("D5 4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 80 90 00"))
        #expect(bench.command("40 01 A2 04 01 02 03 04") == hex("D5 41 00 90 00"))
        #expect(bench.command("06 63 02") == hex("D5 07 80 90 00"))
    }

    @Test func `answer when a tag comes, unless the next message ends that`() {
        var bench = Bench()
        #expect(bench.command("4A 01 00") == nil)
        bench.antenna.insert(Type2Tag(.ntag213, uid: serial))
        bench.link.tagCame(at: bench.now)
        #expect(bench.link.takeDue(at: bench.now).count == 1)
        bench.antenna.remove()
        #expect(bench.command("4A 01 00") == nil)
        #expect(bench.command("02") == hex("D5 03 32 01 04 07 90 00"))
        bench.antenna.insert(Type2Tag(.ntag213, uid: serial))
        bench.link.tagCame(at: bench.now)
        #expect(bench.link.takeDue(at: bench.now) == [])
    }

    @Test func `change status and error as real readers do, with good data`() {
        var bench = Bench()
        let states = (0..<5).map { _ in
            Array(bench.send("62 00 00 00 00 00 00 01 00 00")[0][7...8])
        }
        #expect(states == [[0, 0], [0, 0x81], [2, 0x81], [2, 0xFE], [0, 0]])
    }

    @Test func `let an answer that was held back get in the way of the next`() {
        var bench = Bench()
        bench.link.schedule(.holdBack, at: 1)
        #expect(bench.send("6F 07 00 00 00 00 00 00 00 00 FF 00 00 00 02 D4 02") == [])
        let late = bench.send("6F 08 00 00 00 00 00 00 00 00 FF 00 00 00 03 D4 12 14").map { Array($0.dropFirst(10)) }
        #expect(late == [hex("D5 03 32 01 04 07 90 00"), hex("D5 13 90 00")])
    }

    @Test func `come late, as garbage, or not at all when told`() {
        var bench = Bench()
        bench.link.schedule(.silence, at: 1)
        bench.link.schedule(.delay(.milliseconds(40)), at: 2)
        bench.link.schedule(.garbage, at: 3)
        #expect(bench.command("02") == nil)
        #expect(bench.command("02") == nil)
        #expect(bench.link.nextDue == bench.now + .milliseconds(40))
        bench.now += .milliseconds(40)
        #expect(bench.link.takeDue(at: bench.now).count == 1)
        #expect(bench.command("02")?.prefix(2) != [0xD5, 0x03])
        bench.link.hang()
        #expect(bench.command("02") == nil)
    }
}
