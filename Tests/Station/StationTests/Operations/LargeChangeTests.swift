import API
import Faults
import Foundation
import MemoryStorage
import Registry
import Testing

@testable import StationService

/// What changes many tags is many short entries, refused as a whole before the first.
@Suite struct `Large changes of a station` {
    private let bench: StationBench
    private var station: Station { bench.station }

    init() throws { bench = try StationBench() }

    /// 600 tags of one store. `placement`: of those from a row on.
    private func plan(_ placement: String, from row: Int = 0, ending last: String = "") -> [UInt8] {
        let rows = (0..<600).map {
            "m-\($0),cupertino,\($0 < row ? "door" : placement),nfc,https://example.com/\($0)\n"
        }
        return Array(("tag,store,placement,medium,url\n" + rows.joined() + last).utf8)
    }

    private func open() async throws {
        try await bench.open()
        _ = try await station.createBatch(name("many"), template: nil, plan("door"), file: "many.csv", by: bench.author)
    }

    private func revise(_ bytes: [UInt8]) async throws -> BatchRevised {
        try await station.reviseBatch(name("many"), template: nil, bytes, file: "many.csv", by: bench.author)
    }

    @Test func `a revision touches the tags that differ, a few in each entry`() async throws {
        try await open()
        let few = try await revise(plan("window", from: 598))
        #expect(few.changes.count == 2)
        let entry = try #require(await bench.registry.journal(from: 1, limit: 100).last)
        #expect(entry.kind == "batch-revised" && entry.payload.hasSuffix(#""tags":2}"#), "\(entry.payload)")

        let before = await bench.kinds().count
        let all = try await revise(plan("till"))
        #expect(all.changes.count == 600)
        #expect(await bench.kinds().dropFirst(before) == ["batch-revised", "batch-revised", "batch-revised"])
        #expect(await bench.registry.batch(try name("many"))?.tags.allSatisfy { $0.placement == "till" } == true)
        // The same file once more: one entry says that it was given.
        _ = try await revise(plan("till"))
        #expect(await bench.kinds().dropFirst(before).count == 4)
    }

    /// The last row alone is bad: another batch has its tag, or its medium is another.
    @Test(arguments: ["t-1,cupertino,till,nfc,https://example.com/t\n", "o-1,paris,till,nfc,https://example.com/o\n"])
    func `a revision that cannot be taken whole changes nothing`(row: String) async throws {
        try await open()
        let (before, tags) = (await bench.kinds(), await bench.registry.tags())
        await #expect(throws: (any Error).self) { try await revise(plan("till", ending: row)) }
        #expect(await bench.kinds() == before)
        #expect(await bench.registry.tags() == tags)
    }

    private func deployment(_ rows: Range<Int>) -> DeploymentRequest {
        let tags = rows.map { "d-\($0),cupertino,door,nfc\n" }.joined()
        return DeploymentRequest(
            manifest: DeploymentManifest(
                name: "large", template: "https://large.example/{store}{?tag}", apps: [],
                files: DeploymentManifest.Files(stores: ["stores.csv"], batches: ["signs.csv"])),
            files: [
                "stores.csv": Data(StationBench.stores),
                "signs.csv": Data(("tag,store,placement,medium\n" + tags).utf8),
            ])
    }

    @Test func `a deployment's large batch comes behind it, and its additions too`() async throws {
        let first = try await station.load(deployment(0..<300), by: bench.author)
        #expect(first.added == 300 && first.batches.map(\.tags) == [300])
        #expect(await bench.kinds() == ["deployment-loaded", "batch-created"])

        let again = try await station.load(deployment(0..<300), by: bench.author)
        #expect(again.added == 0 && again.notTaken.isEmpty && again.batches.map(\.tags) == [300])
        #expect(await bench.kinds().dropFirst(2) == ["deployment-loaded"])

        let more = try await station.load(deployment(0..<600), by: bench.author)
        #expect(more.added == 300 && more.batches.map(\.tags) == [600])
        #expect(await bench.kinds().dropFirst(3) == ["deployment-loaded", "batch-revised", "batch-revised"])
        let tags = try #require(await bench.registry.batch(try name("signs"))).tags
        #expect(tags.map(\.id.text) == (0..<600).map { "d-\($0)" })
        #expect(tags.allSatisfy { $0.store.deployment?.text == "large" })

        let few = try await station.load(deployment(0..<602), by: bench.author)
        #expect(few.added == 2 && few.batches.map(\.tags) == [602])
        #expect(await bench.kinds().last == "deployment-loaded")
    }
}
