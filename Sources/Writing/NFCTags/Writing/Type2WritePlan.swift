public import Chips
public import Faults
public import NDEF

/// The page writes that take a Type 2 tag from what it holds to one message, in an order that may stop anywhere.
///
/// A plan is computed from an image alone, before anything is changed. It is empty when the tag holds exactly the
/// message already. Blocks before the message, such as a Lock Control TLV, are kept; what follows an old message is
/// given up. A tag without a capability container is given one, last of all.
public struct Type2WritePlan: Hashable, Sendable {
    /// The tag for which the plan was made; it fits no other.
    public let uid: ChipUID
    public let message: NDEFMessage
    /// In this order.
    public let writes: [PageWrite]
    /// Whether one of the writes needs the tag's password.
    public let needsPassword: Bool
    /// The bytes of the message block by address, and of a new capability container: what a read-back must find.
    let expected: [Int: UInt8]
    /// Where the tag shows something else than it stores, and may.
    let mirror: MirrorWindow?
    /// The last page that may hold a byte of the message block's header.
    private let headPage: Int

    /// Whether the tag holds the message already.
    public var isEmpty: Bool { writes.isEmpty }

    /// Whether all of the message that is behind its header is on the tag already.
    var keepsBody: Bool { writes.allSatisfy { $0.page <= headPage } }

    /// The last page that holds a part of the message block.
    var lastPage: Int { (expected.keys.max() ?? 0) / 4 }

    /// Plans writing `message` to the tag of this image, or says why it cannot be done. Nothing is changed.
    ///
    /// `mirror` is what the tag may show inside the message once that is switched on; `hasPassword` says that the
    /// caller has a password for pages that need one. `laysOutAnew` gives up blocks in the data area that contradict the
    /// rules, as a page may hold that lost power while it was programmed; otherwise such a tag is refused.
    public init(
        writing message: NDEFMessage, to image: Type2Image, mirror: TextMirror? = nil, hasPassword: Bool = false,
        laysOutAnew: Bool = false
    ) throws(TagError) {
        let memory = try MemoryState(of: image, mirror: mirror, message: message, laysOutAnew: laysOutAnew)
        let value = message.encoded
        uid = image.uid
        self.message = message
        self.mirror = memory.allowedMirror
        headPage = (memory.addresses.prefix(4).last ?? 0) / 4

        let isThere = memory.message == value
        if !isThere, let error = memory.room.refusal(of: message, for: image) { throw error }
        let block = isThere ? memory.block : TLVBlock.message(value)
        var expected = Dictionary(uniqueKeysWithValues: zip(memory.addresses, block))
        if memory.layout == nil { expected.merge(Formatting.container(of: image.product)) { $1 } }
        expected.merge(memory.layout?.missingBlocks ?? [:]) { $1 }
        if let page = expected.keys.first(where: { image[byte: $0] == nil }).map({ $0 / 4 }) {
            throw TagError(.notRead(page: page), of: image)
        }
        self.expected = expected
        writes =
            memory.layout.map { PageOrder.writes(from: memory.image, $0, to: expected) }
            ?? Formatting.writes(from: memory.image, to: expected)
        needsPassword = memory.needsPassword(for: writes.map(\.page))
        if let error = memory.refusal(of: writes, lastPage: lastPage, hasPassword: hasPassword) { throw error }
    }
}
