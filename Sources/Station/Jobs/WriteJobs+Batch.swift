internal import API
internal import Geodesy
internal import Provisioning
internal import Registry

/// What a batch must be before its tags are written.
extension WriteJobs {
    func writableBatch(_ request: WriteJobRequest) async throws -> Batch {
        guard let batch = try await storage.batch(request.batch) else { throw StationError.unknownBatch(request.batch) }
        guard !batch.isPaused else {
            throw StationError(
                409, "paused", "batch \(batch.name) is not written", why: "it is paused",
                next: "let it go on: waymark batch resume \(batch.name)")
        }
        let tags = batch.tags.filter { $0.medium == .nfc && $0.state != .retired }
        guard !tags.isEmpty else {
            throw StationError(
                409, "no-nfc-tags", "batch \(batch.name) has nothing to write", why: "none of its tags is an NFC tag",
                next: "print its QR codes: waymark sheet \(batch.name) --stock 22805 --output \(batch.name).pdf")
        }
        let experiences = try await storage.experiences()
        let unmatched = BatchCheck.unmatched(tags, experiences: experiences)
        if let first = unmatched.first {
            let others = unmatched.count == 1 ? "" : " (and \(unmatched.count - 1) more tags)"
            throw StationError(
                409, "unregistered", "batch \(batch.name) is not written",
                why:
                    "no registered experience answers for \(first.tag.url) of tag \(first.tag.id)\(others): \(first.reason)",
                next: "import the experience (waymark experience import), or correct the URL; "
                    + "see: waymark experience match \(first.tag.url)")
        }
        try checkRules(of: batch, tags)
        try await checkPlace(of: tags.filter { !$0.state.isDone }, request, batch.name)
        return batch
    }

    private func checkRules(of batch: Batch, _ tags: [Tag]) throws {
        if let error = StationError(badPlaceholderIn: tags, rules: batch.rules, batch: batch.name) { throw error }
        guard batch.rules.protection == .password, keys.current == nil else { return }
        throw StationError(
            409, "no-key", "batch \(batch.name) is not written",
            why: "its tags are to get a password, and this station has no key to make passwords from",
            next: "make a key (waymark key create FILE) and give it to the daemon: waymarkd --tag-key FILE")
    }

    private func checkPlace(of tags: [Tag], _ request: WriteJobRequest, _ batch: BatchName) async throws {
        guard !request.shipping, let place = request.position ?? position else { return }
        let named = Set(tags.map(\.store))
        let stores = try await storage.stores().filter { named.contains($0.id) }
        guard let nearest = BatchCheck.stores(stores, elsewhereThan: place).first else { return }
        let distance = DistanceText.text(nearest.metres)
        throw StationError(
            409, "elsewhere", "batch \(batch) is not written here",
            why: "this station is \(distance) from \(nearest.store.name), outside its region",
            next: "write the batch at its store, or say that the tags will travel: --shipping")
    }
}

extension StationError {
    static func unknownBatch(_ name: BatchName) -> StationError {
        StationError(
            404, "unknown-batch", "there is no batch \(name)", why: "no batch of this name was created or loaded",
            next: "see: waymark batch list")
    }
}

extension StationError {
    /// The first tag whose URL has no room for what its chip is to show; nil when there is none.
    init?(badPlaceholderIn tags: [Tag], rules: BatchRules, batch: BatchName) {
        guard let mirror = rules.mirror,
            let tag = tags.first(where: { $0.medium == .nfc && !$0.url.contains(mirror.placeholder) })
        else { return nil }
        self.init(
            409, "no-placeholder", "the tags of batch \(batch) cannot show what they are to show",
            why: "the URL \(tag.url) of tag \(tag.id) has no place for it: \(mirror.placeholder)",
            next: "put \(mirror.placeholder) into the template, where the digits are to appear")
    }
}
