import NDEF
import Testing

@testable import NFCTags

/// The proof in `PageOrder`, tried on images alone: every prefix of every plan, for a message block that starts at
/// each byte of a page.
@Suite struct `The order of writes` {
    /// Blocks before the message: 0, 5, 10 and 7 bytes.
    static let before = ["", "01 03 A0 0C 34", "01 03 A0 0C 34 02 03 F0 01 0F", "01 03 A0 0C 34 FD 00"]

    static func url(_ characters: Int, of letter: Character = "a") throws -> NDEFMessage {
        try NDEFMessage(uri: "https://" + String(repeating: letter, count: characters))
    }

    /// What may be there before: no block, NULLs, empty messages, shorter, equal and longer ones, another kind, and
    /// a length that cannot be.
    static func oldContents() throws -> [[UInt8]] {
        var contents = [
            hex("FE"), hex("FE 03 05 FE 01"), hex("00 00 00 00 00"), hex("00 FE 03 01"), hex("03 00 FE"),
            hex("03 00"), hex("03 FF 00 00 D1 01"), hex("03 08 D1 01 04 54 02 65 6E 78 FE"),
            hex("03 FF FF FF"),
        ]
        for characters in [1, 30, 249, 250, 290] {
            contents.append(TLVBlock.message(try url(characters, of: "b").encoded))
        }
        return contents
    }

    @Test(arguments: before)
    func `leaves old, empty or new after every write, and finishes from there`(control: String) throws {
        let other = try Self.url(77, of: "c")
        let otherURL = try #require(other.firstURI)
        var cases = 0
        for old in try Self.oldContents() {
            for characters in [1, 2, 3, 4, 30, 249, 250, 254, 255] {
                let start = Type2Image.factory(
                    .ntag216, data: hex(control) + old, container: hex("E1 10 28 00"))
                let message = try Self.url(characters)
                let new = TagContent.url(try #require(message.firstURI))
                let allowed: [TagContent] = [start.content, .empty, .blank, new]

                var image = start
                let plan = try Type2WritePlan(writing: message, to: image)
                for write in plan.writes {
                    #expect(allowed.contains(image.content))
                    // Every few, since they take the time.
                    if cases.isMultiple(of: 3) { try Self.finish(message, image, new) }
                    if cases.isMultiple(of: 7) { try Self.finish(other, image, .url(otherURL)) }
                    image.store(write.bytes, at: write.page)
                    cases += 1
                }
                #expect(image.content == new)
                #expect(try Type2WritePlan(writing: message, to: image).isEmpty)
            }
        }
        #expect(cases > 1000)
    }

    /// A torn tag takes the same message or another one.
    private static func finish(_ message: NDEFMessage, _ image: Type2Image, _ content: TagContent) throws {
        var image = image
        for write in try Type2WritePlan(writing: message, to: image).writes {
            image.store(write.bytes, at: write.page)
        }
        #expect(image.content == content)
    }
}
