internal import AppClips
internal import Chips
internal import Registry

/// What a tag's content says about whose it is.
struct ContentReading: Sendable {
    enum Standing: Sendable, Equatable {
        /// A registered experience opens.
        case registered
        /// Whether one opens depends on what Apple leaves open.
        case ambiguous(Ambiguity, candidates: [InvocationURL])
        /// Our host, but nothing opens.
        case unregistered(host: String, reason: String)
        /// Not ours. `origin` groups what comes from the same hand: the host, or the whole content.
        case foreign(origin: String, reason: String)
    }

    let standing: Standing
    /// The most specific experience for it, when that one is retired.
    let retired: InvocationURL?
    /// The store that the content names; it may be unknown.
    let store: StoreID?
    let tagID: TagID?
    /// The provisioned tag with this content or identifier, and its position among all of them.
    let tag: Tag?
    let tagPosition: Int?

    /// What people call a tag with this content: its identifier, else its chip, else what it holds.
    func label(_ uid: ChipUID?, _ url: String) -> String { tagID?.text ?? uid?.hexadecimal ?? url }

    /// Whether the content may open one of our experiences, or did so until it was retired.
    var isOurs: Bool {
        switch standing {
        case .registered, .ambiguous: true
        case .unregistered: retired != nil
        case .foreign: false
        }
    }
}
