public import Chips

/// The work that puts findings right, place by place: what to take down, what to send where, what to put up, and which
/// labels to print for that.
public struct RepairOrder: Hashable, Sendable, Codable {
    /// A store with what a person needs to know of it there.
    public struct Place: Hashable, Sendable, Codable {
        public let store: String
        public let deployment: String?
        public let name: String
        public let address: String?
    }

    /// One sign that is taken down or put up.
    public struct Sign: Hashable, Sendable, Codable {
        /// What people call it: identifier, else chip, else content.
        public let tag: String
        /// Nil for what is not ours.
        public let medium: Medium?
        /// Where it belongs in its store; nil where that is not known.
        public let placement: String?
        /// The content that it holds, or is to hold.
        public let url: String?
        /// The chip that is meant, where several have one content.
        public let uid: ChipUID?
    }

    /// What becomes of signs that are taken down.
    public enum Fate: String, Hashable, Sendable, Codable, CaseIterable {
        /// They go to the store that they open, in a box.
        case sent
        /// They are destroyed.
        case destroyed
        /// Their chips are written again at a reader.
        case rewritten
    }

    /// Where signs that are put up come from.
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// From another store, in a box.
        case box
        /// The labels of this order.
        case label
        /// A chip that is written at a reader.
        case chip
        /// An App Clip Code, which only Apple's tools draw.
        case appClipCode = "app-clip-code"
    }

    public struct TakingDown: Hashable, Sendable, Codable {
        public let fate: Fate
        /// The store that they open; nil where they open none of ours.
        public let store: Place?
        public let signs: [Sign]
    }

    public struct PuttingUp: Hashable, Sendable, Codable {
        public let source: Source
        /// Where they are now; nil where that is not needed, or in no store's region.
        public let from: Place?
        public let signs: [Sign]
    }

    public struct Stop: Hashable, Sendable, Codable {
        /// Nil for signs that were seen in no store's region, or nowhere.
        public let place: Place?
        public let takeDown: [TakingDown]
        public let putUp: [PuttingUp]
    }

    /// Signs that travel together.
    public struct Box: Hashable, Sendable, Codable {
        /// Nil for signs that were seen in no store's region.
        public let from: Place?
        public let to: Place
        public let signs: [Sign]
    }

    /// A label to print, with the content that the registry has planned for it.
    public struct Label: Hashable, Sendable, Codable {
        public let tag: TagID
        public let batch: BatchName
        public let store: String
        public let storeName: String
        public let placement: String
        public let url: String
        /// Whether one was printed before.
        public let isReprint: Bool
    }

    public let findings: [KeptFinding]
    public let stops: [Stop]
    public let boxes: [Box]
    public let labels: [Label]
}
