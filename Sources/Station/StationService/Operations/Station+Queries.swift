internal import API
internal import AppClips
internal import Faults
internal import Registry
internal import Version

extension Station {
    func status() async throws -> StationStatus {
        StationStatus(
            version: Release.version, station: name, stores: try await queries.stores().count,
            experiences: try await queries.experiences().count, batches: try await queries.batches(),
            readers: readerStatuses, journal: try await history.verifyJournal(),
            conditions: conditions.current)
    }

    func detail(of name: BatchName) async throws -> BatchDetail {
        guard let batch = try await history.batch(name) else { throw RegistryError.unknownBatch(name) }
        let named = Set(batch.tags.map(\.store))
        let stores = try await queries.stores()
        let doubts = BatchCheck.doubts(
            about: batch.tags, stores: stores, experiences: try await queries.experiences(),
            templates: try await queries.templates())
        return BatchDetail(batch, stores: stores.filter { named.contains($0.id) }, doubts: doubts)
    }

    func match(_ text: String) async throws -> ExperienceAnswer {
        let url = try InvocationURL(text)
        return ExperienceAnswer(
            url,
            StoreFinder(
                stores: try await queries.stores(),
                templates: try await queries.templates(),
                experiences: try await queries.experiences()))
    }

    /// Everything that the check of the App Clip side looks at.
    func holdings() async throws -> RegistryHoldings {
        RegistryHoldings(
            deployments: try await history.deployments(), stores: try await history.stores(),
            experiences: try await history.experiences(), templates: try await history.templates(),
            tags: try await history.tags())
    }

    /// A store by its identifier: of a deployment, or the only one that there is.
    func store(_ name: StoreName, of deployment: DeploymentName?) async throws -> Store {
        let stores = try await queries.stores()
        let id = try StoreDirectory(stores.map(\.id)).named(name, of: deployment)
        guard let store = stores.first(where: { $0.id == id }) else {
            throw RegistryError.unknownStore(name, of: deployment)
        }
        return store
    }
}
