import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// Where data sheets are silent or contradict what people measure, a tag is written and protected whatever the answer.
@Suite struct `A tag of hardware that may be one way or the other` {
    private static let protections = TagBench.Protection.allCases

    private func provision(
        _ tag: any EmulatedTag, _ protection: TagBench.Protection, on variant: HardwareVariant
    ) async throws -> any EmulatedTag {
        let bench = TagBench(tag)
        bench.antenna.variant = variant
        try await bench.provision(TagBench.url(60), protection)
        return try #require(bench.antenna.take())
    }

    @Test(arguments: HardwareVariant.eachAnswerAlone)
    func `is written and protected`(variant: HardwareVariant) async throws {
        let message = try TagBench.url(60).encoded
        for product in [ReaderEmulator.Type2Product.ntag213, .ntag216, .ultralightUL21] {
            for protection in Self.protections {
                let tag = try await provision(Type2Tag(product, uid: TagBench.uid), protection, on: variant)
                #expect(try PhoneReader.message(on: tag) == message, "\(product.name) \(protection)")
                #expect(Protected.isAsAsked(tag, protection), "\(product.name) \(protection)")
            }
        }
        for product in ReaderEmulator.Type4Product.all {
            let tag = try await provision(Type4Tag(product, uid: TagBench.uid), .none, on: variant)
            #expect(try PhoneReader.message(on: tag) == message, "\(product.name)")
        }
    }

    /// The chip's own switches make no difference without a chip; these are the ones of tags.
    @Test func `is written and protected with every combination of answers`() async throws {
        let variants = HardwareVariant.everyCombination.filter { variant in
            variant.poll == .wakesNamedTags && variant.refusalStatus == .invalidFrame
                && variant.shortAnswerStatus == .crc
        }
        let message = try TagBench.url(60).encoded
        for variant in variants {
            for protection in [TagBench.Protection.lock, .password] {
                let tag = try await provision(Type2Tag(.ntag213, uid: TagBench.uid), protection, on: variant)
                #expect(Protected.isAsAsked(tag, protection), "\(variant)")
                #expect(try PhoneReader.message(on: tag) == message, "\(variant)")
            }
        }
    }
}
