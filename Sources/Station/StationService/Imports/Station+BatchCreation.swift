internal import API
internal import AppClips
internal import CSV
internal import Faults
internal import Provisioning
internal import Registry

extension Station {
    /// Creates a batch. Without a deployment its rows name stores that only one deployment has, or none.
    func createBatch(
        _ name: BatchName, template: String?, rules: BatchRules = .usual, deployment: DeploymentName? = nil,
        _ bytes: [UInt8], file: String, isDryRun: Bool = false, by author: Author
    ) async throws -> BatchCreated {
        let stores = try await storage.stores()
        let capacity = try await capacity(of: deployment)
        let imported = try BatchFile.read(
            bytes, file: file, name: name, template: try template.map { try URLTemplate($0) },
            stores: Set(stores.map(\.id)), deployment: deployment, regions: StoreFile.regions(stores),
            doubt: { capacity.doubt(about: $0) })
        let batch = imported.batch.with(rules)
        try batch.checkPlaceholders(for: rules)
        let warnings = imported.warnings.map(\.description)
        if isDryRun {
            try await refuseTaken(batch)
            let counts = Dictionary(batch.tags.map { ($0.state, 1) }, uniquingKeysWith: +)
            let summary = BatchSummary(name: name, counts: counts, rules: rules, deployment: batch.deployment)
            return BatchCreated(summary, warnings: warnings, isDryRun: true)
        }
        try await storage.record(.batchCreated(batch), by: author)
        // A look at each tag: short questions do not wait behind it.
        guard let summary = try await history.batch(summary: name) else { throw RegistryError.unknownBatch(name) }
        return BatchCreated(summary, warnings: warnings)
    }

    /// What the chips of a deployment's batches hold.
    func capacity(of deployment: DeploymentName?) async throws -> ChipCapacity {
        let profiles = try await storage.deployments()
        return ChipCapacity(chip: profiles.first { deployment != nil && $0.identifier == deployment }?.chip)
    }

    /// What recording the batch would refuse.
    private func refuseTaken(_ batch: Batch) async throws {
        if try await history.batch(batch.name) != nil {
            throw RegistryError.batchExists(batch.name)
        }
        for tag in batch.tags {
            guard let taken = try await history.tag(tag.id) else { continue }
            throw RegistryError.tagTaken(taken, "batch \(batch.name) cannot be created")
        }
    }
}
