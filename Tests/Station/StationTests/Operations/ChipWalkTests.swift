import API
import Audit
import Chips
import Foundation
import HTTPMessages
import HTTPServer
import MemoryStorage
import Registry
import Synchronization
import Testing

@testable import StationService

/// What phones read of chips that the station has written.
@Suite struct `Chips on a walk with a phone` {
    private static let chip = "04A1B2C3D4E580"

    /// A bench with a chip that shows its UID and a count of its reads, and the call of an installer's phone.
    private func open() async throws -> (bench: StationBench, call: OperationCall) {
        let bench = try StationBench()
        _ = try await bench.station.importStores(StationBench.stores, file: "stores.csv", by: bench.author)
        let rows = """
            tag,store,placement,medium,url
            t-1,cupertino,door,nfc,https://example.com/1?m=\(ChipMirror.both.placeholder)
            t-2,cupertino,counter,nfc,https://example.com/2?m=\(ChipMirror.both.placeholder)

            """
        _ = try await bench.station.createBatch(
            name("opening"), template: nil, Array(rows.utf8), file: "opening.csv", by: bench.author)
        let tag = try #require(try await bench.registry.tag(name("t-1")))
        let write = TagWrite(
            tag: tag.id, batch: tag.batch, uid: try #require(ChipUID(Self.chip)), product: "NTAG213", url: tag.url,
            reader: try name("bench 1"), mirror: .both)
        for event in [JournalEvent.writeIntended(write), .writeConfirmed(write)] {
            try await bench.registry.record(event, by: bench.author)
        }
        let token = AccessToken(
            name: try name("ben"), role: .walk, expires: nil,
            scope: try WalkScope([try #require(StoreID("cupertino"))], for: .install))
        try await bench.registry.record(.tokenCreated(token, digest: "d"), by: bench.author)
        try await bench.station.openAccess()
        let call = try OperationCall(
            HTTPRequest(method: .post, path: [], query: [], headers: HTTPHeaders(), body: []),
            by: Caller(way: .token(token.name, digest: "d"), role: .walk), station: "bench-1", reading: [])
        return (bench, call)
    }

    private func row(_ url: String, uid: String = chip, commissions: String? = nil) throws -> WalkUpload.Row {
        let chip = try #require(ChipUID(uid))
        return WalkUpload.Row(
            time: StationBench.now, url: url, latitude: 37.3193, longitude: -122.0293, accuracy: 5,
            commissions: try commissions.map { try name($0) }, uid: chip)
    }

    @Test func `that show their UID are put up by what is read of them, and by no other chip's`() async throws {
        let (bench, call) = try await open()
        let wrong = [
            try row("https://example.com/1?m=04FFFFFFFFFF80x00001F", commissions: "t-1"),
            // Nothing is on record of what this one shows.
            try row("https://example.com/2?m=\(Self.chip)x00001F", commissions: "t-2"),
        ]
        let refused = try await bench.station.takeWalk(WalkUpload(sightings: wrong), call)
        #expect(refused.commissioningsRefused.map(\.row) == [0, 1])
        #expect(refused.commissioningsRefused.allSatisfy { $0.reason.contains("not that of tag") })
        let right = try row("https://example.com/1?m=\(Self.chip)x00001F", commissions: "t-1")
        let taken = try await bench.station.takeWalk(WalkUpload(sightings: [right]), call)
        #expect(taken.new == 1 && taken.commissioningsRefused == [])
        #expect(try await bench.registry.tag(name("t-1"))?.deployed?.accuracy == 5)
    }

    @Test func `are in the pack with what they show, and where`() async throws {
        let (bench, call) = try await open()
        let signs = try await bench.station.walkPack(call).signs
        #expect(signs.map(\.mirror) == [.both, nil])
        #expect(signs.map(\.mirrorStart) == ["https://example.com/1?m=".utf8.count, nil])
    }

    @Test(arguments: [(0, nil), (119, nil), (-120, nil), (600, 600), (-121, -121)])
    func `come with the phone's clock, and what it is wrong by is said`(ahead: Int64, said: Int?) async throws {
        let (bench, call) = try await open()
        let now = Timestamp(milliseconds: StationBench.now.milliseconds + ahead * 1_000)
        let upload = WalkUpload(sightings: [try row("https://example.com/3")], now: now)
        #expect(try await bench.station.takeWalk(upload, call).clockAhead == said)
        #expect(try await bench.station.takeWalk(WalkUpload(sightings: upload.sightings), call).clockAhead == nil)
    }

    @Test func `of Type 5 are kept with E0 first, whatever an earlier page has sent`() async throws {
        let (bench, call) = try await open()
        let seen = try row("https://example.com/3", uid: "DDCCBBAA100104E0")
        #expect(try await bench.station.takeWalk(WalkUpload(sightings: [seen]), call).new == 1)
        let kept = Mutex<[ChipUID?]>([])
        _ = await bench.registry.sightings(since: 0, afterImport: 0) { rows in
            kept.withLock { $0 += rows.map(\.uid) }
        }
        #expect(kept.withLock(\.self) == [ChipUID("E0040110AABBCCDD")])
    }
}
