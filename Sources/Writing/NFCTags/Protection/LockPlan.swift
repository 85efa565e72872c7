public import Chips

/// What is left to do until a tag is locked for ever.
public struct LockPlan: Hashable, Sendable {
    /// The tag for which the plan was made; it fits no other.
    public let uid: ChipUID
    /// In this order: configuration, capability container, dynamic lock bits, static lock bits. None for a Type 4 tag.
    let writes: [PageWrite]
    /// Whether the container of a Type 4 tag is to change.
    let changesContainerFile: Bool
    let options: LockOptions
    /// Whether one of the writes needs the tag's password.
    public let needsPassword: Bool
    /// The blocks of a Type 5 tag that are still to be locked, after the writes.
    var blocks: [Int] = []
    /// CFG0 and CFG1 as a read-back must show them; nil where the product has none, or another froze them before.
    var configuration: [UInt8]?

    /// Whether nothing is left to do but to verify.
    public var isEmpty: Bool { writes.isEmpty && blocks.isEmpty && !changesContainerFile }
    /// How many writes and locks are left.
    public var count: Int { writes.count + blocks.count + (changesContainerFile ? 1 : 0) }
}
