import Faults
import NDEF
import NFCTags
import Testing

/// The steps of one write, with every byte on the link.
@Suite struct `Writing a tag` {
    static let version = "00 04 04 02 01 00 0F 03"
    /// Pages 00 to 2A of an NTAG213 from the factory.
    static let factory =
        "04 A1 B2 9F C3 D4 E5 80 72 48 00 00 E1 10 12 00 01 03 A0 0C 34 03 00 FE"
        + String(repeating: " 00", count: 136) + " 00 00 00 BD 04 00 00 FF 00 05 00 00"

    @Test func `selects, reads, writes, selects and reads back`() async throws {
        let link = ScriptedTagLink(
            .select(.ntag), .data("60", Self.version), .data("3A 00 2A", Self.factory),
            .write("A2 07 61 62 FE 00"), .write("A2 06 01 03 55 04"), .write("A2 05 34 03 07 D1"),
            .select(.ntag),
            .data("3A 03 07", "E1 10 12 00 01 03 A0 0C 34 03 07 D1 01 03 55 04 61 62 FE 00"))
        let message = try NDEFMessage(uri: "https://ab")
        let session = try #require(try await TagSession.identify(over: link))
        let image = try await session.readImage(for: message)
        #expect(image.content == .empty)
        let plan = try WritePlan(writing: message, to: image)
        try await session.write(plan)
        #expect(try await session.verify(plan) == .url("https://ab"))
        #expect(link.isFinished)
    }

    /// Bytes of the factory's pages.
    private static func page(_ pages: Range<Int>) -> String {
        Self.factory.split(separator: " ")[(pages.lowerBound * 4)..<(pages.upperBound * 4)].joined(separator: " ")
    }

    /// A FAST_READ from page 0 on that fails twice although its last page can be read.
    private static func failing(_ last: String, _ probe: String) -> [ScriptedTagLink.Step] {
        [
            .fails("3A 00 \(last)"), .select(.ntag), .data("3A \(probe) \(probe)", "00 00 00 00"),
            .fails("3A 00 \(last)"), .select(.ntag),
        ]
    }

    /// So many times the last page of an NTAG213 does not arrive, and GET_VERSION is answered.
    private static func refusals(_ times: Int) -> [ScriptedTagLink.Step] {
        (1...times).flatMap { _ in
            [ScriptedTagLink.Step.fails("3A 2A 2A"), .select(.ntag), .data("60", version)]
        }
    }

    private static let readAfterAll: [ScriptedTagLink.Step] = [
        .data("3A 2A 2A", "00 05 00 00"), .data("3A 00 2A", factory),
    ]

    /// A session and a plan whose first write is page 07.
    private func prepared(_ steps: ScriptedTagLink.Step...) async throws -> (Type2TagSession, Type2WritePlan) {
        let setUp: [ScriptedTagLink.Step] = [.data("60", Self.version), .data("3A 00 2A", Self.factory)]
        let link = ScriptedTagLink(setUp + steps)
        let message = try NDEFMessage(uri: "https://ab")
        let session = try await Type2TagSession.identify(.ntag, over: link)
        return (session, try Type2WritePlan(writing: message, to: try await session.readImage(for: message)))
    }

    @Test func `calls a page unknown that is not acknowledged`() async throws {
        let (session, plan) = try await prepared(
            .write("A2 07 61 62 FE 00"), .fails("A2 06 01 03 55 04", .acknowledgement))
        let error = try await #require(throws: TagError.self) { try await session.write(plan) }
        #expect(error.code == .writeUnknown)
        #expect(error.recovery == .selectAgain)
        #expect(error.message == "writing page 06 of tag 04A1B2C3D4E580 was not acknowledged")
        #expect(error.reason == "scripted; whether the page changed is unknown")
    }

    @Test func `tells a lost reader from a lost tag`() async throws {
        let (session, plan) = try await prepared(.fails("A2 07 61 62 FE 00", .acknowledgement, .readerGone))
        let error = try await #require(throws: TagError.self) { try await session.write(plan) }
        #expect(error.code == .readerFailed)
        #expect(error.recovery == .restoreReader)
    }

