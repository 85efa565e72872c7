import API
import Registry
import TestBench
import Testing

@testable import StationService

/// Which signs a plan draws.
struct WalkDrawTests {
    private func tags(_ store: String, _ count: Int) throws -> [Registry.Tag] {
        try (1...count).map { number in
            let id = try #require(TagID("\(store)-\(number)"))
            return Registry.Tag(
                id: id, batch: try #require(BatchName("signs")), store: try #require(StoreID(store)),
                placement: "table \(number)", medium: .qr, url: "https://fruta.example/\(id)")
        }
    }

    @Test func `by lot: so many of each store, the same by the same seed, others by another`() throws {
        let all = try tags("a", 40) + tags("b", 3)
        let draw = WalkDraw(choice: .random, perStore: 5, seed: 7)
        let drawn = draw.draw(from: all)
        #expect(drawn.count == 8)
        #expect(draw.draw(from: all.reversed()) == drawn)
        let others = Set((0..<20).map { WalkDraw(choice: .random, perStore: 5, seed: $0).draw(from: all) })
        #expect(others.count == 20)
        // Each sign may be drawn.
        var seen: Set<TagID> = []
        for seed in 0..<200 {
            seen.formUnion(WalkDraw(choice: .random, perStore: 5, seed: UInt64(seed)).draw(from: all))
        }
        #expect(seen.count == all.count)
    }

    @Test func `those longest unseen: never first, then the oldest look`() throws {
        let all = try tags("a", 4)
        let draw = WalkDraw(
            choice: .longest, perStore: 2, seed: 0,
            lastSeen: [all[0].url: 300, all[1].url: 100, all[2].url: 200])
        #expect(draw.draw(from: all).map(\.text).sorted() == ["a-2", "a-4"])
    }

    @Test func `those that findings name, by identifier or by URL`() throws {
        let all = try tags("a", 4) + tags("b", 2)
        let draw = WalkDraw(choice: .findings, perStore: .max, seed: 0, named: ["a-3", all[4].url, "elsewhere"])
        #expect(draw.draw(from: all).map(\.text).sorted() == ["a-3", "b-1"])
        #expect(WalkDraw(choice: .findings, perStore: 9, seed: 0).draw(from: all).isEmpty)
    }
}
