/// How a batch comes to be, changes and rests.
extension RegistryTables {
    mutating func create(_ batch: Batch) throws {
        if try reveal(batch) {
            for id in try spentTags(of: batch.name) {
                guard var tag = try tag(id) else { continue }
                tag.life = try takeSpentLife(of: tag, batch.rules)
                try put(tag)
            }
            return
        }
        try putHead(of: batch)
        try add(batch.tags, to: batch, "batch \(batch.name) cannot be created")
    }

    /// Adds a batch that is to be created, without its tags: a large one comes in pieces.
    public mutating func putHead(of batch: Batch) throws {
        try RegistryError.requireReadable(batch.name.text, of: "batch")
        guard try head(batch.name) == nil else { throw RegistryError.batchExists(batch.name) }
        try put(batch.changed { ($0.isPaused, $0.isDoubtful) = (false, false) })
    }

    /// Adds a tag of a batch that is to be created. What is known of it since a restoration is taken over with the batch's
    /// creation: until then the registry is as it was.
    public mutating func stage(_ tag: Tag, of batch: Batch, stores: Set<StoreID>) throws {
        let failure = "batch \(batch.name) cannot be created"
        try check(new: tag, besides: try self.tag(tag.id), stores: stores, failure)
        var tag = tag
        tag.life = TagLife()
        try add([tag])
    }

    private func check(new tag: Tag, besides taken: Tag?, stores: Set<StoreID>, _ failure: String) throws {
        if let taken { throw RegistryError.tagTaken(taken, failure) }
        if let batch = try batch(bringing: tag.id) { throw RegistryError.tagTaken(tag.id, by: batch, failure) }
        try tag.check(stores, failure)
    }

    /// Changes the plan of tags, and adds tags behind the others.
    mutating func revise(_ batch: Batch, at time: Timestamp) throws {
        let failure = "batch \(batch.name) cannot be changed"
        guard let old = try head(batch.name) else { throw RegistryError.unknownBatch(failure) }
        try put(
            old.changed {
                $0.template = batch.template
                $0.deployment = batch.deployment ?? $0.deployment
            })
        let stores = Set(try self.stores().map(\.id))
        let known = try tags(batch.tags.map(\.id))
        var new: [Tag] = []
        for tag in batch.tags {
            guard let former = known[tag.id], former.batch == batch.name else {
                new.append(tag)
                continue
            }
            try tag.check(revising: former, stores, failure)
            if let label = former.givenUp(byRevision: tag, at: time) { try add(label) }
            try put(former.revised(by: tag, old.rules))
        }
        try add(new, to: old, failure)
    }

    /// Adds tags behind those that a batch has.
    mutating func add(_ tags: [Tag], to batch: Batch, _ failure: String) throws {
        guard !tags.isEmpty else { return }
        let stores = Set(try self.stores().map(\.id))
        var taken = try self.tags(tags.map(\.id))
        var added: [Tag] = []
        added.reserveCapacity(tags.count)
        for var tag in tags {
            try check(new: tag, besides: taken[tag.id], stores: stores, failure)
            tag.life = try takeSpentLife(of: tag, batch.rules)
            added.append(tag)
            taken[tag.id] = tag
        }
        try add(added)
    }

    mutating func rule(_ policy: BatchPolicy) throws {
        guard let batch = try head(policy.batch) else {
            throw RegistryError.unknownBatch("the rules of batch \(policy.batch) cannot be changed")
        }
        try put(batch.with(policy.rules))
        try change(begunTags(of: batch.name, in: [.written, .outdated])) { $0.under(policy.rules) }
    }

    mutating func rotate(_ rotation: KeyRotation) throws {
        guard try head(rotation.batch) != nil else {
            throw RegistryError.unknownBatch("batch \(rotation.batch) cannot get another key")
        }
        try change(begunTags(of: rotation.batch, in: [.written])) { $0.rotated(to: rotation.key) }
    }

    private mutating func change(_ tags: [Tag], _ change: (Tag) -> Tag) throws {
        for tag in tags {
            let changed = change(tag)
            if changed != tag { try put(changed) }
        }
    }

    /// A batch without its tags, for what it cannot do when it is not there.
    func known(_ name: BatchName, _ failure: String) throws -> Batch {
        guard let batch = try head(name) else {
            throw RegistryError.unknownBatch("batch \(name) cannot \(failure)")
        }
        return batch
    }
}
