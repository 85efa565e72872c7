public import Chips
public import NDEF

/// The writes that take a tag, of whatever kind, from what it holds to one message, in an order that may stop anywhere.
/// Computed from an image alone, before anything is changed.
public enum WritePlan: Hashable, Sendable {
    case type2(Type2WritePlan)
    case type4(Type4WritePlan)
    case type5(Type5WritePlan)

    /// Plans writing `message` to the tag of this image, or says why it cannot be done. Nothing is changed.
    ///
    /// `mirror` is what the tag may show inside the message once that is switched on; `hasPassword` says that the
    /// caller has a password for a tag that needs one. `givingUp` says what may be lost.
    public init(
        writing message: NDEFMessage, to image: TagImage, mirror: TextMirror? = nil, hasPassword: Bool = false,
        givingUp: GivenUp = .nothing
    ) throws(TagError) {
        switch image {
        case .type2(let image):
            self = .type2(
                try Type2WritePlan(
                    writing: message, to: image, mirror: mirror, hasPassword: hasPassword,
                    laysOutAnew: givingUp != .nothing))
        case .type4(let image): self = .type4(try Type4WritePlan(writing: message, to: image))
        case .type5(let image):
            self = .type5(try Type5WritePlan(writing: message, to: image, givingUp: givingUp))
        }
    }

    /// The tag for which the plan was made; it fits no other.
    public var uid: ChipUID {
        switch self {
        case .type2(let plan): plan.uid
        case .type4(let plan): plan.uid
        case .type5(let plan): plan.uid
        }
    }

    public var message: NDEFMessage {
        switch self {
        case .type2(let plan): plan.message
        case .type4(let plan): plan.message
        case .type5(let plan): plan.message
        }
    }

    /// Whether the tag holds the message already.
    public var isEmpty: Bool { count == 0 }

    /// Whether what is left to write is the beginning of the message at most: a tag that was torn away in the last command
    /// of a write keeps the rest.
    public var keepsBody: Bool {
        switch self {
        case .type2(let plan): plan.keepsBody
        case .type4(let plan): plan.keepsBody
        case .type5(let plan): plan.keepsBody
        }
    }

    /// How many write commands the plan takes.
    public var count: Int {
        switch self {
        case .type2(let plan): plan.writes.count
        case .type4(let plan): plan.count
        case .type5(let plan): plan.writes.count
        }
    }

    /// Whether the tag's password is needed to carry it out.
    public var needsPassword: Bool {
        if case .type2(let plan) = self { return plan.needsPassword }
        return false
    }
}
