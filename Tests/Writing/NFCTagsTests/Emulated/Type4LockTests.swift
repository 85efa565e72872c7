import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// Whether a Type 4 tag can be locked is found out before a byte of it changes.
@Suite struct `A Type 4 tag that cannot be locked` {
    /// The container of another product, on a chip that does not let it be changed.
    private static let other: [UInt8] = [
        0x00, 0x0F, 0x20, 0x00, 0x3B, 0x00, 0x34, 0x04, 0x06, 0xE1, 0x10, 0x01, 0x00, 0x00, 0x00,
    ]

    @Test(arguments: [true, false]) func `is refused unchanged`(isNTAG424: Bool) async throws {
        var tag = Type4Tag(.ntag424, uid: TagBench.uid)
        if !isNTAG424 { tag.capabilityContainer = Self.other }
        let bench = TagBench(tag)
        let error = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(30), .lock) }
        #expect(error.code == .notLockable)
        #expect(
            error.reason
                == (isNTAG424
                    ? "an NTAG 424 DNA has no lock that works without its keys"
                    : "its capability container cannot be changed without a key"))
        let left = try #require(bench.antenna.take() as? Type4Tag)
        #expect(left.dump == tag.dump)
    }

    @Test func `is named by its capability container, at no exchange more`() async throws {
        var tag = Type4Tag(.ntag424, uid: TagBench.uid)
        let named = TagBench(tag)
        #expect(try await TagSession.identify(over: named.link)?.productName == "NTAG 424 DNA")
        #expect(named.link.commands == 3)
        tag.capabilityContainer = Self.other
        #expect(try await TagSession.identify(over: TagBench(tag).link)?.productName == "NFC Forum Type 4 tag")
    }
}
