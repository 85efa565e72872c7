import Chips
import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

@Suite struct `Writing a Type 5 tag` {
    private static func writes(_ tag: Type5Tag, _ message: NDEFMessage) async throws -> [String] {
        let session = try #require(try await TagSession.identify(over: TagBench(tag).link))
        guard case .type5(let plan) = try WritePlan(writing: message, to: try await session.readImage(for: message))
        else {
            return []
        }
        return plan.writes.map { "\($0.page): \($0.bytes.map { String($0, radix: 16) }.joined(separator: " "))" }
    }

    @Test func `hides, formats, writes the rest, and reveals with one block`() async throws {
        let message = try NDEFMessage(uri: "https://a.bc/d")
        let rest = ["2: 7 55 4 61", "3: 2e 62 63 2f", "4: 64 fe 0 0"]
        let blank = Type5Bench.tag(.slix)
        #expect(try await Self.writes(blank, message) == ["1: 3 0 fe 0", "0: e1 40 d 0"] + rest + ["1: 3 b d1 1"])
        // As the factory's container is, with flags that keep iPhones away.
        let flagged = Type5Bench.tag(.slix2, [0: "E1 40 27 01", 1: "03 00 FE 00"])
        #expect(try await Self.writes(flagged, message) == ["0: e1 40 27 0"] + rest + ["1: 3 b d1 1"])
        // One that counts the container in its size.
        let counted = Type5Bench.tag(.slix, [0: "E1 40 0E 00", 1: "03 03 D0 00", 2: "00 FE 00 00"])
        #expect(try await Self.writes(counted, message) == ["1: 3 0 fe 0", "0: e1 40 d 0"] + rest + ["1: 3 b d1 1"])
        // A length of three bytes fits the same block.
        let long = try await Self.writes(Type5Bench.tag(.slix2), TagBench.url(300))
        #expect(long.last == "1: 3 ff 1 34")
        #expect(long.count == 2 + 77 + 1)
    }

    @Test func `writes only what differs, and hides meanwhile`() async throws {
        let bench = TagBench(Type5Bench.tag())
        try await bench.provision(NDEFMessage(uri: "https://example.com/12"))
        let tag = try #require(bench.antenna.anyTag as? Type5Tag)
        let writes = try await Self.writes(tag, NDEFMessage(uri: "https://example.com/13"))
        #expect(writes == ["1: 3 0 fe 0", "6: 33 fe 0 0", "1: 3 13 d1 1"])
        #expect(try await Self.writes(tag, NDEFMessage(uri: "https://example.com/12")) == [])
    }

    @Test(
        arguments: [
            ([:], TagContent.unformatted), ([1: "03 00 FE 00"], .unformatted),
            ([5: "01 02 03 04"], .damaged(reason: "block 05 holds 01 02 03 04, data that is not NDEF")),
            ([26: "01 02 03 04"], .damaged(reason: "block 1A holds 01 02 03 04, data that is not NDEF")),
            // W_OK, as the maker leaves it.
            ([26: "57 5F 4F 4B", 27: "57 5F 4F 4B"], .unformatted),
            ([0: "E1 40 0D 00"], .blank), ([0: "E1 40 0D 00", 1: "03 00 FE 00"], .empty),
            ([0: "E1 40 0D 00", 1: "FE 03 00 00"], .blank),
            (
                [0: "E1 40 0D 00", 1: "03 70 D1 01"],
                .damaged(reason: "the NDEF message claims more bytes than the tag has")
            ),
            (
                [0: "E1 40 0D 00", 1: "03 00 FD 02", 2: "AA BB FE 00"],
                .damaged(reason: "a proprietary TLV block is behind the empty message")
            ),
            (
                [0: "E1 40 0D 00", 1: "03 03 D0 00", 2: "00 FD 02 AA", 3: "BB FE 00 00"],
                .damaged(reason: "a proprietary TLV block is behind the empty message")
            ),
            ([0: "E1 40 0D 00", 1: "03 00 FD 70", 2: "AA BB FE 00"], .empty),
            // Behind 8 bytes of container; behind NULLs and a proprietary block.
            (
                [0: "E1 40 00 01", 1: "00 00 00 0C", 2: "03 08 D1 01", 3: "04 55 04 61", 4: "2E 62 FE 00"],
                .url("https://a.b")
            ),
            (
                [0: "E1 40 0D 00", 1: "00 00 FD 01", 2: "AA 03 08 D1", 3: "01 04 55 04", 4: "61 2E 62 FE"],
                .url("https://a.b")
            ),
            // More than it has: what is there counts.
            ([0: "E1 40 20 00", 1: "03 08 D1 01", 2: "04 55 04 61", 3: "2E 62 FE 00"], .url("https://a.b")),
        ] as [([Int: String], TagContent)])
    func `is preceded by reading what it says`(blocks: [Int: String], content: TagContent) async throws {
        for capabilities in [LinkCapabilities.type5Raw, .type5] {
            let bench = TagBench(Type5Bench.tag(.slix, blocks), over: capabilities)
            let session = try #require(try await TagSession.identify(over: bench.link))
            #expect(try await session.readContent() == content)
        }
    }

