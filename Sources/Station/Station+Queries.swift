internal import API
internal import AppClips
internal import Registry
internal import Release

extension Station {
    func status() async throws -> StationStatus {
        StationStatus(
            version: Release.version, station: name, stores: try await storage.stores().count,
            experiences: try await storage.experiences().count, batches: try await storage.batches(),
            readers: readerStatuses, journal: try await storage.verifyJournal())
    }

    func detail(of name: BatchName) async throws -> BatchDetail {
        guard let batch = try await storage.batch(name) else { throw StationError.unknownBatch(name) }
        let named = Set(batch.tags.map(\.store))
        let stores = try await storage.stores().filter { named.contains($0.id) }
        let unmatched = BatchCheck.unmatched(batch.tags, experiences: try await storage.experiences())
        return BatchDetail(
            batch, stores: stores, doubts: unmatched.map { BatchDetail.Doubt(tag: $0.tag.id, why: $0.reason) })
    }

    func match(_ text: String) async throws -> ExperienceAnswer {
        let url = try InvocationURL(text)
        let experiences = try await storage.experiences()
        let finder = StoreFinder(
            stores: try await storage.stores(), templates: try await storage.templates().map { try URLTemplate($0) },
            experiences: experiences)
        return ExperienceAnswer(url, experiences: experiences, store: finder.store(of: url))
    }

    /// Everything that the check of the App Clip side looks at.
    func holdings() async throws -> RegistryHoldings {
        RegistryHoldings(
            deployments: try await storage.deployments(), stores: try await storage.stores(),
            experiences: try await storage.experiences(), templates: try await storage.templates(),
            tags: try await storage.tags())
    }
}
