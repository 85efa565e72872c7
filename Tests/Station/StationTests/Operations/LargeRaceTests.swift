import API
import Faults
import Foundation
import Geodesy
import MemoryStorage
import Registry
import Testing

@testable import StationService

/// Two daemons have one registry. An edit at the other one comes before or between the entries of a large change.
@Suite struct `Large changes at two daemons of one registry` {
    private let here: StationBench
    private let there: StationBench
    private let interruption: Interruption

    init() async throws {
        let place = MemoryPlace()
        let interruption = Interruption()
        here = try StationBench(place, refusing: { _ in try await interruption.come() })
        there = try StationBench(place)
        self.interruption = interruption
        try await here.open()
    }

    private func batch(_ text: String) async throws -> Batch {
        try #require(await here.registry.batch(try name(text)))
    }

    // MARK: A revision

    private static func plan(_ placement: String) -> [UInt8] {
        let rows = (0..<600).map { "m-\($0),cupertino,\(placement),nfc,https://example.com/\($0)\n" }
        return Array(("tag,store,placement,medium,url\n" + rows.joined()).utf8)
    }

    private func make(_ placement: String) async throws {
        _ = try await here.station.createBatch(
            name("many"), template: nil, Self.plan(placement), file: "many.csv", by: here.author)
    }

    private func revise(_ placement: String) async throws {
        _ = try await here.station.reviseBatch(
            name("many"), template: nil, Self.plan(placement), file: "many.csv", by: here.author)
    }

    @Test func `a pause between two pieces of a revision does not break it`() async throws {
        try await make("door")
        interruption.setBehindOne { [there] in
            _ = try await there.station.pause(name("many"), reason: nil, by: there.author)
        }
        try await revise("till")
        let batch = try await batch("many")
        #expect(batch.isPaused && batch.tags.allSatisfy { $0.placement == "till" })
    }

    @Test func `an installer may note tags between two pieces of a revision`() async throws {
        try await make("door")
        interruption.setBehindOne { [there] in
            let deployed = Deployed(
                position: try Coordinate(latitude: 37.323, longitude: -122.032), accuracy: 8)
            _ = try await there.registry.record(
                .tagCommissioned(
                    TagCommissioning(tag: try name("m-0"), batch: try name("many"), deployed: deployed)),
                by: there.author)
        }
        try await revise("till")
        #expect(try await batch("many").tags.allSatisfy { $0.placement == "till" })
    }

    @Test func `another plan between two pieces of a revision is reported, and the same file mends it`() async throws {
        try await make("door")
        interruption.setBehindOne { [there] in
            let row = "tag,store,placement,medium,url\nm-0,cupertino,window,nfc,https://example.com/0\n"
            _ = try await there.station.reviseBatch(
                name("many"), template: nil, Array(row.utf8), file: "many.csv", by: there.author)
        }
        let error = await #expect(throws: RegistryError.self) { try await revise("till") }
        #expect(error?.code == .contradiction)
        #expect(error?.message == "batch many is changed in part: 1 of 3 pieces are in")
        #expect(error?.reason == "batch many was changed since it was read")
        try await revise("till")
        #expect(try await batch("many").tags.allSatisfy { $0.placement == "till" })
    }

    // MARK: A deployment

    private static func deployment(_ rows: Range<Int>) -> DeploymentRequest {
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

    /// 10 rows, to which 300 are added then.
    private func load() async throws -> DeploymentResult {
        try await here.station.load(Self.deployment(0..<310), by: here.author)
    }

    enum Edit: String, CaseIterable {
        case rules, pause
        /// So many of the same rows that the rest is not large any more.
        case rows
        /// One of the same rows, elsewhere.
        case placement
    }

    private func make(_ edit: Edit) -> Interruption.Edit {
        { [there] in
            let batch: BatchName = try name("signs")
            switch edit {
            case .rules:
                _ = try await there.station.rule(batch, RulesRequest(genuineness: .required), by: there.author)
            case .pause: _ = try await there.station.pause(batch, reason: nil, by: there.author)
            case .rows: _ = try await there.station.load(Self.deployment(0..<110), by: there.author)
            case .placement:
                let row = "tag,store,placement,medium\nd-200,cupertino,window,nfc\n"
                _ = try await there.station.reviseBatch(
                    batch, template: nil, Array(row.utf8), file: "signs.csv", by: there.author)
            }
        }
    }

    @Test(arguments: Edit.allCases)
    func `an edit before the rows of a load is kept, and they come all the same`(edit: Edit) async throws {
        _ = try await here.station.load(Self.deployment(0..<10), by: here.author)
        let before = await here.kinds().count
        interruption.setBehindOne(make(edit))
        let result = try await load()
        #expect(result.added == 300)
        let batch = try await batch("signs")
        #expect(Set(batch.tags.map(\.id.text)) == Set((0..<310).map { "d-\($0)" }))
        #expect(batch.isPaused == (edit == .pause))
        #expect((batch.rules.genuineness == .required) == (edit == .rules))
        let elsewhere = batch.tags.filter { $0.placement != "door" }.map(\.id.text)
        #expect(elsewhere == (edit == .placement ? ["d-200"] : []))
        // The deployment itself is not loaded again.
        let loads = await here.kinds().dropFirst(before).count { $0 == "deployment-loaded" }
        #expect(loads == (edit == .rows ? 2 : 1))
    }

    @Test func `a batch that another load has made meanwhile is complete`() async throws {
        let before = await here.kinds().count
        interruption.setBehindOne { [there] in
            _ = try await there.station.load(Self.deployment(0..<310), by: there.author)
        }
        _ = try await load()
        #expect(try await batch("signs").tags.count == 310)
        let kinds = await here.kinds().dropFirst(before)
        #expect(kinds.count { $0 == "batch-created" } == 1, "\(kinds)")
    }

    @Test func `a load that comes too late each time says what is in`() async throws {
        _ = try await here.station.load(Self.deployment(0..<10), by: here.author)
        interruption.setForEach { [there] in
            let batch: BatchName = try name("signs")
            // Of two edits in a row neither takes back the other.
            let next: [GenuinenessRule: GenuinenessRule] = [
                .unchecked: .recorded, .recorded: .required, .required: .unchecked,
            ]
            let rule = await there.registry.batch(batch)?.rules.genuineness ?? .unchecked
            _ = try await there.station.rule(batch, RulesRequest(genuineness: next[rule]), by: there.author)
        }
        let error = await #expect(throws: RegistryError.self) { try await load() }
        #expect(error?.code == .contradiction)
        #expect(error?.message == "deployment large is loaded in part")
        interruption.set {}
        #expect(try await load().added == 300)
    }
}
