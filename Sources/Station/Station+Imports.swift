internal import API
internal import AppClips
internal import CSV
internal import Registry

extension Station {
    func importStores(_ bytes: [UInt8], file: String, by author: Author) async throws -> ImportResult {
        let imported = try StoreFile.read(bytes, file: file)
        let changes = try await changes(by: imported.rows)
        try await storage.record(.storesImported(imported.rows, file: file), by: author)
        return ImportResult(rows: imported.rows.count, warnings: imported.warnings.map(\.description) + changes)
    }

    func importExperiences(_ bytes: [UInt8], file: String, by author: Author) async throws -> ImportResult {
        let imported = try ExperienceFile.read(bytes, file: file)
        try await storage.record(.experiencesImported(imported.rows, file: file), by: author)
        return ImportResult(rows: imported.rows.count, warnings: imported.warnings.map(\.description))
    }

    func createBatch(
        _ name: BatchName, template: String?, rules: BatchRules = .usual, _ bytes: [UInt8], file: String,
        by author: Author
    ) async throws -> BatchCreated {
        let stores = try await storage.stores()
        let imported = try BatchFile.read(
            bytes, file: file, name: name, template: try template.map { try URLTemplate($0) },
            stores: Set(stores.map(\.id)), regions: StoreFile.regions(stores))
        let plan = imported.batch
        if let error = StationError(badPlaceholderIn: plan.tags, rules: rules, batch: name) { throw error }
        let batch = Batch(name: name, template: plan.template, tags: plan.tags, rules: rules)
        try await storage.record(.batchCreated(batch), by: author)
        return BatchCreated(try await summary(of: name), warnings: imported.warnings.map(\.description))
    }

    func load(_ request: DeploymentRequest, by author: Author) async throws -> DeploymentResult {
        let files = DeploymentFiles(manifest: request.manifest, contents: request.files.mapValues { Array($0) })
        let (deployment, warnings) = try files.read(known: Set(try await storage.stores().map(\.id)))
        let changes = try await changes(by: deployment.stores)
        try await storage.record(.deploymentLoaded(deployment), by: author)
        var summaries: [BatchSummary] = []
        for batch in deployment.batches { summaries.append(try await summary(of: batch.name)) }
        return DeploymentResult(
            name: deployment.name, stores: deployment.stores.count, experiences: deployment.experiences.count,
            batches: summaries, warnings: warnings.map(\.description) + changes)
    }

    /// What becomes of stores that exist already: two businesses that both call a store `cupertino` would
    /// otherwise overwrite each other's without a word.
    private func changes(by stores: [Store]) async throws -> [String] {
        let known = Dictionary(uniqueKeysWithValues: try await storage.stores().map { ($0.id, $0) })
        return stores.compactMap { store in
            guard let old = known[store.id] else { return nil }
            if old.name != store.name {
                return "store \(store.id) was \"\(old.name)\" and is now \"\(store.name)\""
            }
            return old.region == store.region ? nil : "store \(store.id) has another region than before"
        }
    }
}
