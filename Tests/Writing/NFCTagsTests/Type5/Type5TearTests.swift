import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// A Type 5 tag that loses its power within the programming of a block, or within a lock, at every exchange.
@Suite struct `A Type 5 tag torn within a block` {
    /// What is left of the block: what it held, what it was to hold, all ones, all zeros, or bits of each.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let tear: @Sendable (Antenna, Int) -> Void

        static let all: [Kind] =
            [
                Kind(testDescription: "old") { $0.tear(after: $1, losing: .command) },
                Kind(testDescription: "new") { $0.tear(after: $1, losing: .answer) },
                Kind(testDescription: "FF") { $0.tear(after: $1, leaving: [0xFF, 0xFF, 0xFF, 0xFF]) },
                Kind(testDescription: "00") { $0.tear(after: $1, leaving: .erased) },
            ]
            + (0..<6).map { seed in
                Kind(testDescription: "mixed \(seed)") { $0.tear(after: $1, leaving: .mixture(seed: seed)) }
            }
    }

    /// What lies on the tag before.
    enum Old: String, CaseIterable, Sendable {
        case blank, formatted, flagged, shorter, longer
    }

    private static func start(_ product: ReaderEmulator.Type5Product, _ old: Old, characters: Int) async throws
        -> Type5Tag
    {
        var tag = Type5Bench.tag(product)
        // Blocks that no write may change: those behind the area, and the counter.
        tag.memory[product.blockCount - 1] = hex("07 01 5A 5A")
        tag.dsfid = 0x33
        tag.applicationFamily = 0x44
        let size = product == .slix ? "0D" : "27"
        switch old {
        case .blank: return tag
        case .formatted, .flagged:
            tag.memory[0] = hex("E1 40 \(size) \(old == .flagged ? "01" : "00")")
            tag.memory[1] = hex("03 00 FE 00")
            return tag
        case .shorter, .longer:
            let bench = TagBench(tag)
            try await bench.provision(TagBench.url(old == .shorter ? characters / 2 : characters + 25, of: "b"))
            return try #require(bench.antenna.take() as? Type5Tag)
        }
    }

    /// The URL that a phone opens; nil for none. Whatever it cannot decode it does not open.
    private static func url(on tag: any EmulatedTag) -> String? {
        guard let bytes = try? PhoneReader.message(on: tag), let message = try? NDEFMessage(decoding: bytes) else {
            return nil
        }
        return message.firstURI
    }

    @Test(
        arguments: [(.slix, 30, .none), (.slix, 30, .lockReadOnly), (.slix2, 200, .none), (.slix2, 60, .lockReadOnly)]
            as [(ReaderEmulator.Type5Product, Int, TagBench.Protection)], Old.allCases)
    func `is old, empty or new, and is finished when it comes again`(
        subject: (product: ReaderEmulator.Type5Product, characters: Int, protection: TagBench.Protection), old: Old
    ) async throws {
        let (product, protection) = (subject.product, subject.protection)
        let message = try TagBench.url(subject.characters)
        let start = try await Self.start(product, old, characters: subject.characters)
        let allowed = [Self.url(on: start), nil, message.firstURI]
        let whole = TagBench(start)
        try await whole.provision(message, protection)
        let finished = try #require(whole.antenna.take() as? Type5Tag)
        let last = whole.antenna.counts.commands
        let seed = subject.characters &+ old.rawValue.utf8.count
        var tried = 0
        for n in ProofScale.exchanges(upTo: last, seed: seed) where n > 0 {
            for kind in Kind.all {
                let place: Comment = "\(n) of \(last), \(kind.testDescription)"
                let torn = TagBench(start)
                kind.tear(torn.antenna, n)
                _ = try? await torn.provision(message, protection)
                let left = try #require(torn.antenna.take() as? Type5Tag)
                #expect(allowed.contains(Self.url(on: left)), place)
                #expect(left.lockedBlocks.isEmpty || Self.url(on: left) == message.firstURI, place)

                // Its write is on record as begun.
                let again = TagBench(left)
                try await again.provision(message, protection, givingUp: .remains)
                let mended = try #require(again.antenna.take() as? Type5Tag)
                #expect(mended.dsfid == 0x33 && mended.applicationFamily == 0x44, place)
                #expect(mended.lockedBlocks == finished.lockedBlocks, place)
                // Every block of the message, and those that are not its: behind it may be what the old one left.
                let end = Type5Bench.lastBlock(message, area: product == .slix ? 104 : 312)
                #expect((0...end).allSatisfy { mended.memory[$0] == finished.memory[$0] }, place)
                #expect((end + 1..<product.blockCount).allSatisfy { mended.memory[$0] == start.memory[$0] }, place)
                tried += 1
            }
        }
        TearProofCount.add(tried)
    }

    /// Twice in a row, both times within a block.
    @Test func `may be torn again and again`() async throws {
        let message = try TagBench.url(20)
        for old in Old.allCases {
            let start = try await Self.start(.slix, old, characters: 20)
            let allowed = [Self.url(on: start), nil, message.firstURI]
            for first in 1...13 {
                for second in 1...13 {
                    for seed in UInt64(0)..<2 {
                        var tag = start
                        for n in [first, second] {
                            let bench = TagBench(tag)
                            bench.antenna.tear(after: n, leaving: .mixture(seed: seed &+ UInt64(n)))
                            _ = try? await bench.provision(message, .lock, givingUp: .remains)
                            tag = try #require(bench.antenna.take() as? Type5Tag)
                            #expect(allowed.contains(Self.url(on: tag)), "\(old) \(first) \(second) \(seed)")
                        }
                        let bench = TagBench(tag)
                        try await bench.provision(message, .lock, givingUp: .remains)
                        #expect(Protected.isLocked(try #require(bench.antenna.anyTag)))
                    }
                }
            }
        }
    }
}
