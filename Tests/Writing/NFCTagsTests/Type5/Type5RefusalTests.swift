import Chips
import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

@Suite struct `A Type 5 tag that is not written` {
    private static func refusal(_ tag: Type5Tag, characters: Int = 40, givingUp: GivenUp = .nothing) async throws
        -> TagError
    {
        let bench = TagBench(tag)
        let error = try await #require(throws: TagError.self) {
            try await bench.provision(TagBench.url(characters), givingUp: givingUp)
        }
        let left = try #require(bench.antenna.anyTag as? Type5Tag)
        #expect(left.dump == tag.dump)
        return error
    }

    @Test(
        arguments: [
            // Data of another system; block addresses of two bytes; a container of 8 bytes; another version.
            ([0: "12 34 56 78"], .notFormatted, "block 00 holds 12 34 56 78 in place of a capability container"),
            (
                [0: "E2 40 0D 00"], .malformedMemory,
                "its capability container is of a kind that is read here and not written: block addresses of two bytes"
            ),
            (
                [0: "E1 40 00 01", 1: "00 00 00 0D", 2: "03 00 FE 00"], .malformedMemory,
                "its capability container is of a kind that is read here and not written: 8 bytes"
            ),
            ([0: "E1 80 0D 00"], .malformedMemory, "the capability container has version 80, not 4x to 7x"),
            ([0: "E1 43 0D 00"], .locked, "its capability container forbids writing"),
            ([0: "E1 42 0D 00"], .locked, "its capability container forbids writing"),
            ([0: "E1 48 0D 00"], .passwordProtected, "its capability container restricts reading"),
            (
                [0: "E1 40 0D 00", 1: "FD 02 AA BB", 2: "03 00 FE 00"], .malformedMemory,
                "a proprietary TLV block comes before the message"
            ),
            ([0: "E1 40 0D 00", 1: "55 00 00 00"], .malformedMemory, "block 01 holds an unknown TLV block 55"),
        ] as [([Int: String], TagError.Code, String)])
    func `says why, and is left alone`(blocks: [Int: String], code: TagError.Code, reason: String) async throws {
        let error = try await Self.refusal(Type5Bench.tag(.slix, blocks))
        #expect(error.code == code)
        #expect(error.reason == reason)
        #expect(error.recovery == .refuse)
    }

    @Test func `has a locked block in the way`() async throws {
        let error = try await Self.refusal(Type5Bench.tag(.slix, [:], locked: [3]))
        #expect(error.code == .locked)
        #expect(error.reason == "block 03 is locked for ever")
        // Behind the message it is allowed.
        try await TagBench(Type5Bench.tag(.slix, [:], locked: [20])).provision(TagBench.url(10))
        // Not even what may be given up can be.
        let anew = try await Self.refusal(Type5Bench.tag(.slix, [0: "12 34 56 78"], locked: [0]), givingUp: .remains)
        #expect(anew.reason == "block 00 is locked for ever")
    }

    @Test func `protects its blocks with a password`() async throws {
        var tag = Type5Bench.tag()
        tag.protection = .init(firstBlock: 2, protectsReading: true)
        #expect(try await Self.refusal(tag).code == .passwordProtected)
        tag.protection = .init(firstBlock: 2, protectsReading: false)
        let bench = TagBench(tag)
        let error = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(10)) }
        #expect(error.code == .commandRefused)
        #expect(error.reason.hasPrefix("writing block 02 of tag E0040110"))
        #expect(try PhoneReader.message(on: #require(bench.antenna.anyTag)) == [])
    }

    @Test(
        arguments: [
            (
                .slix, 98, "it has 104 bytes, the message needs 105",
                "shorten the URL by 1 character, or use an ICODE SLIX2 (312 bytes)"
            ),
            (
                .slix, 300, "it has 104 bytes, the message needs 312",
                "shorten the URL by 203 characters, or use an ICODE SLIX2 (312 bytes)"
            ),
            (.slix2, 301, "it has 312 bytes, the message needs 313", "shorten the URL by 1 character"),
            (.slix, 400, "it has 104 bytes, the message needs 412", "shorten the URL by 303 characters"),
        ] as [(ReaderEmulator.Type5Product, Int, String, String)])
    func `is too small, by how much and for what`(
        product: ReaderEmulator.Type5Product, characters: Int, reason: String, next: String
    ) async throws {
        let error = try await Self.refusal(Type5Bench.tag(product), characters: characters)
        #expect(error.code == .tooSmall)
        #expect(error.reason == reason)
        #expect(error.next == next)
    }

    @Test(arguments: [
        (ReaderEmulator.Type5Product.sli, "ICODE SLI"), (.st25tv02k, "ST25 of STMicroelectronics"),
        (.tagIt, "Tag-it HF-I of Texas Instruments"),
    ])
    func `is of an untested product, until that is allowed`(
        product: ReaderEmulator.Type5Product, name: String
    ) async throws {
        let message = try TagBench.url(40)
        let error = try await Self.refusal(Type5Bench.tag(product))
        #expect(error.code == .unsupportedProduct)
        #expect(error.message.hasSuffix("is not written: \(name)"))

        let bench = TagBench(Type5Bench.tag(product))
        let selected = try #require(try await bench.link.select())
        let session = try await TagSession.identify(selected, over: bench.link, allowsUntried: true)
        #expect(session.productName == name)
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
        try await session.write(plan)
        try await session.verify(plan)
        let image = try await session.readBack(plan)
        let lock = try session.lockable.planLock(of: image, holding: message, mirror: nil, options: [])
        try await session.lockable.lock(lock, password: nil)
        try await session.lockable.verifyLock(lock)
        let left = try #require(bench.antenna.anyTag as? Type5Tag)
        #expect(try PhoneReader.message(on: left) == message.encoded)
        #expect(left.lockedBlocks == Set(0..<(product.blockCount * 4 - 4) / 8 * 2 + 1))
        // Whatever it holds, it is read without being asked to be brave.
        let again = try #require(try await TagSession.identify(over: bench.link))
        #expect(try await again.readContent() == .url("https://" + String(repeating: "a", count: 40)))
    }

    @Test func `is not as large as its UID says`() async throws {
        // The UID of a SLIX2 on a tag of 28 blocks.
        let copy = Type5Tag(.slix, uid: Type5Tag.uid(of: .slix2, numbered: 1))
        let error = try await Self.refusal(copy)
        #expect(error.code == .unsupportedProduct)
        #expect(error.message.hasSuffix("is not supported: Type 5 tag of 28 blocks of 4 bytes"))
        #expect(error.reason == "its UID says ICODE SLIX2, which has 80 blocks of 4: it is a copy")
    }

    @Test func `can have neither a password nor a mirror`() async throws {
        let bench = TagBench(Type5Bench.tag())
        let session = try #require(try await TagSession.identify(over: bench.link))
        let message = try NDEFMessage(uri: "https://a.example/?u=00000000000000")
        let image = try await session.readImage(for: message)
        #expect(session.passwordProtectable == nil && session.mirrorable == nil)
        #expect(try await session.readSignature() == nil)
        #expect(TagTreatment(protection: .password).objection(to: image)?.code == .notProtectable)
        let mirror = try #require(TextMirror(.uid, replacingZerosIn: message))
        #expect(TagTreatment(mirror: mirror, protection: .none).objection(to: image)?.code == .notMirrorable)
        #expect(TagTreatment(protection: .lock).objection(to: image) == nil)
    }

    @Test(arguments: [
        ("E0 04 01 10 00 00 00 01", "ICODE SLIX"), ("E0 04 01 50 00 00 00 01", "ICODE SLIX"),
        ("E0 04 01 08 66 15 39 80", "ICODE SLIX2"), ("E0 04 01 00 00 00 00 01", "ICODE SLI"),
        ("E0 04 01 18 00 00 00 01", "ICODE DNA"), ("E0 04 01 30 00 00 00 01", "NTAG 5 or ICODE 3"),
        ("E0 04 02 00 00 00 00 01", "ICODE SLIX-S"), ("E0 04 03 00 00 00 00 01", "ICODE SLIX-L"),
        ("E0 04 07 00 00 00 00 01", "unknown ICODE of NXP"), ("E0 02 23 00 00 00 00 01", "ST25 of STMicroelectronics"),
        ("E0 07 00 00 00 00 00 01", "Tag-it HF-I of Texas Instruments"),
        ("E0 16 00 00 00 00 00 01", "unknown Type 5 tag (manufacturer 16)"),
    ])
    func `and one that is are told by their UID`(uid: String, name: String) async throws {
        let product: ReaderEmulator.Type5Product = name == "ICODE SLIX2" ? .slix2 : .slix
        let link = TagBench(Type5Tag(product, uid: hex(uid))).link
        #expect(try await TagSession.identify(over: link)?.productName == name)
    }
}
