public typealias StoreName = Identifier<Store>
public typealias DeploymentName = Identifier<DeploymentProfile>

/// Which store: an identifier, and the deployment to which the store belongs. Two deployments may use one identifier.
///
/// It is not `Codable`: what is written as JSON keeps the identifier as `store` (or `id`) and the deployment as
/// `deployment` beside it. A type that encoded the identifier alone would mix up two stores.
public struct StoreID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let name: StoreName
    /// Nil for a store that was imported without a deployment.
    public let deployment: DeploymentName?

    public init(_ name: StoreName, of deployment: DeploymentName? = nil) {
        self.name = name
        self.deployment = deployment
    }

    /// Returns nil for text that cannot be an identifier.
    public init?(_ text: String, of deployment: DeploymentName? = nil) {
        guard let name = StoreName(text) else { return nil }
        self.init(name, of: deployment)
    }

    public static func complaint(about text: String) -> String? { StoreName.complaint(about: text) }

    /// The identifier, as files, URLs and labels have it.
    public var text: String { name.text }

    public var description: String { name.text }

    /// The identifier, and the deployment where there is one: for sentences in which two stores share an identifier.
    public var fullText: String { deployment.map { "\(name) of deployment \($0)" } ?? name.text }

    /// By identifier, then by deployment, those without one first.
    public static func < (left: Self, right: Self) -> Bool {
        if left.name != right.name { return left.name < right.name }
        guard let other = right.deployment else { return false }
        return left.deployment.map { $0 < other } ?? true
    }

    /// One text for both: the identifier, and the deployment, if any, on a line of its own. Neither holds a line feed,
    /// so the order of keys is the order of stores.
    public var key: String { deployment.map { "\(name)\n\($0)" } ?? name.text }

    /// Returns nil for text that is not a ``key``.
    public init?(key: String) {
        let lines = key.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = StoreName(String(lines[0])) else { return nil }
        let owner = lines.dropFirst().first.map { DeploymentName(String($0)) }
        if case .some(nil) = owner { return nil }
        self.init(name, of: owner ?? nil)
    }
}

extension StoreID {
    /// What is written beside a list of identifiers: the deployment of each store, empty for none; nil where no store has
    /// one.
    public static func deployments(of stores: [StoreID]) -> [String]? {
        stores.contains { $0.deployment != nil } ? stores.map { $0.deployment?.text ?? "" } : nil
    }
}
