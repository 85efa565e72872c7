import Faults
import Provisioning
import Registry
import Storage
import TestBench
import Testing

@testable import StationService

@Suite struct SignFinderTests {
    /// The NFC batch `spring` and the QR batch `paper` share the signs of a store.
    private func find(
        _ code: String, spring: [(id: String, placement: String)] = [("n1", "door"), ("n2", "window")],
        in batch: String = "spring"
    ) async throws -> String {
        let folder = try TemporaryFolder()
        let storage = try SQLiteRegistry(path: folder["registry.sqlite"])
        let author = Author(station: "test", actor: "test")
        func record(_ name: String, _ medium: Medium, _ tags: [(id: String, placement: String)]) async throws {
            try await storage.record(.batchCreated(Self.batch(name, medium, tags)), by: author)
        }
        let store = Store(id: try #require(StoreID("s")), name: "S", region: nil)
        try await storage.record(.storesImported([store], file: "stores.csv"), by: author)
        try await record("spring", .nfc, spring)
        try await record("paper", .qr, [("q1", "door"), ("q2", "window"), ("q9", "garden")])
        let finder = SignFinder(storage: storage, batch: try #require(BatchName(batch)))
        return try await finder.sign(of: code).id.text
    }

    private static func batch(
        _ name: String, _ medium: Medium, _ tags: [(id: String, placement: String)]
    ) throws -> Batch {
        let batch = try #require(BatchName(name))
        let store = try #require(StoreID("s"))
        let made = try tags.map { tag in
            Registry.Tag(
                id: try #require(TagID(tag.id)), batch: batch, store: store, placement: tag.placement, medium: medium,
                url: "https://example.com/s?tag=\(tag.id)")
        }
        return Batch(name: batch, template: "https://example.com/s{?tag}", tags: made)
    }

    @Test(
        arguments: [
            ("https://example.com/s?tag=q1", "n1"), ("https://example.com/s?tag=n2", "n2"), ("q2", "n2"), ("n1", "n1"),
            ("  q1\r\n", "n1"), ("https://example.com/s?tag=q1\n", "n1"),
        ])
    func `the code of a sign leads to its chip`(code: String, tag: String) async throws {
        #expect(try await find(code) == tag)
    }

    @Test(arguments: ["", " ", "q3", "https://example.com/s?tag=q3", "https://other.example/s?tag=q1x", "\0"])
    func `a code that is not known is refused`(code: String) async throws {
        let refusal = await #expect(throws: WriteJobRefusal.self) { try await find(code) }
        #expect(refusal?.code == .unknownCode)
    }

    @Test func `a sign that the batch has no chip for is another batch's`() async throws {
        let refusal = await #expect(throws: WriteJobRefusal.self) { try await find("q9") }
        #expect(refusal?.code == .otherBatch)
        #expect(refusal?.reason.contains("s, garden") == true)
    }

    @Test func `two chips at one place are not guessed between, and a name decides`() async throws {
        let tags = [("n1", "door"), ("n2", "door")]
        let refusal = await #expect(throws: WriteJobRefusal.self) { try await find("q1", spring: tags) }
        #expect(refusal?.code == .ambiguousCode)
        #expect(try await find("n2", spring: tags) == "n2")
    }
}
