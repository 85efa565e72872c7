import API
import Audit
import Chips
import Foundation
import Geodesy
import HTTPMessages
import HTTPServer
import MemoryStorage
import Registry
import Testing

@testable import StationService

/// What is seen on walks: with a reader, and with a phone.
@Suite struct `Walks at a station` {
    private func seen(_ url: String = "https://example.com/1") throws -> WalkSighting {
        WalkSighting(
            url: url, uid: nil, place: try Coordinate(latitude: 37.3193, longitude: -122.0293), accuracy: 5,
            confidence: 0.68, device: "bench")
    }

    @Test func `without an end are journalled by who began them, and take nothing more`() async throws {
        let bench = try StationBench()
        try await bench.open()
        let (station, walks) = (bench.station, bench.station.walks)
        let walk = try await walks.begin(try await station.scope(of: nil), by: bench.author)
        _ = try await walks.see(try seen(), onWalk: walk.id)
        await station.endImports()
        #expect(await bench.registry.openImports().count == 1)
        try await station.endAllImports()
        #expect(await bench.registry.openImports().isEmpty)
        let last = try #require(await bench.registry.journal(from: 1, limit: 100).last)
        #expect(last.kind == "sightings-imported" && last.author == bench.author)
        await #expect(throws: StationError.self) { try await walks.see(try seen(), onWalk: walk.id) }
        // One that is given up for others is journalled as well.
        var others: [Walk] = []
        for _ in 0..<8 {
            others.append(try await walks.begin(try await station.scope(of: nil), by: bench.author))
            if others.count == 1 { _ = try await walks.see(try seen(), onWalk: others[0].id) }
        }
        _ = try await walks.begin(try await station.scope(of: nil), by: bench.author)
        #expect(await bench.registry.openImports().isEmpty)
    }

    /// Who walks does not lose the walk to another client's, nor because it was begun first.
    @Test func `give way to others when they are the same person's, and least recently used`() async throws {
        let bench = try StationBench()
        try await bench.open()
        let (station, walks) = (bench.station, bench.station.walks)
        func begin(_ actor: String) async throws -> Int {
            try await walks.begin(
                try await station.scope(of: nil), by: Author(station: "bench-1", actor: actor)
            ).id
        }
        let oldest = try await begin("bob")
        let (used, left) = (try await begin("alice"), try await begin("alice"))
        for number in 4...8 { _ = try await begin("client \(number)") }
        _ = try await walks.see(try seen(), onWalk: used)
        _ = try await begin("alice")
        await #expect(throws: StationError.self) { try await walks.see(try seen(), onWalk: left) }
        // Nothing of this one's own is there: then the least recently used of all.
        _ = try await begin("carol")
        await #expect(throws: StationError.self) { try await walks.see(try seen(), onWalk: oldest) }
        _ = try await walks.see(try seen("https://example.com/2"), onWalk: used)
    }

