import Chips
import Faults
import NFCTags
import Testing

@Suite struct `Identifying a tag` {
    @Test(arguments: [
        ("00 04 04 02 01 00 0F 03", "NTAG213", 144), ("00 04 04 02 01 00 11 03", "NTAG215", 496),
        ("00 04 04 02 01 00 13 03", "NTAG216", 872),
        ("00 04 03 01 01 00 0B 03", "MIFARE Ultralight EV1 UL11", 48),
        ("00 04 03 02 01 00 0B 03", "MIFARE Ultralight EV1 ULH11", 48),
        ("00 04 03 01 01 00 0E 03", "MIFARE Ultralight EV1 UL21", 128),
        ("00 04 03 02 01 00 0E 03", "MIFARE Ultralight EV1 ULH21", 128),
        ("00 04 04 04 01 00 0F 03", "NTAG213F", 144), ("00 04 04 04 01 00 11 03", "NTAG215F", 496),
        ("00 04 04 04 01 00 13 03", "NTAG216F", 872), ("00 04 04 02 01 01 0F 03", "NTAG213C", 144),
        ("00 04 04 02 03 00 0F 03", "NTAG213 TagTamper", 144),
    ])
    func `takes one exchange after the selection`(version: String, name: String, size: Int) async throws {
        let link = ScriptedTagLink(.select(.ntag), .data("60", version))
        let session = try #require(try await TagSession.identify(over: link))
        #expect(session.productName == name)
        #expect(session.product?.declaredSize == size)
        #expect(session.uid == .ntag)
        #expect(link.isFinished)
    }

    @Test func `finds no tag in an empty field`() async throws {
        #expect(try await TagSession.identify(over: ScriptedTagLink(.select(nil))) == nil)
    }

