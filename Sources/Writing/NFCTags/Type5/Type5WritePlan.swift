public import Chips
public import Faults
public import NDEF

/// The block writes that take a Type 5 tag from what it holds to one message, in an order that may stop anywhere.
///
/// The data area begins with block 1, so that this block alone decides what is read:
///
/// 1. Block 1 becomes 03 00 FE 00, a valid message without content: hidden, whatever is behind it. A tag that is hidden
///    already needs no such write.
/// 2. Block 0 becomes the capability container, where it is another or none. This is second, so that a tag without one
///    never shows what its other blocks hold; a container torn apart makes a tag without a message.
/// 3. The other blocks.
/// 4. Block 1 last: `03 LL` and two bytes, or `03 FF hh ll`, which fits whole. One write takes hidden to new.
///
/// A block that loses power while it is programmed may hold anything. Between 2 and 4 that is harmless. In the writes that
/// hide and reveal, and in the container, it leaves damaged content, which no phone takes for a message; who knows that the
/// tag was being written begins with 1 again: ``GivenUp/remains``.
public struct Type5WritePlan: Hashable, Sendable {
    /// A data area that says that it has no message.
    static let hidden: [UInt8] = [TLVBlock.messageTag, 0x00, TLVBlock.terminator, 0x00]
    static let head = 1

    /// The tag for which the plan was made; it fits no other.
    public let uid: ChipUID
    public let message: NDEFMessage
    /// In this order; a page here is a block.
    public let writes: [PageWrite]
    /// What the blocks up to the end of the message must hold at a read-back.
    let expected: [Int: [UInt8]]

    /// Whether the tag holds the message already.
    public var isEmpty: Bool { writes.isEmpty }
    /// Whether all of the message that is behind its header is on the tag already.
    var keepsBody: Bool { writes.allSatisfy { $0.page <= Self.head } }
    var lastBlock: Int { expected.keys.max() ?? 0 }

    /// Plans writing `message` to the tag of this image, or says why it cannot be done. Nothing is changed.
    ///
    /// See ``WritePlan`` for the rest.
    public init(
        writing message: NDEFMessage, to image: Type5Image, givingUp: GivenUp = .nothing
    ) throws(TagError) {
        uid = image.uid
        self.message = message
        let value = message.encoded
        let state = try Type5State(of: image, givingUp: givingUp)
        if let layout = state.layout, let found = try? layout.messageBytes(in: image), found == value,
            case .message(_, _, let range) = layout.holding
        {
            writes = []
            let last = max(range.upperBound - 1, 0) / 4
            expected = Dictionary(
                uniqueKeysWithValues: (0...last).compactMap { block in image[block].map { (block, $0) } })
            return
        }
        let fit = MessageFit(size: image.areaSize, free: image.areaSize, needsTerminator: false)
        if let error = fit.refusal(of: message, for: image) { throw error }
        if let error = state.refusal { throw error }

        let goal = Self.goal(value, on: image)
        if let block = goal.keys.sorted().first(where: { image[$0] == nil }) {
            throw TagError(.notRead(page: block), of: image)
        }
        expected = goal
        writes = Self.writes(from: image, to: goal)
        if let locked = writes.first(where: { image.isLocked($0.page) == true }) {
            throw .cannotWrite(image.uid, .locked, "block \(locked.page.pageNumber) is locked for ever")
        }
    }

    /// Container and message block by block, the last one filled up with zeros. The terminator has its place where the
    /// message does not end with the data area.
    private static func goal(_ value: [UInt8], on image: Type5Image) -> [Int: [UInt8]] {
        var rest = TLVBlock.message(value).prefix(image.areaSize)
        var goal = [0: image.wantedContainer]
        while !rest.isEmpty {
            let bytes = rest.prefix(VicinityProduct.blockSize)
            rest = rest.dropFirst(bytes.count)
            goal[goal.count] = bytes + Array(repeating: 0, count: VicinityProduct.blockSize - bytes.count)
        }
        return goal
    }

    private static func writes(from image: Type5Image, to goal: [Int: [UInt8]]) -> [PageWrite] {
        let changes = goal.keys.sorted().filter { goal[$0] != image[$0] }.compactMap { block in
            goal[block].map { PageWrite(page: block, bytes: $0) }
        }
        guard changes.contains(where: { $0.page != head }), let revealed = goal[head] else { return changes }
        let isHidden =
            image[head].map { $0[0] == TLVBlock.terminator || Array($0[..<3]) == Array(hidden[..<3]) } ?? false
        let hide = isHidden ? [] : [PageWrite(page: head, bytes: hidden)]
        let shown = isHidden ? image[head] : hidden
        let reveal = revealed == shown ? [] : [PageWrite(page: head, bytes: revealed)]
        return hide + changes.filter { $0.page != head } + reveal
    }
}

extension TagError {
    static func cannotWrite(_ uid: ChipUID, _ code: Code, _ reason: String, next: String = "use another tag")
        -> TagError
    {
        TagError(code: code, message: "tag \(uid) cannot be written", reason: reason, next: next)
    }

    init(_ fault: MemoryFault, of image: Type5Image) {
        let code: Code =
            switch fault {
            case .unformatted: .notFormatted
            case .malformed: .malformedMemory
            case .notRead: .incompleteImage
            }
        self = .cannotWrite(
            image.uid, code, fault.description(of: "block"),
            next: code == .incompleteImage ? "read the tag for this message first" : "use another tag")
    }
}
