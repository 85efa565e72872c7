import Geodesy
import Registry
import Testing

/// Where tags were put up, as installers note it.
@Suite(.takesTurns) struct CommissioningTests {
    private func event(_ tag: String, latitude: Double = 37.3193, time: Int64 = 1_000) throws -> JournalEvent {
        .tagCommissioned(
            TagCommissioning(
                tag: try name(tag), batch: try name("opening"),
                deployed: Deployed(
                    position: try Coordinate(latitude: latitude, longitude: -122.0293), accuracy: 8,
                    time: Timestamp(milliseconds: time))))
    }

    @Test(arguments: StorageKind.all)
    func `a position is noted once, and stays`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        #expect(try await bench.storage.tag(try name("t-1"))?.deployed == nil)
        try await bench.record(try event("t-1"))
        try await bench.reopen()
        let noted = try #require(try await bench.storage.tag(try name("t-1"))?.deployed)
        #expect(noted.position.latitude == 37.3193 && noted.accuracy == 8 && noted.time?.milliseconds == 1_000)
        // The same again: an answer was lost.
        try await bench.record(try event("t-1"))
        try await bench.refuses(
            try event("t-1", latitude: 37.4), .contradiction, why: "its position was noted at 1970-01-01T00:00:01.000Z")
        #expect(try await bench.storage.tag(try name("t-1"))?.deployed == noted)
        #expect(try await bench.storage.tag(try name("t-2"))?.deployed == nil)
    }

    @Test(arguments: StorageKind.all)
    func `a retired tag and an unknown one are not put up`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        try await bench.record(
            .tagRetired(TagRelease(tag: try name("t-2"), uid: nil, reason: "the table was removed")))
        try await bench.refuses(try event("t-2"), .contradiction, why: "it is retired")
        try await bench.refuses(try event("t-99"), .unknownTag, why: "no batch contains it")
    }
}
