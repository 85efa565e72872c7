public import Faults

/// What a paired phone may know and report on: its stores, and the tags in them.
public struct WalkScope: Hashable, Sendable, Codable {
    /// One store, as JSON has it.
    public struct Member: Hashable, Sendable, Codable {
        public let store: StoreName
        public let deployment: DeploymentName?

        public init(_ id: StoreID) {
            store = id.name
            deployment = id.deployment
        }

        public var id: StoreID { StoreID(store, of: deployment) }
    }

    /// What a phone is for.
    public enum Task: String, Hashable, Sendable, Codable, CaseIterable {
        /// See whether signs are where they belong.
        case audit
        /// Put them up, too: note where each hangs.
        case install
    }

    /// Stores of one walk at most: a phone that is lost takes no whole chain with it.
    public static let limit = 200

    /// In the order of identifiers, each once.
    public let stores: [Member]
    /// The tags that a plan has drawn, in the order of identifiers; nil: every tag of the stores.
    public let tags: [TagID]?
    /// Nil as scopes of before there were several tasks have it.
    private let `for`: Task?

    public var task: Task { `for` ?? .audit }

    /// Tags of a plan at most.
    public static let tagLimit = 2_000

    /// Refuses a scope without stores, one of more than ``limit``, and a plan without tags or with more than ``tagLimit``.
    public init(_ stores: Set<StoreID>, for task: Task = .audit, tags: Set<TagID>? = nil) throws(RegistryError) {
        guard (1...Self.limit).contains(stores.count) else {
            throw RegistryError(
                .badScope, "no phone is paired", why: "a walk has 1 to \(Self.limit) stores, not \(stores.count)",
                next: stores.isEmpty ? "name the stores of the walk" : "make several walks of fewer stores each")
        }
        if let tags, !(1...Self.tagLimit).contains(tags.count) {
            throw RegistryError(
                .badScope, "no phone is paired", why: "a plan has 1 to \(Self.tagLimit) tags, not \(tags.count)",
                next: tags.isEmpty ? "choose other stores, or no plan" : "take fewer tags of each store")
        }
        self.tags = tags?.sorted()
        self.stores = stores.sorted().map(Member.init)
        self.for = task == .audit ? nil : task
    }

    public var identifiers: Set<StoreID> { Set(stores.map(\.id)) }
}
