public import Chips

/// The part of the registry's tables that moves with single tags and their chips.
public protocol TagTables {
    /// A batch without its tags.
    func head(_ name: BatchName) throws -> Batch?
    func tag(_ id: TagID) throws -> Tag?
    func tag(onChip uid: ChipUID) throws -> Tag?
    /// Replaces the tag with its identifier.
    mutating func put(_ tag: Tag) throws

    /// The last time that a chip was given up.
    func formerCarrier(onChip uid: ChipUID) throws -> FormerCarrier?
    mutating func add(_ former: FormerCarrier) throws

    /// What is known of a tag that no batch holds since a restoration.
    func spentTag(_ id: TagID) throws -> SpentTag?
    mutating func put(_ spent: SpentTag) throws
}

/// What is known of a tag whose plan was lost with a registry that was replaced by its backup.
public struct SpentTag: Hashable, Sendable {
    public let id: TagID
    public let life: TagLife
    /// Whether that is certain: otherwise the chip has to be looked at again.
    public let isProven: Bool

    public init(_ id: TagID, _ life: TagLife, isProven: Bool) {
        self.id = id
        self.life = life
        self.isProven = isProven
    }
}
