public import NDEF

/// The page writes that take a tag from what it holds to one message, in an order that may stop anywhere.
///
/// A plan is computed from an image alone, before anything is changed. It is empty when the tag holds exactly the
/// message already. Blocks before the message, such as a Lock Control TLV, are kept; what follows an old message is
/// given up.
public struct WritePlan: Hashable, Sendable {
    /// The tag for which the plan was made; it fits no other.
    public let uid: TagUID
    public let message: NDEFMessage
    /// In this order.
    public let writes: [PageWrite]
    /// The bytes of the message block by address: what a read-back must find.
    let expected: [Int: UInt8]

    /// Whether the tag holds the message already.
    public var isEmpty: Bool { writes.isEmpty }

    /// The last page that holds a part of the message block.
    var lastPage: Int { (expected.keys.max() ?? 0) / 4 }

    /// Plans writing `message` to the tag of this image, or says why it cannot be done. Nothing is changed.
    public init(writing message: NDEFMessage, to image: TagImage) throws(TagError) {
        let memory = try MemoryState(of: image)
        let layout = memory.layout
        let value = message.encoded
        uid = image.uid
        self.message = message

        let isThere = memory.message == value
        if !isThere, let error = MessageRoom(layout).refusal(of: message, for: image) { throw error }
        let block = isThere ? memory.block : TLVBlock.message(value)
        expected = Dictionary(uniqueKeysWithValues: zip(layout.addresses, block))
        if let page = expected.keys.first(where: { image[byte: $0] == nil }).map({ $0 / 4 }) {
            throw TagError(.notRead(page: page), of: image)
        }
        writes = WriteOrder.writes(from: image, layout, to: expected)
        if let error = memory.refusal(of: writes, lastPage: lastPage) { throw error }
    }
}
