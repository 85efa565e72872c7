import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// On a reader that lets no question after the product through, the capability container alone says how large a tag is.
@Suite struct `A tag of an unknown product` {
    /// A container that is wrong, on a tag whose lock bits and configuration come where the message would go.
    @Test(
        arguments: [
            (ReaderEmulator.Type2Product.ntag213, 0x3E, 140), (.ntag213, 0x6D, 300), (.ultralightUL11, 0x12, 60),
            (.ultralightUL21, 0x12, 125), (.ntag215, 0x6D, 500),
        ] as [(ReaderEmulator.Type2Product, UInt8, Int)])
    func `that is smaller than its container says takes no message that runs over its end`(
        product: ReaderEmulator.Type2Product, size: UInt8, characters: Int
    ) async throws {
        var tag = Type2Tag(product, uid: TagBench.uid)
        tag.memory[3] = [0xE1, 0x10, size, 0x00]
        // What has formatted it has put an empty message there.
        if tag.memory[4] == [0, 0, 0, 0] { tag.memory[4] = [0x03, 0x00, 0xFE, 0x00] }
        let bench = TagBench(tag, over: [])
        let error = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(characters)) }
        #expect(error.code == .malformedMemory && error.recovery == .refuse)
        #expect(bench.antenna.tag?.memory == tag.memory)
        // What ends before lock bits and configuration is written.
        try await bench.provision(TagBench.url(20))
        #expect(try PhoneReader.message(on: #require(bench.antenna.anyTag)) == TagBench.url(20).encoded)
    }

    @Test(arguments: [
        (ReaderEmulator.Type2Product.ntag213, 131), (.ntag215, 483), (.ntag216, 859), (.ntag203, 131),
    ])
    func `that is as large takes all that it holds`(
        product: ReaderEmulator.Type2Product, characters: Int
    ) async throws {
        let bench = TagBench(Type2Tag(product, uid: TagBench.uid), over: [])
        let message = try TagBench.url(characters)
        try await bench.provision(message)
        #expect(try PhoneReader.message(on: #require(bench.antenna.anyTag)) == message.encoded)
    }
}