    @Test func `does not write a tag with the plan for another`() async throws {
        let (_, plan) = try await prepared()
        let link = ScriptedTagLink(.data("60", Self.version))
        let session = try await Type2TagSession.identify(.other, over: link)
        let error = try await #require(throws: TagError.self) { try await session.write(plan) }
        #expect(error.code == .tagChanged)
    }

    @Test func `does not verify another tag`() async throws {
        let (session, plan) = try await prepared(.select(.other))
        let error = try await #require(throws: TagError.self) { try await session.verify(plan) }
        #expect(error.code == .tagChanged)
        #expect(error.reason == "tag 04A1B2C3D4E581 is on the reader instead")
    }

    @Test(
        arguments: [
            ("E1 10 12 00 01 03 A0 0C 34 03 07 D1 01 03 55 04 61 63 FE 00", "page 07 holds 61 63 FE 00"),
            ("E1 10 12 00 01 03 A0 0C 34 03 00 FE 01 03 55 04 61 62 FE 00", "page 05 holds 34 03 00 FE"),
            ("E1 10 12 00 01 03 A0 0C 03 03 07 D1 01 03 55 04 61 62 FE 00", nil),
            (
                "E1 10 12 00 03 00 A0 0C 34 03 07 D1 01 03 55 04 61 62 FE 00",
                "the blocks before the message have changed"
            ),
            (
                "00 10 12 00 01 03 A0 0C 34 03 07 D1 01 03 55 04 61 62 FE 00",
                "the blocks before the message have changed"
            ),
        ] as [(String, String?)])
    func `finds out what is not there`(readBack: String, reason: String?) async throws {
        let (session, plan) = try await prepared(.select(.ntag), .data("3A 03 07", readBack))
        guard let reason else {
            try await session.verify(plan)
            return
        }
        let error = try await #require(throws: TagError.self) { try await session.verify(plan) }
        #expect(error.code == .readBackDiffers)
        #expect(error.reason == reason)
    }

    @Test(
        arguments: [
            // The last page alone is refused too, again and again, but the tag is there: a password.
            ([.select(.ntag)] + Self.refusals(5), .passwordProtected),
            // Two answers were lost, or four times two.
            ([.select(.ntag)] + Self.refusals(1) + Self.readAfterAll, nil),
            ([.select(.ntag)] + Self.refusals(4) + Self.readAfterAll, nil),
            // Nothing arrives at all, or not any more.
            ([.select(.ntag), .fails("3A 2A 2A"), .select(.ntag), .fails("60")], .noAnswer),
            ([.select(.ntag)] + Self.refusals(3) + [.fails("3A 2A 2A"), .select(.ntag), .fails("60")], .noAnswer),
            // Short answers arrive, long ones do not: halved, down to READ.
            (
                [.select(.ntag), .data("3A 2A 2A", "00 05 00 00"), .fails("3A 00 2A"), .select(.ntag)]
                    + Self.failing("15", "15") + Self.failing("0A", "0A") + Self.failing("05", "05")
                    + Self.failing("03", "03") + [.fails("30 00")], .noAnswer
            ),
            (
                [.select(.ntag), .data("3A 2A 2A", "00 05 00 00"), .fails("3A 00 2A"), .select(.ntag)]
                    + [.data("3A 00 15", Self.page(0..<22)), .data("3A 16 2A", Self.page(22..<43))], nil
            ),
            // One disturbance is mended.
            ([.select(.ntag), .data("3A 2A 2A", "00 05 00 00"), .data("3A 00 2A", factory)], nil),
            ([.select(nil)], .tagLost),
            ([.select(.other)], .tagChanged),
        ] as [([ScriptedTagLink.Step], TagError.Code?)])
    func `says why a tag cannot be read, or reads it in pieces`(steps: [ScriptedTagLink.Step], code: TagError.Code?)
        async throws
    {
        let link = ScriptedTagLink([.data("60", Self.version), .fails("3A 00 2A")] + steps)
        let session = try await Type2TagSession.identify(.ntag, over: link)
        guard let code else {
            #expect(try await session.readContent() == .empty)
            return
        }
        let error = try await #require(throws: TagError.self) { try await session.readContent() }
        #expect(error.code == code)
        #expect(link.isFinished)
    }
}