    @Test(arguments: [

        ("00 04 03 01 04 00 0F 03", "MIFARE Ultralight AES"),

        ("00 04 04 01 01 00 0B 03", "NTAG210"),
        ("00 04 04 02 01 00 0B 03", "NTAG210"), ("00 04 04 01 01 00 0E 03", "NTAG212"),
        ("00 04 04 01 02 00 0B 03", "NTAG210 micro"), ("00 04 04 02 02 00 0B 03", "NTAG210 micro"),
        ("00 04 04 02 04 00 0F 03", "NTAG223 DNA"), ("00 04 04 02 05 00 10 03", "NTAG224 DNA"),
        ("00 04 04 05 02 00 13 03", "NTAG I2C 1K"), ("00 04 04 05 02 00 15 03", "NTAG I2C 2K"),
        ("00 04 04 05 02 02 13 03", "NTAG I2C plus 1K"), ("00 04 04 05 02 02 15 03", "NTAG I2C plus 2K"),
        ("00 53 04 02 01 00 0F 03", "Feiju copy of an NTAG213"),
        ("00 05 34 02 01 00 11 03", "Feiju copy of an NTAG215"),
        ("00 34 21 01 01 00 0E 03", "Mikron copy of an Ultralight UL21"),
        ("00 04 04 02 01 00 0F 04", "unknown Type 2 tag (version 00 04 04 02 01 00 0F 04)"),
    ])
    func `names and refuses every other version`(version: String, name: String) async throws {
        let link = ScriptedTagLink(.data("60", version))
        let error = try await #require(throws: TagError.self) {
            try await TagSession.identify(.ntag, over: link)
        }
        #expect(error.code == .unsupportedProduct)
        #expect(error.message == "tag 04A1B2C3D4E580 is not supported: \(name)")
        #expect(!error.reason.isEmpty)
        #expect(error.next == "use an NTAG213, NTAG215 or NTAG216")
    }

    @Test(
        arguments: [
            (0x08, "MIFARE Classic 1K"), (0x88, "MIFARE Classic 1K"), (0x09, "MIFARE Classic Mini"),
            (0x18, "MIFARE Classic 4K"), (0x19, "MIFARE Classic 2K"), (0x10, "MIFARE Plus"),
            (0x28, "smart card that emulates MIFARE Classic"),
            (0x40, "NFC-DEP device"), (0x04, "unknown tag (SAK 04)"),
        ] as [(UInt8, String)])
    func `names other families by their SAK, without an exchange`(sak: UInt8, name: String) async throws {
        let error = try await #require(throws: TagError.self) {
            try await TagSession.identify(
                SelectedTag(uid: .ntag, atqa: hex("00 04"), sak: sak), over: ScriptedTagLink())
        }
        #expect(error.message == "tag 04A1B2C3D4E580 is not supported: \(name)")
    }

    @Test func `asks again before it takes a disturbed answer for a refusal`() async throws {
        for losses in 1...4 {
            let link = ScriptedTagLink(
                Self.refused("60", times: losses) + [.data("60", "00 04 04 02 01 00 0F 03")])
            let session = try await TagSession.identify(.ntag, over: link)
            #expect(session.productName == "NTAG213")
            #expect(link.isFinished)
        }
    }

    /// A question that comes to nothing while READ of page 0 is answered each time.
    static func refused(
        _ command: String, times: Int = 5, by tag: SelectedTag = .ntag
    ) -> [ScriptedTagLink.Step] {
        (1...times).flatMap { _ in [ScriptedTagLink.Step.fails(command), .select(tag), .data("30 00", zeros)] }
    }

    @Test(
        arguments: [
            ([.data("1A 00", "AF 01 02 03 04 05 06 07 08"), .select(.ntag)], "MIFARE Ultralight C"),
            // Its answer was lost four times.
            (
                Self.refused("1A 00", times: 4)
                    + [.data("1A 00", "AF 01 02 03 04 05 06 07 08"), .select(.ntag)], "MIFARE Ultralight C"
            ),
            (Self.refused("1A 00") + [.data("30 20", zeros)], "NTAG203"),
            (Self.refused("1A 00") + Self.refused("30 20", times: 4) + [.data("30 20", zeros)], "NTAG203"),
            (Self.refused("1A 00") + Self.refused("30 20") + [.data("30 0C", zeros)], "MIFARE Ultralight"),
        ] as [([ScriptedTagLink.Step], String)])
    func `tells tags apart that do not know GET_VERSION`(steps: [ScriptedTagLink.Step], name: String) async throws {
        let link = ScriptedTagLink(Self.refused("60") + steps)
        #expect(try await TagSession.identify(.ntag, over: link).productName == name)
        #expect(link.isFinished)
    }

    static let zeros = String(repeating: "00", count: 16)

    /// A missing answer says nothing where the next question is not answered either.
    @Test(
        arguments: [
            [], Self.refused("60", times: 3), Self.refused("60"),
            Self.refused("60") + Self.refused("1A 00", times: 4), Self.refused("60") + Self.refused("1A 00"),
            Self.refused("60") + Self.refused("1A 00") + Self.refused("30 20", times: 2),
        ] as [[ScriptedTagLink.Step]])
    func `takes no tag for another one whose answers are lost`(steps: [ScriptedTagLink.Step]) async throws {
        let asked = steps.count / 3
        let question = asked < 5 ? "60" : asked < 10 ? "1A 00" : "30 20"
        let link = ScriptedTagLink(steps + [.fails(question), .select(.ntag), .fails("30 00")])
        let error = try await #require(throws: TagError.self) { try await TagSession.identify(.ntag, over: link) }
        #expect(error.code == .noAnswer && error.recovery == .selectAgain)
        #expect(link.isFinished)
    }

    @Test func `takes no tag for an Ultralight that has no page 0C, or is not by NXP`() async throws {
        let steps = Self.refused("60") + Self.refused("1A 00") + Self.refused("30 20") + [.fails("30 0C")]
        let error = try await #require(throws: TagError.self) {
            try await TagSession.identify(.ntag, over: ScriptedTagLink(steps))
        }
        #expect(error.code == .noAnswer)

        let infineon = SelectedTag(uid: try #require(ChipUID("05A1B2C3D4E580")), atqa: hex("00 44"), sak: 0x00)
        let link = ScriptedTagLink(Self.refused("60", by: infineon))
        let refusal = try await #require(throws: TagError.self) { try await TagSession.identify(infineon, over: link) }
        #expect(refusal.message == "tag 05A1B2C3D4E580 is not supported: unknown Type 2 tag (manufacturer 05)")
    }

    @Test func `names an ISO/IEC 14443-4 card without the NDEF application`() async throws {
        let card = SelectedTag(uid: .ntag, atqa: hex("03 44"), sak: 0x20, ats: hex("77 77 71 02 80"))
        let link = ScriptedTagLink(
            .exchange(hex("00 A4 04 00 07 D2 76 00 00 85 01 01 00"), .apdu, .success(hex("6A 82"))))
        let error = try await #require(throws: TagError.self) { try await TagSession.identify(card, over: link) }
        #expect(error.message == "tag 04A1B2C3D4E580 is not supported: ISO/IEC 14443-4 card without NDEF")

        let mute = SelectedTag(uid: .ntag, atqa: hex("03 44"), sak: 0x20)
        let refusal = try await #require(throws: TagError.self) {
            try await TagSession.identify(mute, over: ScriptedTagLink())
        }
        #expect(refusal.message == "tag 04A1B2C3D4E580 is not supported: ISO/IEC 14443-4 card")
    }

    @Test(arguments: [(nil, .tagLost), (.other, .tagChanged)] as [(SelectedTag?, TagError.Code)])
    func `notices that the tag has left or was exchanged`(now: SelectedTag?, code: TagError.Code) async throws {
        let link = ScriptedTagLink(.fails("60"), .select(now))
        let error = try await #require(throws: TagError.self) {
            try await TagSession.identify(.ntag, over: link)
        }
        #expect(error.code == code)
        #expect(error.recovery == .selectAgain)
    }

    @Test(arguments: [.timeout, .readerGone, .readerFailed] as [TagLinkError.Code])
    func `stops when the reader is in trouble`(code: TagLinkError.Code) async throws {
        let link = ScriptedTagLink(.fails("60", .data, code))
        let error = try await #require(throws: TagError.self) {
            try await TagSession.identify(.ntag, over: link)
        }
        #expect(error.code == .readerFailed)
        #expect(error.recovery == .restoreReader)
        #expect(error.link?.code == code)
        #expect(error.reason == "scripted")
    }
}
