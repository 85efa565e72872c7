public import Faults

/// What a batch and its plan allow.
extension Batch {
    /// The batch when it is to rest, or to go on.
    func paused(_ isPaused: Bool) throws(RegistryError) -> Batch {
        guard isPaused != self.isPaused else {
            throw RegistryError(
                .contradiction, "batch \(name) cannot be \(isPaused ? "paused" : "resumed")",
                why: isPaused ? "it is paused already" : "it is not paused",
                next: isPaused ? "let it go on: waymark batch resume \(name)" : "write it: waymark write \(name)")
        }
        return changed { $0.isPaused = isPaused }
    }

    /// The batch of which more may be on chips and labels than is known; it rests when something of it is left to do.
    func doubted() -> Batch? {
        let isLeft = tags.contains { [.planned, .unfinished, .outdated].contains($0.state) }
        return isLeft ? changed { ($0.isPaused, $0.isDoubtful) = (true, true) } : nil
    }

    /// Labels of a batch that rests since a restoration may hang somewhere already.
    func checkDoubts() throws(RegistryError) {
        guard isDoubtful, isPaused else { return }
        throw RegistryError(
            .contradiction, "no sheet of batch \(name) is made",
            why: "the registry was restored from a backup, and the labels made since then are not known",
            next: "look for labels that hang already; then: waymark batch resume \(name)")
    }
}

extension Tag {
    /// Whether its store is known.
    func check(_ stores: Set<StoreID>, _ failure: String) throws(RegistryError) {
        guard stores.contains(store) else {
            throw RegistryError(
                .contradiction, failure, why: "tag \(id) is for store \(store.fullText), which is not known",
                next: "import the store first (waymark store import), or correct the file")
        }
    }

    /// Whether it can be the plan of a tag from now on.
    func check(revising former: Tag, _ stores: Set<StoreID>, _ failure: String) throws(RegistryError) {
        guard former.medium == medium else {
            throw RegistryError(
                .contradiction, failure, why: "tag \(id) is \(former.medium.rawValue), not \(medium.rawValue)",
                next: "a tag of another medium is another thing: give it an identifier of its own")
        }
        try check(stores, failure)
    }
}

extension RegistryError {
    public static func batchExists(_ name: BatchName) -> Self {
        Self(
            .alreadyExists, "batch \(name) cannot be created", why: "a batch of this name exists already",
            next: "give it another name, or look at the old one: waymark batch show \(name)")
    }

    /// `taken`: the tag that has the identifier.
    public static func tagTaken(_ taken: Tag, _ failure: String) -> Self {
        tagTaken(taken.id, by: taken.batch, failure)
    }

    static func tagTaken(_ tag: TagID, by batch: BatchName, _ failure: String) -> Self {
        Self(
            .alreadyExists, failure, why: "tag \(tag) exists already, in batch \(batch)",
            next: "a tag identifier is given to one physical tag only: change it in the file")
    }

    static func unknownBatch(_ failure: String) -> Self {
        Self(.unknownBatch, failure, why: "no batch has this name", next: "see: waymark batch list")
    }

    static func unknownSheet(_ printed: PrintRecord) -> Self {
        Self(
            .contradiction, "the sheet of batch \(printed.batch) cannot be recorded as printed",
            why: "the journal has no such sheet", next: "make it again: waymark sheet \(printed.batch)")
    }
}