    /// Commands: SYSTEM INFORMATION; reads of 25 blocks, also of those behind the message, where there is no container yet;
    /// the blocks of the message and the container, block 1 twice; reads.
    @Test(
        arguments: [(.slix, 36), (.slix, 97), (.slix2, 36), (.slix2, 130), (.slix2, 300)]
            as [(ReaderEmulator.Type5Product, Int)])
    func `takes the exchanges of the formula`(product: ReaderEmulator.Type5Product, characters: Int) async throws {
        let message = try TagBench.url(characters)
        let last = Type5Bench.lastBlock(message, area: product.name == "slix" ? 104 : 312)
        let reads = (last + 25) / 25
        let area = product.name == "slix" ? 27 : 79
        let blank = reads + (area - last - 1 + 24) / 25
        let bench = TagBench(Type5Bench.tag(product))
        try await bench.provision(message)
        #expect(bench.antenna.counts.selections == 2)
        #expect(bench.antenna.counts.commands == 1 + blank + (last + 2) + reads)

        let locked = TagBench(Type5Bench.tag(product))
        try await locked.provision(message, .lock)
        #expect(locked.antenna.counts.selections == 3)
        #expect(
            locked.antenna.counts.commands == 1 + (blank + 1) + (last + 2) + (reads + 1) + 2 + area + 2 + 1)

        // The example of docs/exchanges.md.
        if product == .slix, characters == 36 {
            #expect([bench.antenna.counts.commands, locked.antenna.counts.commands] == [17, 51])
        }

        // A reader that chooses the tag: one block a read, the UID before every write.
        let plain = TagBench(Type5Bench.tag(product), over: .type5)
        try await plain.provision(message)
        #expect(plain.antenna.counts.commands == area + (last + 2) + (last + 1))
        #expect(plain.link.commands == area + 2 * (last + 2) + (last + 1))

