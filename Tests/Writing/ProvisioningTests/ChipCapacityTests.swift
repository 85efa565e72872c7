import Provisioning
import Registry
import Testing

/// A URL that no chip can hold is found when the batch is made.
struct ChipCapacityTests {
    private static func tag(_ bytes: Int, _ medium: Medium = .nfc) throws -> Registry.Tag {
        let begin = "https://x.example/"
        return Registry.Tag(
            id: try #require(TagID("t")), batch: try #require(BatchName("b")), store: try #require(StoreID("s")),
            placement: "door", medium: medium, url: begin + String(repeating: "a", count: bytes - begin.utf8.count))
    }

    /// NTAG213/215/216 data sheet, 8.5.6: 144, 496 and 872 bytes; an NTAG213 comes with a lock control TLV of 5 bytes. The
    /// message's TLV adds 2 bytes, or 4 from 255 on, and the terminator 1; the record adds 4, or 7, and one byte stands
    /// for "https://". The data areas of ICODE SLIX and SLIX2 have 104 and 312 bytes, and the terminator may go.
    @Test(arguments: [
        ("NTAG213", 139, 140), ("NTAG215", 491, 492), ("NTAG216", 867, 868), ("ICODE SLIX", 105, 106),
        ("ICODE SLIX2", 308, 309),
    ])
    func `each chip holds what its data sheet says`(chip: String, fits: Int, overflows: Int) throws {
        let room = ChipCapacity(chip: chip)
        #expect(try room.doubt(about: Self.tag(fits)) == nil)
        #expect(
            try room.doubt(about: Self.tag(overflows))?.hasPrefix(
                "its URL of \(overflows) bytes does not fit on an \(chip) which has ") == true)
        #expect(try room.doubt(about: Self.tag(overflows, .qr)) == nil)
    }

    @Test(arguments: [nil, "Post-It"])
    func `without a chip that is known the largest counts`(chip: String?) throws {
        #expect(try ChipCapacity(chip: chip).doubt(about: Self.tag(493)) == nil)
        #expect(try ChipCapacity(chip: chip).doubt(about: Self.tag(1_000)) != nil)
    }
}
