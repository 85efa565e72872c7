import Chips
import Testing

@testable import Audit
@testable import AuditLedger

/// The ledger's tables against dictionaries.
@Suite struct `Content tables` {
    @Test func `each content has one entry, and its bytes come back`() {
        var table = ContentTable(Arena())
        var known: [String: Int] = [:]
        var random = Dice(state: 3)
        for _ in 0..<20_000 {
            let number = random.below(5_000)
            let text = "https://a.example/" + String(repeating: "x", count: number % 300) + "\(number)"
            let chip = number % 3 == 0 ? PackedChip(sevenBytes: UInt64(number)) : .none
            let bytes = Array(text.utf8)
            let key = ContentKey(url: ContentHash(bytes.span, 0..<bytes.count), chip: chip)
            let entry = table.entry(key, chip: chip, bytes: bytes.span, url: 0..<bytes.count)
            #expect(known[text] ?? table.count - 1 == entry)
            known[text] = entry
            #expect(table.url(entry) == text && table.chip(entry) == chip && table.hasChip(entry) == !chip.isNone)
        }
        #expect(table.count == known.count)
    }

    /// What a block does not hold has a piece of its own, of which the bytes that it shares with the first one stay free.
    @Test(arguments: [
        [5_000, 10, 5_000], [4_060, 10], [4_065, 10], [4_080, 10], [10, 8_000, 8_000, 2_000, 10],
        [2_000, 2_000, 2_000], [10] + (4_500..<4_520).flatMap { [$0, 0] },
    ])
    func `URLs of any length come back`(lengths: [Int]) {
        var table = ContentTable(Arena())
        let texts = lengths.enumerated().map { "https://a.example/\($0)" + String(repeating: "x", count: $1) }
        for text in texts {
            let bytes = Array(text.utf8)
            let key = ContentKey(url: ContentHash(bytes.span, 0..<bytes.count), chip: .none)
            _ = table.entry(key, chip: .none, bytes: bytes.span, url: 0..<bytes.count)
        }
        #expect(texts.indices.map { table.url($0) } == texts)
    }

    @Test func `bytes are ordered as one byte after the other says`() {
        var random = Dice(state: 9)
        for _ in 0..<20_000 {
            let left = (0..<random.below(20)).map { _ in UInt8(random.below(2) * 255) }
            var right = random.below(2) == 0 ? left : left + [1]
            if !right.isEmpty, random.below(2) == 0 { right[random.below(right.count)] = UInt8(random.below(256)) }
            let order = ByteComparison.order(left.span, right.span)
            #expect((order < 0) == left.lexicographicallyPrecedes(right), "\(left), \(right)")
            #expect((order == 0) == (left == right), "\(left), \(right)")
        }
    }

    @Test func `the same URL on two chips and on none makes three entries`() {
        var table = ContentTable(Arena())
        let bytes = Array("https://a.example/1".utf8)
        let url = ContentHash(bytes.span, 0..<bytes.count)
        let chips = [PackedChip.none, PackedChip(sevenBytes: 1), PackedChip(sevenBytes: 2)]
        for chip in chips + chips {
            _ = table.entry(ContentKey(url: url, chip: chip), chip: chip, bytes: bytes.span, url: 0..<bytes.count)
        }
        #expect(table.count == 3 && table.haveSameURL(0, 2))
    }

    /// With one hash for all of them nothing but their bytes distinguishes contents.
    @Test func `contents of one hash are distinguished by their bytes`() {
        var table = ContentTable(Arena())
        let chips = [
            .none, PackedChip(ChipUID("04A1B2C3")), PackedChip(ChipUID("04A1B2C4")), PackedChip(sevenBytes: 1),
            PackedChip(sevenBytes: 2), PackedChip(ChipUID("04A1B2C3D4E5F607")),
            PackedChip(ChipUID("04A1B2C3D4E5F6070809")),
            PackedChip(ChipUID("04A1B2C3D4E5F607080A")),
        ]
        let urls = [
            "https://a.example/", "https://a.example/1", "https://a.example/2", "tel:1", "https://b.example/12",
        ]
        let key = ContentKey(url: ContentHash(), chip: .none)
        for _ in 0..<2 {
            for (number, url) in urls.enumerated() {
                let bytes = Array("<\(url)>".utf8)
                for (place, chip) in chips.enumerated() {
                    let entry = table.entry(key, chip: chip, bytes: bytes.span, url: 1..<(bytes.count - 1))
                    #expect(entry == number * chips.count + place)
                    #expect(table.url(entry) == url && table.chip(entry) == chip)
                }
            }
        }
        #expect(table.count == urls.count * chips.count)
    }

    @Test func `names are found, and nothing else`() {
        let names = (0..<3_000).map { "s\($0 % 2_900)" }
        let table = NameTable(names)
        for (position, name) in names.enumerated() {
            let bytes = Array("<\(name)>".utf8)
            #expect(table.position(bytes.span, 1..<(bytes.count - 1)) == position % 2_900)
            #expect(table.position(bytes.span, 0..<(bytes.count - 1)) == nil)
        }
        #expect(!table.isOnly(5) && table.isOnly(2_899))
        #expect(!table.areDistinct && NameTable(Array(names.prefix(2_900))).areDistinct)
    }

    @Test func `marks that share an identifier or a chip are found`() {
        var marks = ChipMarks()
        for number in 0..<5_000 {
            let tag = number == 7 ? 8 : number
            let chip = number == 11 ? 13 : number
            marks.append(
                ChipMark(
                    tag: number % 5 == 0 ? nil : ContentHash(UInt64(tag)).value,
                    chip: PackedChip(sevenBytes: UInt64(chip)), shard: number % 512, entry: number))
        }
        for doubles in [marks.doubles(), marks.doubles(threads: 2)] {
            let found = Dictionary(doubles.map { ($0.entry, $0.shard) }) { first, _ in first }
            #expect([7, 8, 11, 13].allSatisfy { found[$0] == $0 })
            #expect(found.count == 4)
        }
    }
}
