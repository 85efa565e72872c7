import NDEF
import TestBench
import Testing

@testable import NFCTags

@Suite struct `What a tag says` {
    @Test(
        arguments: [
            ("01 03 A0 0C 34 03 00 FE", .empty),  // NTAG213 from the factory
            ("03 00 FE 00", .empty),
            ("03 03 D0 00 00 FE", .empty),
            ("FE", .blank),
            ("00 00 00 FE", .blank),
            ("", .blank),  // NULLs to the end
            ("03 07 D1 01 03 55 04 61 62 FE", .url("https://ab")),
            ("03 07 D1 01 03 55 04 61 62", .url("https://ab")),  // no terminator
            ("03 FF 00 07 D1 01 03 55 04 61 62 FE", .url("https://ab")),
            ("00 00 03 07 D1 01 03 55 04 61 62 FE", .url("https://ab")),
            ("FD 02 03 FF 03 07 D1 01 03 55 04 61 62 FE", .url("https://ab")),
            ("FD FF 00 01 FF 03 07 D1 01 03 55 04 61 62 FE", .url("https://ab")),
            ("03 00 03 07 D1 01 03 55 04 61 62 FE", .empty),  // only the first message counts
            ("03 00 FD", .empty),  // a block without a length, as lost power leaves bytes
            ("03 00 FD 00 FE", .empty),
            ("03 00 FD FE 01 02", .empty),  // more than the tag has
            ("03 0F 91 01 04 54 02 65 6E 78 51 01 03 55 04 61 62 FE", .url("https://ab")),
            // Page 6, address 6 x 4 + 0, is reserved: 4 bytes of memory, or 32 lock bits. The message runs around it.
            ("02 03 60 04 02 03 07 D1 BB BB BB BB 01 03 55 04 61 62 FE", .url("https://ab")),
            ("01 03 60 20 32 03 07 D1 BB BB BB BB 01 03 55 04 61 62 FE", .url("https://ab")),
            // 9 bits take two bytes; 00 stands for 256 bytes, here all that is left.
            ("01 03 60 09 32 03 07 D1 BB BB 01 03 55 04 61 62 FE", .url("https://ab")),
            ("02 03 60 00 02 00 00 00 AA", .blank),
        ] as [(String, TagContent)])
    func `follows from its TLV blocks`(data: String, content: TagContent) {
        #expect(Type2Image.factory(.ntag213, data: hex(data)).content == content)
    }

    @Test func `is another message when it has no URI record`() throws {
        let text = try NDEFRecord(format: .wellKnown, type: [0x54], payload: hex("02 65 6E 78"))
        let image = Type2Image.factory(.ntag215, data: hex("03 08 D1 01 04 54 02 65 6E 78 FE"))
        #expect(image.content == .other(NDEFMessage(records: [text])))
    }

    @Test(arguments: [
        ("03 FE", "the NDEF message claims more bytes than the tag has"),
        ("03 FF FF FF", "the NDEF message claims more bytes than the tag has"),
        ("03 02 D1 01 FE", "the record at byte 0 needs 1 more bytes"),
        ("01 02 A0 0C", "a Lock Control TLV block does not have three bytes"),
        ("02 FF 00 02 A0 0C", "a Memory Control TLV block does not have three bytes"),
        ("FD FE 00", "a proprietary TLV block runs over the end of the data area"),
        ("00 00 00 00 04 01 02", "page 05 holds an unknown TLV block 04"),
        ("FF", "page 04 holds an unknown TLV block FF"),
        ("03 00 FD 02 AA BB FE", "a proprietary TLV block is behind the empty message"),
        ("03 03 D0 00 00 FD 02 AA BB FE", "a proprietary TLV block is behind the empty message"),
        ("03 FF 00 00 00 00 FD FF 00 01 AA", "a proprietary TLV block is behind the empty message"),
    ])
    func `is damaged when the blocks contradict the rules`(data: String, reason: String) {
        #expect(Type2Image.factory(.ntag213, data: hex(data)).content == .damaged(reason: reason))
    }

    @Test(
        arguments: [
            ("00 00 00 00", .unformatted),
            ("E2 10 12 00", .damaged(reason: "page 03 holds E2 10 12 00, data that is not NDEF")),
            // A bit of a ticket that a container has as well.
            ("80 00 00 00", .damaged(reason: "page 03 holds 80 00 00 00, data that is not NDEF")),
            ("E1 20 12 00", .damaged(reason: "the capability container has version 20, not 1x")),
            (
                "E1 10 3E 00",
                .damaged(reason: "the capability container declares 496 bytes, an NTAG213 has 144")
            ),
            (
                "E1 10 00 00",
                .damaged(reason: "the capability container declares 0 bytes, an NTAG213 has 144")
            ),
            ("E1 11 06 0F", .empty),
        ] as [(String, TagContent)])
    func `depends on the capability container`(container: String, content: TagContent) {
        #expect(Type2Image.factory(.ntag213, container: hex(container)).content == content)
    }

    @Test func `is told for any bytes`() {
        var generator = SeededRandom()
        for _ in 0..<2_000 {
            var data = hex("01 03 A0 0C 34 03 07 D1 01 03 55 04 61 62 FE")
            for _ in 0..<4 {
                data[.random(in: data.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            // It is said without a trap, and a URL has a scheme, but where the prefix code 0 adds none.
            if case .url(let url) = Type2Image.factory(.ntag213, data: data).content {
                #expect(url.contains(":") || data.contains(0), "\(generator): \(data)")
            }
        }
    }
}
