internal import API
internal import AppClips
internal import Faults
internal import Registry
internal import Version

extension Station {
    func status() async throws -> StationStatus {
        StationStatus(
            version: Release.version, station: name, stores: try await catalogue.stores().count,
            experiences: try await catalogue.experiences().count, batches: try await catalogue.batches(),
            readers: readerStatuses, journal: try await survey.verifyJournal(),
            conditions: conditions.current)
    }

    func detail(of name: BatchName) async throws -> BatchDetail {
        guard let batch = try await catalogue.batch(name) else { throw RegistryError.noBatch(name) }
        let named = Set(batch.tags.map(\.store))
        let stores = try await catalogue.stores()
        let doubts = BatchCheck.doubts(
            about: batch.tags, stores: stores, experiences: try await catalogue.experiences(),
            templates: try await catalogue.templates())
        return BatchDetail(batch, stores: stores.filter { named.contains($0.id) }, doubts: doubts)
    }

    func match(_ text: String) async throws -> ExperienceAnswer {
        let url = try InvocationURL(text)
        return ExperienceAnswer(
            url,
            StoreFinder(
                stores: try await catalogue.stores(),
                templates: try await catalogue.templates(),
                experiences: try await catalogue.experiences()))
    }

    /// Everything that the check of the App Clip side looks at.
    func holdings() async throws -> RegistryHoldings {
        RegistryHoldings(
            deployments: try await survey.deployments(), stores: try await survey.stores(),
            experiences: try await survey.experiences(), templates: try await survey.templates(),
            tags: try await survey.tags())
    }

    /// A store by its identifier: of a deployment, or the only one that there is.
    func store(_ name: StoreName, of deployment: DeploymentName?) async throws -> Store {
        let stores = try await catalogue.stores()
        switch StoreDirectory(stores.map(\.id)).find(name, from: deployment) {
        case .store(let id) where deployment == nil || id.deployment == deployment:
            if let store = stores.first(where: { $0.id == id }) { return store }
        case .shared(let candidates):
            let names = candidates.compactMap(\.deployment?.text).joined(separator: ", ")
            throw StationError(
                .sharedStore, "store \(name) is not certain", why: "several deployments have one: \(names)",
                next: "name the deployment: deployment=\(candidates[0].deployment?.text ?? "")")
        default: break
        }
        throw RegistryError(
            .unknownStore, "there is no store \(name)",
            why: deployment.map { "deployment \($0) has none of this identifier" } ?? "it was not imported",
            next: "see: waymark store list")
    }
}
