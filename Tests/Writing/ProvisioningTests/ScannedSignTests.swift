import Faults
import Provisioning
import Registry
import Testing

/// Which tag of a batch a scanned code means.
@Suite struct ScannedSignTests {
    private static func tag(
        _ id: String, _ placement: String, batch: String = "spring", medium: Medium = .nfc, state: TagState = .planned
    ) throws -> Registry.Tag {
        Registry.Tag(
            id: try #require(TagID(id)), batch: try #require(BatchName(batch)), store: try #require(StoreID("s")),
            placement: placement, medium: medium, url: "https://example.com/\(id)", life: TagLife(state: state))
    }

    private static func batch(_ tags: [Registry.Tag]) throws -> Batch {
        Batch(name: try #require(BatchName("spring")), template: nil, tags: tags)
    }

    @Test func `the label beside a chip names the chip, and the chip's own name decides`() throws {
        let (door, also) = (try Self.tag("n1", "door"), try Self.tag("n2", "door"))
        let label = try Self.tag("q1", "door", batch: "paper", medium: .qr)
        #expect(try Self.batch([door]).sign(of: "q1", found: [label]) == door)
        let both = try Self.batch([door, also])
        #expect(try both.sign(of: "n2", found: [also]) == also)
        let refusal = #expect(throws: WriteJobRefusal.self) { try both.sign(of: "q1", found: [label]) }
        #expect(refusal?.code == .ambiguousCode && refusal?.reason == "2 tags fit: n1, n2")
    }

    @Test func `a code of nothing, and one of another sign, are refused`() throws {
        let batch = try Self.batch([try Self.tag("n1", "door"), try Self.tag("n9", "garden", state: .retired)])
        let unknown = #expect(throws: WriteJobRefusal.self) { try batch.sign(of: "x", found: []) }
        #expect(unknown?.code == .unknownCode)
        let other = try Self.tag("q9", "garden", batch: "paper", medium: .qr)
        let refusal = #expect(throws: WriteJobRefusal.self) { try batch.sign(of: "q9", found: [other]) }
        #expect(refusal?.code == .otherBatch && refusal?.reason.hasPrefix("it belongs to s, garden") == true)
    }
}
