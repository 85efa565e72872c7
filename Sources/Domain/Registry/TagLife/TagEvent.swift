/// What happens to one tag.
public enum TagEvent: Hashable, Sendable {
    case writeIntended(TagWrite)
    case protectionIntended(TagProtection)
    case writeConfirmed(TagWrite)
    case replaced(TagRelease)
    case retired(TagRelease)
    /// A label of it is on a sheet of this batch.
    case printed(of: BatchName)

    /// The state that it leaves a tag in, whatever the tag was before; nil where it leaves the state as it is.
    public var state: TagState? {
        switch self {
        case .writeIntended: .unfinished
        case .writeConfirmed: .written
        case .replaced: .planned
        case .retired: .retired
        case .printed: .printed
        case .protectionIntended: nil
        }
    }

    /// The tag on the chip that it names.
    public var write: TagWrite? {
        switch self {
        case .writeIntended(let write), .writeConfirmed(let write): write
        default: nil
        }
    }

    /// The URL that the chip which it names holds, or is to hold.
    public var url: String? {
        switch self {
        case .writeIntended(let write), .writeConfirmed(let write): write.url
        case .protectionIntended(let protection): protection.url
        default: nil
        }
    }

    /// Why what carries a tag no longer does after it; nil where that stays as it is.
    public var cause: FormerCarrier.Cause? {
        switch self {
        case .replaced: .replaced
        case .retired: .retired
        default: nil
        }
    }
}

/// A tag that an event names, and what the event does to it.
public struct TagStep: Hashable, Sendable {
    public let tag: TagID
    public let event: TagEvent

    init(_ tag: TagID, _ event: TagEvent) {
        self.tag = tag
        self.event = event
    }
}

extension JournalEvent {
    /// The tags that it names one by one, in its order. A change of a batch's plan or rules moves tags too: see
    /// ``Tag/revised(by:_:)`` and ``Tag/under(_:)``.
    public var tagSteps: [TagStep] {
        switch self {
        case .writeIntended(let write): [TagStep(write.tag, .writeIntended(write))]
        case .protectionIntended(let protection): [TagStep(protection.tag, .protectionIntended(protection))]
        case .writeConfirmed(let write): [TagStep(write.tag, .writeConfirmed(write))]
        case .tagReplaced(let release): [TagStep(release.tag, .replaced(release))]
        case .tagRetired(let release): [TagStep(release.tag, .retired(release))]
        case .sheetMade(let sheet): sheet.cells.map { TagStep($0.tag, .printed(of: sheet.batch)) }
        default: []
        }
    }
}
