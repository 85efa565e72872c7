internal import AppClips
internal import Chips
internal import Registry

/// What a tag's content says about whose it is.
struct ContentReading: Sendable {
    let status: URLStatus
    /// The store that the content names; it may be unknown.
    let store: StoreID?
    let tagID: TagID?
    /// The position among the provisioned tags of the one with this content or identifier.
    let tagPosition: Int?
    private let planned: [Tag]

    init(status: URLStatus, store: StoreID?, tagID: TagID?, tagPosition: Int?, among planned: PlannedTags) {
        self.status = status
        self.store = store
        self.tagID = tagID
        self.tagPosition = tagPosition
        self.planned = planned.tags
    }

    /// The provisioned tag with this content or identifier.
    var tag: Tag? { tagPosition.map { planned[$0] } }

    /// What people call a tag with this content: its identifier, else its chip, else what it holds.
    func label(_ uid: ChipUID?, _ url: String) -> String { Self.label(tagID, uid, url) }

    static func label(_ named: TagID?, _ uid: ChipUID?, _ url: String) -> String {
        named?.text ?? uid?.hexadecimal ?? url
    }

    /// Whether no App Clip opens, although the host is ours or its experience was.
    var opensNothing: Bool { status.unregistered != nil || (retired != nil && !status.amongActive.isOurs) }

    /// The most specific experience for it, when that one is retired.
    var retired: InvocationURL? {
        if case .retired(let experience, _) = status { experience.url } else { nil }
    }
}
