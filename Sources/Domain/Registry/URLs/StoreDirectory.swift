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

    private let stores: [StoreName: [StoreID]]

    public init(_ stores: some Sequence<StoreID>) {
        self.stores = Dictionary(grouping: stores, by: \.name)
    }

    /// The stores' identifiers, in any order.
    var names: some Sequence<StoreName> { stores.keys }

    public func find(_ name: StoreName, from deployment: DeploymentName?) -> Answer {
        let sharing = stores[name] ?? []
        if let own = sharing.first(where: { $0.deployment == deployment }) { return .store(own) }
        if deployment != nil {
            return sharing.first { $0.deployment == nil }.map { .store($0) } ?? .unknown
        }
        guard sharing.count > 1 else { return sharing.first.map { .store($0) } ?? .unknown }
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
    public func all(_ name: StoreName) -> [StoreID] { (stores[name] ?? []).sorted() }
}
