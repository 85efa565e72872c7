public import Registry

/// The NFC tags of a batch in the order of work, and who is working on which.
///
/// One queue serves all readers of a batch, so that no two of them take the same tag identifier.
public struct SignQueue: Sendable {
    /// What becomes of a chip that was put on a reader.
    public enum Assignment: Hashable, Sendable {
        /// The chip is to become this tag, or was meant to and is to be finished.
        case write(Tag)
        /// The chip was written before as this tag: look whether it still is.
        case confirm(Tag)
        /// The chip carries a tag of another batch, or one that is retired.
        case occupied(Tag)
        /// No tag is left for a new chip. The tags that are not done are unfinished on these chips.
        case exhausted(unfinished: [Tag])
    }

    public let batch: BatchName
    private var tags: [Tag]
    private var claimed: Set<TagID> = []

    /// Tags of other media are left out, retired ones too.
    public init(_ batch: Batch) {
        self.batch = batch.name
        tags = Self.tags(of: batch)
    }

    /// Takes over what the registry says now. What is claimed stays claimed.
    public mutating func update(_ batch: Batch) {
        tags = Self.tags(of: batch)
    }

    private static func tags(of batch: Batch) -> [Tag] {
        batch.tags.filter { $0.medium == .nfc && $0.state != .retired }
    }

    public var total: Int { tags.count }
    public var done: Int { tags.count { $0.state.isDone } }
    public var isDone: Bool { done == total }

    /// The tag that the next new chip becomes.
    public var next: Tag? { tags.first { $0.state == .planned && !claimed.contains($0.id) } }

    /// Decides about a chip, given the tag that the registry knows on it. A tag given out for writing is claimed
    /// until it is finished or released.
    public mutating func assign(_ uid: ChipUID, known: Tag?) -> Assignment {
        if let known {
            guard known.batch == batch, known.state != .retired else { return .occupied(known) }
            guard known.state != .written else { return .confirm(known) }
            claimed.insert(known.id)
            return .write(known)
        }
        guard let next else { return .exhausted(unfinished: tags.filter { $0.state == .unfinished }) }
        claimed.insert(next.id)
        return .write(next)
    }

    /// A tag's write is in the journal: it belongs to the chip from now on, whatever happens.
    public mutating func intend(_ id: TagID, on uid: ChipUID) {
        change(id) { tag in
            tag.state = .unfinished
            tag.uid = uid
        }
    }

    public mutating func finish(_ id: TagID) {
        change(id) { $0.state = .written }
        claimed.remove(id)
    }

    /// Nothing was written, or not to the end: the tag can be given out again.
    public mutating func release(_ id: TagID) {
        claimed.remove(id)
    }

    private mutating func change(_ id: TagID, _ body: (inout Tag) -> Void) {
        guard let index = tags.firstIndex(where: { $0.id == id }) else { return }
        body(&tags[index])
    }
}
