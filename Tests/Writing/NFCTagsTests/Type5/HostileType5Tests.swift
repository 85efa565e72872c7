import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// Whatever a Type 5 tag holds, it is read, written or refused, and its counter and what is behind its data area stay.
@Suite struct `A Type 5 tag with any content` {
    @Test(arguments: [UInt64(1), 2, 3, 4]) func `ends nothing`(seed: UInt64) async throws {
        var random = SplitMix(state: seed)
        let message = try TagBench.url(20)
        var (written, refused) = (0, 0)
        for _ in 0..<150 {
            let product = Type5Bench.products.randomElement(using: &random) ?? .slix
            var tag = Type5Bench.tag(product)
            for block in 0..<product.blockCount where Bool.random(using: &random) {
                tag.memory[block] = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            // Often near to what is right: a container, and blocks with short lengths.
            if Int.random(in: 0..<4, using: &random) > 0 {
                let sizes: [UInt8] = [0x00, 0x01, 0x0D, 0x27, 0xFF]
                tag.memory[0] = [
                    UInt8.random(in: 0xE1...0xE2, using: &random), UInt8.random(in: 0x40...0x4F, using: &random),
                    sizes.randomElement(using: &random) ?? 0, UInt8.random(in: 0...0x1F, using: &random),
                ]
                let kinds: [UInt8] = [0x00, 0x03, 0xFD, 0xFE, 0x01]
                tag.memory[1] = (0..<2).flatMap { _ in
                    [kinds.randomElement(using: &random) ?? 0, UInt8.random(in: 0...5, using: &random)]
                }
            }
            tag.lockedBlocks =
                Int.random(in: 0..<4, using: &random) == 0 ? [Int.random(in: 0..<28, using: &random)] : []
            let bench = TagBench(tag, over: Bool.random(using: &random) ? .type5Raw : .type5)
            let session = try #require(try await TagSession.identify(over: bench.link))
            _ = try await session.readContent()
            do {
                try await bench.provision(message, givingUp: Bool.random(using: &random) ? .remains : .nothing)
                written += 1
                #expect(try PhoneReader.message(on: #require(bench.antenna.anyTag)) == message.encoded)
            } catch let error as TagError {
                refused += 1
                #expect(error.recovery == .refuse || error.code == .writeUnknown)
            }
            let left = try #require(bench.antenna.anyTag as? Type5Tag)
            let last = product.blockCount - 1
            #expect(left.memory[last] == tag.memory[last] && left.lockedBlocks == tag.lockedBlocks)
            #expect(left.lockedBlocks.allSatisfy { left.memory[$0] == tag.memory[$0] })
        }
        #expect(written > 10 && refused > 10)
    }
}
