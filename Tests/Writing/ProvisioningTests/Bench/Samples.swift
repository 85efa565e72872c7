import Chips
import NDEF
import NFCTags
import ReaderEmulator
import Registry
import Testing

/// The batch `opening` with the NFC tags t-1, t-2 and so on; chips by a number.
enum Samples {
    static func batch(
        _ count: Int, rules: BatchRules = .usual, isDoubtful: Bool = false, url: @Sendable (Int) -> String = url
    ) throws -> Batch {
        let name = try #require(BatchName("opening"))
        let tags = try (1...count).map { number in
            Registry.Tag(
                id: try #require(TagID("t-\(number)")), batch: name, store: try #require(StoreID("cupertino")),
                placement: "table \(number)", medium: .nfc, url: url(number))
        }
        return Batch(name: name, template: nil, tags: tags, rules: rules, isDoubtful: isDoubtful)
    }

    static func url(_ number: Int) -> String { "https://example.com/s/12?tag=t-\(number)" }

    /// The tag with another plan: the URL of the ninth, if no other is given.
    static func moved(_ tag: Registry.Tag, to url: String = Samples.url(9)) -> Registry.Tag {
        Registry.Tag(
            id: tag.id, batch: tag.batch, store: tag.store, placement: tag.placement, medium: .nfc, url: url,
            life: tag.life)
    }

    static let key = KeyName(identifier: "key-1", check: "A1B2C3")
    static let otherKey = KeyName(identifier: "key-2", check: "D4E5F6")

    /// Not how a password is derived; only different for each key and each tag.
    static func password(of uid: ChipUID, from key: KeyName) -> TagPassword {
        let start = Array(key.identifier.utf8.suffix(2)) + uid.bytes.suffix(2)
        guard let password = TagPassword(password: start, acknowledgement: [0x4E, uid.bytes.last ?? 0]) else {
            preconditionFailure("these are four bytes and two")
        }
        return password
    }

    static func chip(_ number: UInt8, _ product: ReaderEmulator.Type2Product = .ntag213) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(product, uid: [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, number])
    }

    static func vicinity(_ number: Int, _ product: ReaderEmulator.Type5Product = .slix) -> Type5Tag {
        Type5Tag(product, uid: Type5Tag.uid(of: product, numbered: number))
    }

    static func uid(_ number: UInt8) throws -> ChipUID {
        try #require(ChipUID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, number]))
    }

    /// A chip that somebody else has written.
    static func chip(
        _ number: UInt8, _ product: ReaderEmulator.Type2Product = .ntag213, saying message: NDEFMessage
    ) async throws -> ReaderEmulator.Type2Tag {
        let antenna = Antenna()
        antenna.insert(chip(number, product))
        let session = try #require(try await TagSession.identify(over: EmulatedTagLink(antenna)))
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
        try await session.write(plan)
        return try #require(antenna.remove())
    }
}
