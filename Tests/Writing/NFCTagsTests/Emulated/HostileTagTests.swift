import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// Tags that say what cannot be. Found by the fuzzer: one of them must not end the station.
@Suite struct `A tag with impossible control blocks` {
    /// 24 bytes of data area, and a Memory Control block that reserves bytes from within it to behind its end.
    @Test func `is read or refused, when it reserves bytes behind the end of its data area`() async throws {
        var tag = Type2Tag(.ntag215, uid: TagBench.uid)
        tag.memory.put(hex("E1 10 03 00 02 03 00 00 00 50 10 24 03 00 FE"), at: 3)
        let bench = TagBench(tag)
        let session = try #require(try await TagSession.identify(over: bench.link))
        _ = try? await session.readContent()
        let message = try TagBench.url(10)
        _ = try? await session.readImage(for: message)
    }

    /// Found by writing ten thousand tags with faults: the lock bits of large products lie behind what is read first.
    @Test(arguments: [Type2Product.ntag213, .ntag215, .ntag216])
    func `is refused for what is wrong with it, on every product`(product: Type2Product) async throws {
        var tag = Type2Tag(product, uid: TagBench.uid)
        tag.memory.put(hex("01 02 A0 0C"), at: 4)
        let bench = TagBench(tag)
        let session = try #require(try await TagSession.identify(over: bench.link))
        let error = await #expect(throws: TagError.self) {
            let message = try TagBench.url(10)
            _ = try WritePlan(writing: message, to: try await session.readImage(for: message))
        }
        #expect(error?.code == .malformedMemory)
    }
}
