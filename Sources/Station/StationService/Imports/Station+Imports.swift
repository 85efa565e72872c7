internal import API
internal import AppClips
internal import CSV
internal import Faults
internal import Provisioning
internal import Registry

extension Station {
    func importStores(
        _ bytes: [UInt8], file: String, deployment: DeploymentName? = nil, _ mode: ImportMode = ImportMode(),
        by author: Author
    ) async throws -> ImportResult {
        let known = try await storage.stores()
        let imported = try StoreFile.read(bytes, file: file, deployment: deployment, beside: known)
        let changes = try await changes(by: imported.rows, known)
        try changes.check(isConfirmed: mode.isConfirmed || mode.isDryRun, "\(file) is not imported")
        if !mode.isDryRun { try await storage.record(.storesImported(imported.rows, file: file), by: author) }
        return ImportResult(
            rows: imported.rows.count,
            warnings: imported.warnings.map(\.description) + Self.sharing(imported.rows, known),
            changes: changes, isDryRun: mode.isDryRun)
    }

    func importExperiences(
        _ bytes: [UInt8], file: String, deployment: DeploymentName? = nil, _ mode: ImportMode = ImportMode(),
        by author: Author
    ) async throws -> ImportResult {
        let imported = try ExperienceFile.read(bytes, file: file, deployment: deployment)
        if !mode.isDryRun { try await storage.record(.experiencesImported(imported.rows, file: file), by: author) }
        return ImportResult(
            rows: imported.rows.count, warnings: imported.warnings.map(\.description), isDryRun: mode.isDryRun)
    }

    func load(
        _ request: DeploymentRequest, _ mode: ImportMode = ImportMode(), by author: Author
    ) async throws -> DeploymentResult {
        let files = DeploymentFiles(manifest: request.manifest, contents: request.files.mapValues { Array($0) })
        let known = try await storage.stores()
        let capacity = ChipCapacity(chip: request.manifest.chip)
        let (deployment, warnings) = try files.read(known: known) { capacity.doubt(about: $0) }
        for batch in deployment.batches { try batch.checkPlaceholders(for: batch.rules) }
        let merges = try await merges(of: deployment)
        let changes = try await changes(by: deployment.stores, known, adopting: merges.flatMap(\.merge.adopted))
        try changes.check(
            isConfirmed: mode.isConfirmed || mode.isDryRun, "deployment \(deployment.name) is not loaded")
        if !mode.isDryRun {
            let plan = LoadingPlan(deployment, merges)
            try await storage.record(.deploymentLoaded(plan.deployment), by: author)
            try await add(plan.additions, of: deployment, by: author)
            for batch in deployment.batches { try await jobs.refresh(batch.name) }
        }
        var summaries: [BatchSummary] = []
        for batch in deployment.batches {
            if let summary = try await history.batches().first(where: { $0.name == batch.name }) {
                summaries.append(summary)
            }
        }
        return DeploymentResult(
            name: deployment.name, stores: deployment.stores.count, experiences: deployment.experiences.count,
            batches: summaries, warnings: warnings.map(\.description), changes: changes,
            added: merges.map(\.merge.added.count).reduce(0, +), notTaken: merges.flatMap(\.merge.notTaken),
            isDryRun: mode.isDryRun)
    }

    /// Brings the rows of large batches, behind the deployment. That is in by then: where another daemon changes such a
    /// batch meanwhile, only what is added to it is decided anew.
    private func add(
        _ additions: [LoadingPlan.Addition], of deployment: LoadedDeployment, by author: Author
    ) async throws {
        for addition in additions {
            var decided: LoadingPlan.Addition? = addition
            do {
                try await Redeciding.untilRecorded {
                    if decided == nil { decided = try await self.addition(to: addition.head.name, of: deployment) }
                    // What there was to add has come from elsewhere.
                    guard let next = decided else { return }
                    decided = nil
                    do {
                        try await carryOut(
                            next.events, of: next.head, over: next.known, expecting: next.basis, by: author)
                    } catch let error as RegistryError where error.code == .alreadyExists && next.basis == nil {
                        // Another load has made the batch, or has one of its tags.
                        throw RegistryError(.changedMeanwhile, error.message, why: error.reason, next: error.next)
                    }
                }
            } catch let error as RegistryError {
                throw error.inPart("deployment \(deployment.name) is loaded in part")
            }
        }
    }

    private func addition(
        to name: BatchName, of deployment: LoadedDeployment
    ) async throws -> LoadingPlan.Addition? {
        for (batch, merging) in zip(deployment.batches, try await merges(of: deployment)) where batch.name == name {
            return LoadingPlan.Addition(batch, merging)
        }
        return nil
    }

    /// What loading does to each batch.
    private func merges(of deployment: LoadedDeployment) async throws -> [LoadingPlan.Merging] {
        var merges: [LoadingPlan.Merging] = []
        var plans: [BatchName: DocumentDigest] = [:]
        for batch in deployment.batches { plans[batch.name] = try await history.planDigest(of: batch.name) }
        let wanted = Set(deployment.batches.flatMap(\.tags).map(\.id))
        let tags = try await history.tags()
        let known = Dictionary(tags.filter { wanted.contains($0.id) }.map { ($0.id, $0) }) { first, _ in first }
        let filled = Set(tags.map(\.batch))
        for batch in deployment.batches {
            let existing = try await history.batch(batch.name)
            let merge = BatchMerge(batch, into: existing, isEmpty: !filled.contains(batch.name)) { known[$0] }
            merges.append((merge, existing, plans[batch.name]))
        }
        return merges
    }

    /// What becomes of stores that exist already. `adopting`: tags whose stores belonged to no deployment.
    private func changes(
        by stores: [Store], _ known: [Store], adopting tags: [Tag] = []
    ) async throws -> [StoreChange] {
        let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        let adopted = Set(tags.map(\.store))
        func former(_ id: StoreID) -> Store? {
            byID[id] ?? (adopted.contains(id) ? byID[StoreID(id.name)] : nil)
        }
        guard stores.contains(where: { former($0.id) != nil }) else { return [] }
        let counts = Dictionary(try await history.tags().filter(\.exists).map { ($0.store, 1) }, uniquingKeysWith: +)
        return StoreChange.changes(by: stores, former: former) { counts[$0] ?? 0 }
    }

    /// Stores of other deployments with the same identifiers, which stay as they are.
    private static func sharing(_ stores: [Store], _ known: [Store]) -> [String] {
        let directory = StoreDirectory(known.map(\.id))
        let known = Set(known.map(\.id))
        return stores.filter { !known.contains($0.id) }.compactMap { store in
            guard let other = directory.all(store.id.name).first(where: { $0 != store.id }) else { return nil }
            let owner = other.deployment.map { "deployment \($0)" } ?? "the stores without a deployment"
            let way = other.deployment.map { "; to change that one, name it: --deployment \($0)" } ?? ""
            return "store \(store.id) is another store than the one of \(owner), which stays as it is\(way)"
        }
    }
}
