import NDEF
import Testing

@testable import NFCTags

@Suite struct `A write plan` {
    /// `page bytes` per line.
    private static func lines(_ plan: Type2WritePlan) -> [String] {
        plan.writes.map { "\($0.page.pageNumber): \($0.bytes.hexadecimal())" }
    }

    @Test func `for an NTAG213 from the factory keeps its Lock Control TLV and sets the length last`() throws {
        let plan = try Type2WritePlan(writing: NDEFMessage(uri: "https://ab"), to: .factory(.ntag213))
        #expect(
            Self.lines(plan) == [
                "07: 61 62 FE 00",
                "06: 01 03 55 04",
                "05: 34 03 07 D1",
            ])
    }

    @Test func `for an old message first hides it`() throws {
        let image = Type2Image.factory(.ntag215, data: hex("03 09 D1 01 05 55 03 78 79 7A 7A FE 00 00"))
        let plan = try Type2WritePlan(writing: NDEFMessage(uri: "https://ab"), to: image)
        #expect(
            Self.lines(plan)
                == [
                    "04: 03 00 FE 01",
                    "06: 61 62 FE FE",
                    "05: 03 55 04 61",
                    "04: 03 07 D1 01",
                ].enumerated().map { $0.offset == 1 ? "06: 62 FE 7A FE" : $0.element })
    }

    @Test func `of one page is one write, which cannot be torn`() throws {
        let image = Type2Image.factory(.ntag215, data: hex("03 07 D1 01 03 55 04 61 63 FE"))
        let plan = try Type2WritePlan(writing: NDEFMessage(uri: "https://ab"), to: image)
        #expect(Self.lines(plan) == ["06: 62 FE 00 00"])
    }

    @Test(arguments: [
        "03 07 D1 01 03 55 04 61 62 FE", "03 07 D1 01 03 55 04 61 62 AA", "03 FF 00 07 D1 01 03 55 04 61 62",
        "00 03 07 D1 01 03 55 04 61 62 03",
    ])
    func `is empty when the tag holds the message`(data: String) throws {
        let image = Type2Image.factory(.ntag213, data: hex(data), staticLocks: [0xF8, 0xFF])
        #expect(try Type2WritePlan(writing: NDEFMessage(uri: "https://ab"), to: image).isEmpty)
    }

    @Test func `lets the page with FF go last when the length straddles two pages`() throws {
        // 02 03 .. is 5 bytes, FD 03 .. 5 more: the message block starts at byte 2 of page 6.
        let data = hex("02 03 F0 01 0F FD 03 AA AA AA 03 00 FE 00 00")
        let plan = try Type2WritePlan(
            writing: NDEFMessage(uri: "https://" + String(repeating: "a", count: 251)),
            to: .factory(.ntag215, data: data))
        let lines = Self.lines(plan)
        #expect(lines.first == "47: 61 61 FE 00")
        #expect(lines.suffix(2) == ["07: 01 00 D1 01", "06: AA AA 03 FF"])
    }

    @Test func `finishes what a torn attempt left`() throws {
        // Written: pages 07 and 06. Torn before page 05.
        let image = Type2Image.factory(.ntag213, data: hex("01 03 A0 0C 34 03 00 FE 01 03 55 04 61 62 FE 00"))
        let plan = try Type2WritePlan(writing: NDEFMessage(uri: "https://ab"), to: image)
        #expect(Self.lines(plan) == ["05: 34 03 07 D1"])
    }

    @Test func `repairs a message that runs over the end`() throws {
        let image = Type2Image.factory(.ntag213, data: hex("01 03 A0 0C 34 03 F0 D1 01"))
        let plan = try Type2WritePlan(writing: NDEFMessage(uri: "https://ab"), to: image)
        #expect(Self.lines(plan).first == "05: 34 03 00 FE")
        #expect(Self.lines(plan).last == "05: 34 03 07 D1")
    }

    @Test func `puts the first message behind a terminator's place or NULLs`() throws {
        let message = try NDEFMessage(uri: "https://ab")
        let ended = try Type2WritePlan(writing: message, to: .factory(.ntag215, data: hex("FE 03 00 FE")))
        #expect(Self.lines(ended) == ["06: 62 FE 00 00", "05: 03 55 04 61", "04: 03 07 D1 01"])
        let null = try Type2WritePlan(writing: message, to: .factory(.ntag215, data: hex("00 00 00 00")))
        #expect(
            Self.lines(null) == ["04: FE 00 00 00", "06: 62 FE 00 00", "05: 03 55 04 61", "04: 03 07 D1 01"])
    }

    @Test func `erases with a message without records`() throws {
        let image = Type2Image.factory(.ntag213, data: hex("01 03 A0 0C 34 03 07 D1 01 03 55 04 61 62 FE"))
        let plan = try Type2WritePlan(writing: NDEFMessage(records: []), to: image)
        #expect(Self.lines(plan) == ["05: 34 03 00 FE"])
    }

    @Test func `needs an image with everything it depends on`() throws {
        var image = Type2Image(uid: .ntag, product: .ntag215)
        image.store(hex("00 00 00 00 00 00 00 00 00 48 00 00 E1 10 3E 00 03 00 FE 00"), at: 0)
        let error = #expect(throws: TagError.self) {
            try Type2WritePlan(writing: NDEFMessage(uri: "https://ab"), to: image)
        }
        #expect(error?.code == .incompleteImage)
        #expect(error?.reason == "page 82 was not read")
    }
}
