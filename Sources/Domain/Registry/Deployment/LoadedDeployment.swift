/// A deployment whose files have been read and found good.
public struct LoadedDeployment: Hashable, Sendable {
    public let name: String
    public let template: String?
    public let stores: [Store]
    public let experiences: [Experience]
    public let batches: [Batch]
    public let profile: DeploymentProfile

    public init(
        name: String, template: String?, stores: [Store], experiences: [Experience], batches: [Batch],
        profile: DeploymentProfile? = nil
    ) {
        self.name = name
        self.template = template
        self.stores = stores
        self.experiences = experiences
        self.batches = batches
        self.profile = profile ?? DeploymentProfile(name: name, template: template)
    }

    /// The same deployment with other batches.
    func with(_ batches: [Batch]) -> LoadedDeployment {
        LoadedDeployment(
            name: name, template: template, stores: stores, experiences: experiences, batches: batches, profile: profile
        )
    }

    public var identifier: DeploymentName? { profile.identifier }

    /// The template of its URLs, if it has one. Throws `AppClipError` for text that is not a template.
    public var storeTemplates: [StoreTemplate] {
        get throws { try template.map { [try StoreTemplate($0, of: identifier)] } ?? [] }
    }
}
