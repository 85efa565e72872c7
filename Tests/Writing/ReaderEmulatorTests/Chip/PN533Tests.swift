import Testing

@testable import ReaderEmulator

/// What tells a PN533 on USB from a PN532 on a serial line.
@Suite struct `A PN533` {
    let antenna = Antenna(isFieldOn: false)
    let now = ContinuousClock.now
    let ack = hex("00 00 FF 00 FF 00")

    func link() -> SerialLink { SerialLink(chip: PN532(antenna: antenna, model: .pn533)) }

    @Test(arguments: [
        // GetFirmwareVersion; ReadRegister of port P3 and WriteRegister, each with a status
        ("00 00 FF 02 FE D4 02 2A 00", "00 00 FF 06 FA D5 03 33 02 07 07 E5 00"),
        ("00 00 FF 04 FC D4 06 FF B0 77 00", "00 00 FF 04 FC D5 07 00 00 24 00"),
        ("00 00 FF 05 FB D4 08 FF B0 04 71 00", "00 00 FF 03 FD D5 09 00 22 00"),
        // SAMConfiguration and PowerDown are a PN532's
        ("00 00 FF 03 FD D4 14 01 17 00", "00 00 FF 01 FF 7F 81 00"),
        ("00 00 FF 03 FD D4 16 F0 26 00", "00 00 FF 01 FF 7F 81 00"),
    ])
    func `is awake at once and sends acknowledgement and answer as two transfers`(frame: String, answer: String) {
        var link = link()
        link.receive(hex(frame), at: now)
        #expect(link.takeDue(at: now) == [ack, hex(answer)])
    }

    @Test func `keeps what is written to port P3`() {
        var link = link()
        link.receive(hex("00 00 FF 05 FB D4 08 FF B0 04 71 00"), at: now)
        link.receive(hex("00 00 FF 04 FC D4 06 FF B0 77 00"), at: now)
        #expect(link.takeDue(at: now) == [ack, hex("00 00 FF 04 FC D5 07 00 04 20 00")])
    }

    @Test func `sends an answer that was held back before the next acknowledgement`() {
        var link = link()
        link.schedule(.holdBack, at: 1)
        link.receive(hex("00 00 FF 03 FD D4 12 14 06 00"), at: now)
        #expect(link.takeDue(at: now) == [ack])
        link.receive(hex("00 00 FF 02 FE D4 02 2A 00"), at: now)
        #expect(
            link.takeDue(at: now) == [
                hex("00 00 FF 02 FE D5 13 18 00"), ack, hex("00 00 FF 06 FA D5 03 33 02 07 07 E5 00"),
            ])
    }
}
