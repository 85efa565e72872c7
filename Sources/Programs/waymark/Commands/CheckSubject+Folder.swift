import API
import DeploymentCheck
import Registry

extension CheckSubject {
    /// What a daemon's registry holds.
    init(_ holdings: RegistryHoldings) {
        self.init(
            deployments: holdings.deployments, stores: holdings.stores, experiences: holdings.experiences,
            templates: holdings.storeTemplates, tags: holdings.tags)
    }

    /// A deployment with the pictures and the site folder that are in its own folder.
    init(_ deployment: LoadedDeployment, in folder: String) throws {
        self.init(deployment)
        pictures = CardPictures.read(experiences, in: folder)
        let site = "\(folder)/site"
        if SiteFolder.exists(site) { try SiteFolder(site).examine(for: &self) }
    }
}
