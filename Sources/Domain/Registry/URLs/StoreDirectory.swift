public import Faults

/// Which store an identifier means, seen from a deployment.
///
/// A deployment sees its own stores, then those that belong to no deployment. Without a deployment, the stores without a
/// deployment are seen first, then a store of any deployment, if only one deployment has the identifier.
public struct StoreDirectory: Sendable {
    public enum Answer: Hashable, Sendable {
        case store(StoreID)
        case unknown
        /// Several deployments have a store with this identifier; sorted.
        case shared([StoreID])
    }

    /// The first store with each identifier.
    private let first: [StoreName: StoreID]
    /// All stores with an identifier that several have. Few are: a list for each identifier would cost more than all else here.
    private let shared: [StoreName: [StoreID]]

    public init(_ stores: some Sequence<StoreID>) {
        var first = [StoreName: StoreID](minimumCapacity: stores.underestimatedCount)
        var shared: [StoreName: [StoreID]] = [:]
        for store in stores {
            guard let other = first.updateValue(store, forKey: store.name) else { continue }
            first[store.name] = other
            shared[store.name, default: [other]].append(store)
        }
        self.first = first
        self.shared = shared
    }

    /// The stores' identifiers, in any order.
    var names: some Sequence<StoreName> { first.keys }

    public func find(_ name: StoreName, from deployment: DeploymentName?) -> Answer {
        guard let first = first[name] else { return .unknown }
        guard let sharing = shared[name] else {
            let isSeen = deployment == nil || first.deployment == nil || first.deployment == deployment
            return isSeen ? .store(first) : .unknown
        }
        if let own = sharing.first(where: { $0.deployment == deployment }) { return .store(own) }
        if deployment != nil {
            return sharing.first { $0.deployment == nil }.map { .store($0) } ?? .unknown
        }
        return .shared(sharing.sorted())
    }

    /// The store, if it is certain.
    public func store(_ name: StoreName, from deployment: DeploymentName?) -> StoreID? {
        if case .store(let id) = find(name, from: deployment) { id } else { nil }
    }

    /// The store that a person names: of a deployment, or the only one that there is.
    public func named(_ name: StoreName, of deployment: DeploymentName?) throws(RegistryError) -> StoreID {
        switch find(name, from: deployment) {
        case .store(let id) where deployment == nil || id.deployment == deployment: return id
        case .shared(let candidates):
            let names = candidates.compactMap(\.deployment?.text).joined(separator: ", ")
            throw RegistryError(
                .sharedStore, "store \(name) is not certain", why: "several deployments have one: \(names)",
                next: "name the deployment: deployment=\(candidates[0].deployment?.text ?? "")")
        case .store, .unknown:
            throw RegistryError.unknownStore(name, of: deployment)
        }
    }

    /// The store that an experience is for; one that is not known keeps the experience's deployment.
    public func store(of experience: Experience) -> StoreID? {
        experience.store.map { store($0.name, from: $0.deployment) ?? $0 }
    }

    /// Every store with this identifier, sorted.
    public func all(_ name: StoreName) -> [StoreID] { shared[name]?.sorted() ?? first[name].map { [$0] } ?? [] }
}
