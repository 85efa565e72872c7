import Faults
import HTTPMessages
import HTTPServer
import MemoryStorage
import Registry
import Synchronization
import Testing

@testable import StationService

/// Photographs that a phone sends.
@Suite struct `Photographs of a phone` {
    /// A body that nothing should read.
    private final class Unread: BodyPieces {
        private let count = Atomic(0)
        var reads: Int { count.load(ordering: .relaxed) }

        func next() async -> [UInt8]? {
            count.add(1, ordering: .relaxed)
            return nil
        }
    }

    @Test func `are refused before they are read when the phone has sent too often`() async throws {
        let bench = try StationBench()
        let token = AccessToken(
            name: try name("anna"), role: .walk, expires: nil,
            scope: try WalkScope([try #require(StoreID("cupertino"))]))
        try await bench.registry.record(.tokenCreated(token, digest: "d"), by: bench.author)
        try await bench.station.openAccess()
        let call = try OperationCall(
            HTTPRequest(method: .post, path: []), by: Caller(way: .token(token.name, digest: "d"), role: .walk),
            station: "bench-1", reading: [])
        var isAllowed = true
        while isAllowed {
            do { try await bench.station.evidence.allowUpload(of: token.name) } catch is StationError {
                isAllowed = false
            }
        }
        let body = Unread()
        let error = try await #require(throws: StationError.self) {
            try await bench.station.takeWalkPhotographs("a.jpg", OperationCall(call, reading: body))
        }
        #expect(error.status == 429 && error.complaint.code.rawValue == "too-many-uploads")
        #expect(body.reads == 0)
    }
}
