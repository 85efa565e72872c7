import API
import Faults
import MemoryStorage
import Registry
import Testing

@testable import StationService

/// What a person asks to forget, and the phones that have to erase the same.
@Suite struct `Evidence that is to be forgotten` {
    private func pair(_ bench: StationBench, _ text: String = "anna") async throws {
        let scope = try WalkScope([try #require(StoreID("cupertino"))])
        let token = AccessToken(name: try name(text), role: .walk, expires: nil, scope: scope)
        try await bench.registry.record(.tokenCreated(token, digest: text), by: bench.author)
        try await bench.station.openAccess()
    }

    private func forgotten(_ bench: StationBench) async -> [Timestamp?] {
        await bench.registry.tokens().map(\.forgotten)
    }

    private static func moment(_ milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: StationBench.now.milliseconds + milliseconds)
    }

    @Test func `is of before a moment that is over`() async throws {
        let bench = try StationBench()
        try await pair(bench)
        for device in [nil, "phone:anna"] {
            let request = ForgetRequest(device: device, before: Self.moment(1))
            let error = try await #require(throws: StationError.self) {
                try await bench.station.forget(request, by: bench.author)
            }
            #expect(error.status == 422 && error.complaint.code.rawValue == "out-of-range")
            #expect(error.complaint.reason.contains("is in the future"))
        }
        #expect(await bench.kinds() == ["token-created"])
        #expect(await forgotten(bench) == [nil])
        _ = try await bench.station.forget(ForgetRequest(device: nil, before: Self.moment(0)), by: bench.author)
        #expect(await forgotten(bench) == [StationBench.now])
        // Also here, without another reading.
        #expect(bench.station.access.tokens.map(\.forgotten) == [StationBench.now])
    }

    @Test func `is noted of the phones that are meant, and the journal does not name them`() async throws {
        let bench = try StationBench()
        try await pair(bench)
        try await pair(bench, "ben")
        _ = try await bench.station.forget(ForgetRequest(device: "phone:ben", before: nil), by: bench.author)
        #expect(await forgotten(bench) == [nil, StationBench.now])
        _ = try await bench.station.forget(ForgetRequest(device: "other", before: nil), by: bench.author)
        #expect(await forgotten(bench) == [nil, StationBench.now])
        let entries = await bench.registry.journal(from: 1, limit: 100).filter { $0.kind == "evidence-forgotten" }
        #expect(entries.count == 2 && !entries.contains { $0.payload.contains("ben") })
    }

    /// Pieces that arrive are folded before the erasure, which takes its time.
    @Test func `is noted of a phone that was paired when the others were known already`() async throws {
        let bench = try StationBench()
        try await pair(bench)
        for text in ["ben", "carol"] {
            let token = AccessToken(
                name: try name(text), role: .walk, expires: nil,
                scope: try WalkScope([try #require(StoreID("cupertino"))]))
            try await bench.registry.record(.tokenCreated(token, digest: text), by: bench.author)
        }
        #expect(bench.station.access.tokens.count == 1)
        _ = try await bench.station.forget(ForgetRequest(device: "phone:carol", before: nil), by: bench.author)
        #expect(await forgotten(bench) == [nil, nil, StationBench.now])
        _ = try await bench.station.forget(ForgetRequest(device: nil, before: Self.moment(-1)), by: bench.author)
        #expect(await forgotten(bench) == [Self.moment(-1), Self.moment(-1), StationBench.now])
        #expect(bench.station.access.tokens.count == 3)
    }

    @Test func `is noted of no phone when it cannot be recorded`() async throws {
        let bench = try StationBench(refusing: { event in
            guard case .evidenceForgotten = event else { return }
            throw RegistryError(.diskFull, "nothing was written", why: "the disk is full", next: "free space")
        })
        try await pair(bench)
        await #expect(throws: RegistryError.self) {
            try await bench.station.forget(ForgetRequest(device: nil, before: Self.moment(-1)), by: bench.author)
        }
        #expect(await forgotten(bench) == [nil])
    }
}
