internal import AppClips
package import Registry

/// Everything that the check of the App Clip side looks at.
package struct RegistryHoldings: Hashable, Sendable, Codable {
    package let schema: Int
    package let deployments: [DeploymentProfile]
    package let stores: [Store]
    package let experiences: [Experience]
    /// The URL templates of all batches and deployments, without repetition.
    package let templates: [String]
    /// The same with the deployments that they are of.
    package let storeTemplates: [StoreTemplate]
    package let tags: [Tag]

    package init(
        deployments: [DeploymentProfile], stores: [Store], experiences: [Experience],
        templates: [StoreTemplate], tags: [Tag]
    ) {
        schema = 1
        self.deployments = deployments
        self.stores = stores
        self.experiences = experiences
        self.templates = Set(templates.map(\.template.text)).sorted()
        storeTemplates = templates
        self.tags = tags
    }

    /// What a registry would hold that had this deployment alone.
    package init(_ deployment: LoadedDeployment) throws {
        self.init(
            deployments: [deployment.profile], stores: deployment.stores, experiences: deployment.experiences,
            templates: try deployment.storeTemplates, tags: deployment.batches.flatMap(\.tags))
    }
}