        bench.antenna.resetCounts()
        #expect(try await bench.provision(message).isEmpty)
        #expect(bench.antenna.counts.commands == 1 + reads + reads)
    }

    @Test(arguments: [LinkCapabilities.type5Raw, .type5])
    func `never reaches a tag that was exchanged`(capabilities: LinkCapabilities) async throws {
        let message = try TagBench.url(36)
        let whole = TagBench(Type5Bench.tag(), over: capabilities)
        try await whole.provision(message, .lock)
        for exchange in 1..<whole.link.commands {
            let bench = TagBench(Type5Bench.tag(), over: capabilities)
            var other = Type5Tag(.slix, uid: Type5Tag.uid(of: .slix, numbered: 2))
            other.memory.put(hex("E1 40 0D 00 03 08 D1 01 04 55 04 61 2E 62 FE 00"), at: 0)
            let (before, antenna, count) = (other.dump, bench.antenna, exchange)
            let stranger = other
            let link = SwappingLink(bench.link, after: count) { antenna.insert(stranger) }
            let error = await #expect(throws: TagError.self) {
                guard let session = try await TagSession.identify(over: link) else { return }
                let image = try await session.readImage(for: message, toLock: true)
                let plan = try WritePlan(writing: message, to: image)
                try await session.write(plan)
                try await session.treat(
                    try await session.readBack(plan), holding: message, as: TagTreatment(protection: .lock),
                    passwords: TagPasswords())
            }
            #expect(error != nil, "exchange \(exchange)")
            #expect((bench.antenna.anyTag as? Type5Tag)?.dump == before, "exchange \(exchange)")
        }
    }

    @Test func `over a reader without locks is refused before anything is written`() async throws {
        let tag = Type5Bench.tag()
        let bench = TagBench(tag, over: .type5, hasLockCommands: false)
        let error = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(30), .lock) }
        #expect(error.code == .notLockable)
        #expect(error.reason == "this reader has no commands to lock it and to show that")
        #expect((bench.antenna.anyTag as? Type5Tag)?.dump == tag.dump)
        try await bench.provision(TagBench.url(30))
        let without = TagBench(tag, over: [.raw, .apdu])
        let refusal = try await #require(throws: TagError.self) { try await TagSession.identify(over: without.link) }
        #expect(refusal.code == .unsupportedProduct)
    }

    @Test(arguments: [LinkCapabilities.type5Raw, .type5], Type5Manners.all)
    func `locks every block, whatever the tag's manners are`(
        capabilities: LinkCapabilities, manners: Type5Manners
    ) async throws {
        for product in Type5Bench.products {
            var tag = Type5Bench.tag(product)
            tag.manners = manners
            let message = try TagBench.url(40)
            let bench = TagBench(tag, over: capabilities)
            try await bench.provision(message, .lockReadOnly)
            let left = try #require(bench.antenna.anyTag as? Type5Tag)
            #expect(Protected.isAsAsked(left, .lockReadOnly))
            #expect(left.memory[0] == hex(product == .slix ? "E1 43 0D 00" : "E1 43 27 00"))
            let session = try #require(try await TagSession.identify(over: bench.link))
            let image = try await session.readImage(for: message)
            #expect(image.guardState == (capabilities == .type5 ? nil : .locked))
            #expect(image.holds(message, mirror: nil))
            // Nothing is left to do when it comes again.
            try await bench.provision(message, .lockReadOnly)
        }
    }

    /// A tag that does not know GET MULTIPLE BLOCK SECURITY STATUS shows its locks with its blocks.
    @Test func `reads the locks with the blocks where it must`() async throws {
        let bench = TagBench(Type5Bench.tag(.slix2))
        let link = DeafLink(bench.link, to: 0x2C)
        let message = try TagBench.url(40)
        let session = try #require(try await TagSession.identify(over: link))
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message, toLock: true))
        try await session.write(plan)
        try await session.treat(
            try await session.readBack(plan), holding: message, as: TagTreatment(protection: .lock),
            passwords: TagPasswords())
        #expect(Protected.isLocked(try #require(bench.antenna.anyTag)))
    }

    @Test func `reads shorter runs of blocks where long answers are lost`() async throws {
        for limit in [5, 6, 22, 60] {
            let bench = TagBench(Type5Bench.tag(.slix2))
            let message = try TagBench.url(130)
            try await bench.provision(message)
            bench.antenna.couple(.damagesAnswers(longerThan: max(limit, 16)))
            let session = try #require(try await TagSession.identify(over: bench.link))
            #expect(try await session.readContent() == .url("https://" + String(repeating: "a", count: 130)))
        }
    }

    @Test func `notices a block that was acknowledged and not kept`() async throws {
        let bench = TagBench(Type5Bench.tag())
        let message = try TagBench.url(40)
        let session = try #require(try await TagSession.identify(over: bench.link))
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
        try await session.write(plan)
        bench.antenna.update(Type5Tag.self) { $0.memory[4] = [0, 0, 0, 0] }
        let error = try await #require(throws: TagError.self) { try await session.verify(plan) }
        #expect(error.code == .readBackDiffers)
        #expect(error.reason == "block 04 holds 00 00 00 00")
    }
}
