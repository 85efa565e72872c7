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

    /// Stores of one walk at most: a phone that is lost takes no whole chain with it.
    public static let limit = 200

    /// In the order of identifiers, each once.
    public let stores: [Member]

    /// Refuses a scope without stores, and one of more than ``limit``.
    public init(_ stores: Set<StoreID>) throws(RegistryError) {
        guard (1...Self.limit).contains(stores.count) else {
            throw RegistryError(
                .badScope, "no phone is paired", why: "a walk has 1 to \(Self.limit) stores, not \(stores.count)",
                next: stores.isEmpty ? "name the stores of the walk" : "make several walks of fewer stores each")
        }
        self.stores = stores.sorted().map(Member.init)
    }

    public var identifiers: Set<StoreID> { Set(stores.map(\.id)) }
}
