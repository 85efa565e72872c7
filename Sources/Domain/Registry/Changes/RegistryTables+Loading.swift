/// How a deployment comes into the registry.
extension RegistryTables {
    mutating func load(_ deployment: LoadedDeployment) throws {
        try RegistryError.requireReadable(deployment.profile.name, of: "deployment")
        for batch in deployment.batches { try RegistryError.requireReadable(batch.name.text, of: "batch") }
        for store in deployment.stores { try put(store) }
        for experience in deployment.experiences { try take(experience) }
        try put(deployment.profile)
        for batch in deployment.batches {
            let existing = try head(batch.name)
            let merge = try BatchMerge(
                batch, into: existing, isEmpty: countTags(of: batch.name, upTo: 1) == 0, known: tag)
            guard !merge.isLeftAlone else { continue }
            guard let existing else {
                if !merge.added.isEmpty { try create(batch.with(merge.added)) }
                continue
            }
            try put(existing.changed { $0.deployment = $0.deployment ?? batch.deployment })
            try add(merge.added, to: existing, "batch \(batch.name) cannot be changed")
            for tag in merge.adopted { try adopt(tag) }
        }
    }

    /// Gives a tag the deployment's store in the place of one that belonged to no deployment. The old store goes when
    /// nothing uses it any more, and its findings go on as the deployment's.
    private mutating func adopt(_ tag: Tag) throws {
        guard var own = try self.tag(tag.id) else { return }
        let old = StoreID(tag.store.name)
        own.store = tag.store
        try put(own)
        guard try store(old) != nil, try countTags(for: old) == 0 else { return }
        try remove(old)
        for finding in try findings() {
            if let moved = finding.moved(from: old, to: tag.store) { try put(moved) }
        }
    }
}
