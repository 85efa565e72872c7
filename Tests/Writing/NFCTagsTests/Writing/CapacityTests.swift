import Faults
import NDEF
import Testing

@testable import NFCTags

@Suite struct `The room for a message` {
    private static func plan(_ characters: Int, _ product: TagProduct, data: [UInt8]? = nil) throws
        -> Type2WritePlan
    {
        let message = try NDEFMessage(uri: "https://" + String(repeating: "a", count: characters))
        return try Type2WritePlan(writing: message, to: .factory(product, data: data))
    }

    /// Characters after `https://` that fit, with the terminator.
    @Test(
        arguments: [
            (TagProduct.ntag213, nil, 131), (.ntag213, [0x03, 0x00, 0xFE, 0x00], 136), (.ntag215, nil, 483),
            (.ntag216, nil, 859),
        ] as [(TagProduct, [UInt8]?, Int)])
    func `is used to the last byte`(product: TagProduct, data: [UInt8]?, characters: Int) throws {
        #expect(try !Self.plan(characters, product, data: data).isEmpty)
        let error = #expect(throws: TagError.self) { try Self.plan(characters + 1, product, data: data) }
        #expect(error?.code == .tooSmall)
        #expect(error?.recovery == .refuse)
    }

    @Test(arguments: [(TagProduct.ntag213, 131), (.ntag215, 483), (.ntag216, 859)])
    func `can be told before a tag is there`(product: TagProduct, characters: Int) throws {
        let url = "https://" + String(repeating: "a", count: characters)
        #expect(try product.holds(NDEFMessage(uri: url)))
        #expect(try !product.holds(NDEFMessage(uri: url + "a")))
    }

    @Test(arguments: [
        (
            158, "it has 144 bytes, the message needs 171",
            "shorten the URL by 27 characters, or use an NTAG215 (496 bytes)"
        ),
        (
            132, "it has 144 bytes, the message needs 145",
            "shorten the URL by 1 character, or use an NTAG215 (496 bytes)"
        ),
        (
            484, "it has 144 bytes, the message needs 502",
            "shorten the URL by 353 characters, or use an NTAG216 (872 bytes)"
        ),
        (900, "it has 144 bytes, the message needs 918", "shorten the URL by 769 characters"),
    ])
    func `is told with the arithmetic and a way out`(characters: Int, reason: String, next: String) {
        let error = #expect(throws: TagError.self) { try Self.plan(characters, .ntag213) }
        #expect(error?.message == "tag 04A1B2C3D4E580 cannot hold this message")
        #expect(error?.reason == reason)
        #expect(error?.next == next)
    }

    @Test func `cannot be found by shortening what is no URL`() throws {
        let record = try NDEFRecord(format: .media, type: [0x61], payload: [UInt8](repeating: 0, count: 900))
        let error = #expect(throws: TagError.self) {
            try Type2WritePlan(writing: NDEFMessage(records: [record]), to: .factory(.ntag216))
        }
        #expect(error?.next == "shorten the message")
    }

    @Test func `is smaller where the capability container says so`() throws {
        let image = Type2Image.factory(.ntag213, container: [0xE1, 0x10, 0x02, 0x00])
        let error = #expect(throws: TagError.self) {
            try Type2WritePlan(writing: NDEFMessage(uri: "https://aaaa"), to: image)
        }
        #expect(error?.reason == "it has 16 bytes, the message needs 17")
    }
}
