import NDEF
import NFCTags
import ReaderEmulator

/// Type 5 tags for tests.
enum Type5Bench {
    static let products: [ReaderEmulator.Type5Product] = [.slix, .slix2]

    static func tag(
        _ product: ReaderEmulator.Type5Product = .slix, _ blocks: [Int: String] = [:], locked: Set<Int> = []
    ) -> Type5Tag {
        var tag = Type5Tag(product, uid: Type5Tag.uid(of: product, numbered: 1))
        for (block, bytes) in blocks { tag.memory[block] = hex(bytes) }
        tag.lockedBlocks = locked
        return tag
    }

    /// The last block that a message reaches, from the numbers of the specification.
    static func lastBlock(_ message: NDEFMessage, area: Int) -> Int {
        let size = message.encoded.count
        return (4 + min((size < 255 ? 2 : 4) + size + 1, area) - 1) / 4
    }
}
