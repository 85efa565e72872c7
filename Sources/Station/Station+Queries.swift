internal import API
internal import AppClips
internal import Registry
internal import Release

extension Station {
    func status() async throws -> StationStatus {
        StationStatus(
            version: Release.version, station: name, stores: try await catalogue.stores().count,
            experiences: try await catalogue.experiences().count, batches: try await catalogue.batches(),
            readers: readerStatuses, journal: try await survey.verifyJournal())
    }

    func detail(of name: BatchName) async throws -> BatchDetail {
        guard let batch = try await catalogue.batch(name) else { throw StationError.unknownBatch(name) }
        let named = Set(batch.tags.map(\.store))
        let stores = try await catalogue.stores().filter { named.contains($0.id) }
        let unmatched = BatchCheck.unmatched(batch.tags, experiences: try await catalogue.experiences())
        return BatchDetail(
            batch, stores: stores, doubts: unmatched.map { BatchDetail.Doubt(tag: $0.tag.id, why: $0.reason) })
    }

    func match(_ text: String) async throws -> ExperienceAnswer {
        let url = try InvocationURL(text)
        let experiences = try await catalogue.experiences()
        let finder = StoreFinder(
            stores: try await catalogue.stores(),
            templates: try await catalogue.templates().map { try URLTemplate($0) },
            experiences: experiences)
        return ExperienceAnswer(url, experiences: experiences, store: finder.store(of: url))
    }

    /// Everything that the check of the App Clip side looks at.
    func holdings() async throws -> RegistryHoldings {
        RegistryHoldings(
            deployments: try await survey.deployments(), stores: try await survey.stores(),
            experiences: try await survey.experiences(), templates: try await survey.templates(),
            tags: try await survey.tags())
    }
}
