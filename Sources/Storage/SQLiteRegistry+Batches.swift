internal import Geodesy
internal import Registry

/// How a batch comes to be, changes and rests.
extension SQLiteRegistry {
    func create(_ batch: Batch) throws {
        guard try self.batch(batch.name) == nil else {
            throw RegistryError(
                .alreadyExists, "batch \(batch.name) cannot be created", why: "a batch of this name exists already",
                next: "give it another name, or look at the old one: waymark batch show \(batch.name)")
        }
        try database.run(
            "INSERT INTO batches (name, template, protection, mirror, genuineness) VALUES (?, ?, ?, ?, ?)",
            [.text(batch.name.text), .optional(batch.template)] + Self.columns(batch.rules))
        let stores = Set(try self.stores().map(\.id))
        for (row, tag) in batch.tags.enumerated() {
            try add(tag, at: row, batch.rules, stores: stores, "batch \(batch.name) cannot be created")
        }
    }

    /// Changes the plan of tags, and adds tags behind the others.
    func revise(_ batch: Batch) throws {
        let failure = "batch \(batch.name) cannot be changed"
        guard let old = try self.batch(batch.name) else {
            throw RegistryError(
                .unknownBatch, failure, why: "there is no batch of this name", next: "see: waymark batch list")
        }
        try database.run(
            "UPDATE batches SET template = ? WHERE name = ?", [.optional(batch.template), .text(batch.name.text)])
        let known = Dictionary(uniqueKeysWithValues: old.tags.map { ($0.id, $0) })
        let stores = Set(try self.stores().map(\.id))
        var rows = old.tags.count
        for tag in batch.tags {
            guard let former = known[tag.id] else {
                try add(tag, at: rows, old.rules, stores: stores, failure)
                rows += 1
                continue
            }
            guard former.medium == tag.medium else {
                throw RegistryError(
                    .contradiction, failure,
                    why: "tag \(tag.id) is \(former.medium.rawValue), not \(tag.medium.rawValue)",
                    next: "a tag of another medium is another thing: give it an identifier of its own")
            }
            try check(tag, stores, failure)
            // Retired tags stay retired, begun ones are finished with the new URL.
            let state =
                former.state.isDone && former.url != tag.url ? TagState.outdated : former.restored(by: tag, old.rules)
            try database.run(
                "UPDATE tags SET store = ?, placement = ?, url = ?, state = ?, deployed_latitude = ?, "
                    + "deployed_longitude = ?, deployed_accuracy = ?, deployed_time = ? WHERE id = ?",
                [
                    .text(tag.store.text), .text(tag.placement), .text(tag.url), .text(state.rawValue),
                ] + tag.deployedValues + [.text(tag.id.text)])
        }
    }

    func rest(_ name: BatchName, _ isPaused: Bool) throws {
        let failure = "batch \(name) cannot be \(isPaused ? "paused" : "resumed")"
        guard let batch = try self.batch(name) else {
            throw RegistryError(
                .unknownBatch, failure, why: "there is no batch of this name", next: "see: waymark batch list")
        }
        guard batch.isPaused != isPaused else {
            throw RegistryError(
                .contradiction, failure, why: isPaused ? "it is paused already" : "it is not paused",
                next: isPaused ? "let it go on: waymark batch resume \(name)" : "write it: waymark write \(name)")
        }
        try database.run(
            "UPDATE batches SET paused = ? WHERE name = ?", [.integer(isPaused ? 1 : 0), .text(name.text)])
    }

    private func add(
        _ tag: Tag, at row: Int, _ rules: BatchRules, stores: Set<StoreID>, _ failure: String
    ) throws {
        if let taken = try self.tag(tag.id) {
            throw RegistryError(
                .alreadyExists, failure, why: "tag \(tag.id) exists already, in batch \(taken.batch)",
                next: "a tag identifier is given to one physical tag only: change it in the file")
        }
        try check(tag, stores, failure)
        try database.run(
            """
            INSERT INTO tags (
                id, batch, row, store, placement, medium, url, state, deployed_latitude, deployed_longitude,
                deployed_accuracy, deployed_time)
            SELECT ?, number, ?, ?, ?, ?, ?, 'planned', ?, ?, ?, ? FROM batches WHERE name = ?
            """,
            [
                .text(tag.id.text), .integer(Int64(row)), .text(tag.store.text), .text(tag.placement),
                .text(tag.medium.rawValue), .text(tag.url),
            ] + tag.deployedValues + [.text(tag.batch.text)])
        try giveFate(to: tag, rules)
    }

    private func check(_ tag: Tag, _ stores: Set<StoreID>, _ failure: String) throws {
        guard stores.contains(tag.store) else {
            throw RegistryError(
                .contradiction, failure, why: "tag \(tag.id) is for store \(tag.store), which is not known",
                next: "import the store first (waymark store import), or correct the file")
        }
    }
}

extension Tag {
    fileprivate var deployedValues: [SQLiteValue] {
        [
            .optional(deployed?.position.latitude), .optional(deployed?.position.longitude),
            .optional(deployed?.accuracy), .optional(deployed?.time?.iso8601),
        ]
    }

    /// The state when a change is taken back before anybody has written the tag again.
    fileprivate func restored(by plan: Tag, _ rules: BatchRules) -> TagState {
        let isRestored = state == .outdated && medium == .nfc && url != plan.url && writtenURL == plan.url
        return isRestored && fits(rules, currentKey: nil) ? .written : state
    }
}
