public import Chips

/// What was read of a tag, of whatever kind: as much as its plans need.
public enum TagImage: Hashable, Sendable {
    case type2(Type2Image)
    case type4(Type4Image)
    case type5(Type5Image)

    public var uid: ChipUID {
        switch self {
        case .type2(let image): image.uid
        case .type4(let image): image.uid
        case .type5(let image): image.uid
        }
    }

    /// What the tag says, as a phone would read it.
    public var content: TagContent {
        switch self {
        case .type2(let image): image.content
        case .type4(let image): image.content
        case .type5(let image): image.content
        }
    }

    /// Whether its capability container forbids writing, whatever its locks are. A plan for a message that the tag holds
    /// already does not refuse such a tag: nothing has to be written.
    public var forbidsWriting: Bool {
        switch self {
        case .type2(let image): (try? CapabilityContainer(of: image)).map { $0.writeAccess != 0 } ?? false
        case .type4(let image): image.container.writeAccess != 0
        case .type5(let image): Type5Container.access(of: image).map { $0.write != 0 } ?? false
        }
    }
}