    @Test func `are not ended by a question that cannot be answered`() async throws {
        let bench = try StationBench()
        try await bench.open()
        let walks = bench.station.walks
        let walk = try await walks.begin(try await bench.station.scope(of: nil), by: bench.author)
        _ = try await walks.see(try seen(), onWalk: walk.id)
        let plan = AuditRequest.File(name: "plan.csv", content: Data("not a plan\n".utf8))
        let questions = [
            WalkEnd(plan: plan, batch: nil, listsTags: false, wantsMap: false),
            WalkEnd(plan: nil, batch: try name("unknown"), listsTags: false, wantsMap: false),
        ]
        for question in questions {
            await #expect(throws: (any Error).self) {
                _ = try await bench.station.endWalk(walk.id, question, by: bench.author)
            }
            #expect(await bench.registry.openImports().count == 1)
        }
        let end = WalkEnd(plan: nil, batch: nil, listsTags: false, wantsMap: false)
        #expect(try await bench.station.endWalk(walk.id, end, by: bench.author).report.summary.sightings == 1)
        #expect(await bench.registry.openImports().isEmpty)
    }

    @Test func `have one import and one entry, however many sightings come at a time`() async throws {
        let bench = try StationBench()
        try await bench.open()
        let walks = bench.station.walks
        let walk = try await walks.begin(try await bench.station.scope(of: nil), by: bench.author)
        let all = try (0..<20).map { try seen("https://example.com/\($0)") }
        try await withThrowingTaskGroup { group in
            for sighting in all { group.addTask { _ = try await walks.see(sighting, onWalk: walk.id) } }
            try await group.waitForAll()
        }
        let ended = try await walks.end(walk.id, by: bench.author)
        #expect(ended.seen.count == 20)
        #expect(await bench.registry.openImports().isEmpty)
        #expect(await bench.kinds().count { $0 == "sightings-imported" } == 1)
        await #expect(throws: StationError.self) { try await walks.end(walk.id, by: bench.author) }
    }

    /// Another daemon of a hub may have told the phone what to forget: this one has not heard of it yet.
    @Test func `with a phone that is to forget what it saw are refused row by row`() async throws {
        let bench = try StationBench()
        try await bench.open()
        let token = AccessToken(
            name: try name("anna"), role: .walk, expires: nil,
            scope: try WalkScope([try #require(StoreID("cupertino"))]))
        try await bench.registry.record(.tokenCreated(token, digest: "d"), by: bench.author)
        try await bench.station.openAccess()
        let call = try OperationCall(
            HTTPRequest(method: .post, path: [], query: [], headers: HTTPHeaders(), body: []),
            by: Caller(way: .token(token.name, digest: "d"), role: .walk), station: "bench-1", reading: [])
        func row(hours: Int64) -> WalkUpload.Row {
            WalkUpload.Row(
                time: Timestamp(milliseconds: StationBench.now.milliseconds - hours * 3_600_000),
                url: "https://example.com/1", latitude: 37.3193, longitude: -122.0293, accuracy: 5)
        }
        let moment = Timestamp(milliseconds: StationBench.now.milliseconds - 2 * 3_600_000)
        try await bench.registry.record(
            .evidenceForgotten(
                Forgetting(cause: .asked, before: moment, phones: .one(token.name)), device: nil), by: bench.author)
        let receipt = try await bench.station.takeWalk(
            WalkUpload(sightings: [row(hours: 3), row(hours: 1)]), call)
        #expect(receipt.rows == 2 && receipt.new == 1 && receipt.refused.map(\.row) == [0])
        #expect(receipt.refused.first?.reason.contains("was forgotten") == true)
        #expect(await bench.registry.openImports().isEmpty)
    }

    /// An answer that refuses would say that the rows were not taken, and the page would send them as another phone's.
    @Test func `with a phone that is revoked while its rows are kept are answered with what was kept`() async throws {
        let revocation = Interruption()
        let bench = try StationBench(refusing: { event in
            if case .evidenceImported = event { try await revocation.come() }
        })
        try await bench.open()
        let token = AccessToken(
            name: try name("anna"), role: .walk, expires: nil,
            scope: try WalkScope([try #require(StoreID("cupertino"))]))
        try await bench.registry.record(.tokenCreated(token, digest: "d"), by: bench.author)
        try await bench.station.openAccess()
        let call = try OperationCall(
            HTTPRequest(method: .post, path: [], query: [], headers: HTTPHeaders(), body: []),
            by: Caller(way: .token(token.name, digest: "d"), role: .walk), station: "bench-1", reading: [])
        revocation.set { [station = bench.station, registry = bench.registry, author = bench.author] in
            try await registry.record(.tokenRevoked(token), by: author)
            try await station.loadAccess()
        }
        let row = WalkUpload.Row(
            time: StationBench.now, url: "https://example.com/1", latitude: 37.3193, longitude: -122.0293, accuracy: 5)
        let receipt = try await bench.station.takeWalk(WalkUpload(sightings: [row]), call)
        #expect(receipt.rows == 1 && receipt.new == 1)
        #expect(bench.station.access.tokens.isEmpty)
    }
}
