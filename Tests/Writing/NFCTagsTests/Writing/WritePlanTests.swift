import Faults
import NDEF
import Testing

@testable import NFCTags

@Suite struct `A write plan` {
    /// `page bytes` per line.
    private static func lines(_ plan: Type2WritePlan) -> [String] {
        plan.writes.map { "\($0.page.pageNumber): \($0.bytes.hexadecimal)" }
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

    /// Half of that page could be a third URL.
    @Test func `of one page of text hides it as well`() throws {
        let image = Type2Image.factory(.ntag215, data: hex("03 07 D1 01 03 55 04 61 63 FE"))
        let plan = try Type2WritePlan(writing: NDEFMessage(uri: "https://ab"), to: image)
        #expect(Self.lines(plan) == ["04: 03 00 FE 01", "06: 62 FE 00 00", "04: 03 07 D1 01"])
    }

    /// Page 5, page 4 or both were torn while they were programmed, or say what an NTAG213 cannot have.
    @Test(arguments: [
        "01 03 A0 0C AA AA AA AA 01 03 55 04 61 62 FE 00", "AA AA AA AA 34 03 07 D1 01 03 55 04",
        "01 03 A0 0C AA 03 00 FE", "01 03 10 0C 34 03 00 FE", "02 03 50 08 02 03 00 FE", "77 01 00 FE",
    ])
    func `lays out anew what was torn, hidden until it is whole`(data: String) throws {
        let message = try NDEFMessage(uri: "https://ab")
        var image = Type2Image.factory(.ntag213, data: hex(data))
        let before = image.content
        let plan = try Type2WritePlan(writing: message, to: image, laysOutAnew: true)
        for write in plan.writes {
            #expect([before, .blank].contains(image.content))
            image.store(write.bytes, at: write.page)
        }
        #expect(image.content == .url("https://ab"))
        #expect(
            (0x04...0x07).compactMap { image[page: $0] }.flatMap(\.self).starts(with: hex("01 03 A0 0C 34 03 07 D1")))
        #expect(plan.writes.first?.page == 4 && plan.writes.last?.page == 4)
        #expect(try Type2WritePlan(writing: message, to: image, laysOutAnew: true).isEmpty)
    }

    @Test func `gives up no block that the tag may have`() throws {
        let data = hex("01 03 A0 0C 34 FD 02 AA AA 03 00 FE")
        let image = Type2Image.factory(.ntag213, data: data)
        let message = try NDEFMessage(uri: "https://ab")
        #expect(
            try Type2WritePlan(writing: message, to: image, laysOutAnew: true)
                == Type2WritePlan(writing: message, to: image))
    }

    @Test func `does not lay out anew a tag whose container contradicts the rules`() throws {
        let image = Type2Image.factory(.ntag213, data: hex("77"), container: hex("E1 30 12 00"))
        let error = #expect(throws: TagError.self) {
            try Type2WritePlan(writing: NDEFMessage(uri: "https://ab"), to: image, laysOutAnew: true)
        }
        #expect(error?.code == .malformedMemory)
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
