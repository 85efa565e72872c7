public import Faults
public import Geodesy

/// What must be true of a batch before its tags are written.
public struct WriteCheck: Sendable {
    private let stores: [Store]
    private let experiences: [Experience]
    private let templates: [StoreTemplate]
    private let hasKey: Bool
    private let place: Coordinate?
    private let confirmation: BatchName?

    /// Stores, experiences and templates are all that the registry knows. `hasKey`: whether the station has a key to make
    /// tag passwords from; `place`: where it is, nil where that is not known and where the tags travel; `confirmation`:
    /// the name of the batch that a person has confirmed.
    public init(
        stores: [Store], experiences: [Experience], templates: [StoreTemplate], hasKey: Bool, place: Coordinate?,
        confirmation: BatchName?
    ) {
        self.stores = stores
        self.experiences = experiences
        self.templates = templates
        self.hasKey = hasKey
        self.place = place
        self.confirmation = confirmation
    }

    public func check(_ batch: Batch) throws(BatchRefusal) {
        try checkPause(of: batch)
        let tags = batch.tags.filter { $0.medium == .nfc && $0.state != .retired }
        guard !tags.isEmpty else {
            throw BatchRefusal(
                .noNFCTags, "batch \(batch.name) has nothing to write", why: "none of its tags is an NFC tag",
                next: "print its QR codes: waymark sheet \(batch.name) --stock 22805 --output \(batch.name).pdf")
        }
        try checkURLs(of: tags, batch.name)
        try batch.checkPlaceholders(for: batch.rules)
        guard batch.rules.protection != .password || hasKey else {
            throw .noKey(
                "batch \(batch.name) is not written",
                why: "its tags are to get a password, and this station has no key to make passwords from")
        }
        try checkPlace(of: tags.filter { !$0.state.isDone }, batch.name)
        try checkConfirmation(of: batch)
    }

    private func checkPause(of batch: Batch) throws(BatchRefusal) {
        guard batch.isPaused else { return }
        guard batch.isDoubtful else {
            throw BatchRefusal(
                .paused, "batch \(batch.name) is not written", why: "it is paused",
                next: "let it go on: waymark batch resume \(batch.name)")
        }
        throw BatchRefusal(
            .restored, "batch \(batch.name) is not written",
            why: "the registry was restored from a backup, and more of its tags may be on chips than it knows",
            next: "let it go on (waymark batch resume \(batch.name)), and put the tags that were written since the "
                + "backup on the reader first: they are recognised")
    }

    private func checkURLs(of tags: [Tag], _ batch: BatchName) throws(BatchRefusal) {
        let doubts = BatchCheck.doubts(about: tags, stores: stores, experiences: experiences, templates: templates)
        guard let first = doubts.first else { return }
        let others = doubts.count == 1 ? "" : " (and \(doubts.count - 1) more tags)"
        throw BatchRefusal(
            BatchFaultCode(first.code), "batch \(batch) is not written",
            why: first.code == .otherStore
                ? "tag \(first.tag.id)\(others) would open another store: \(first.why)"
                : "no registered experience answers for \(first.tag.url) of tag \(first.tag.id)\(others): \(first.why)",
            next: first.next)
    }

    private func checkPlace(of tags: [Tag], _ batch: BatchName) throws(BatchRefusal) {
        let named = Set(tags.map(\.store))
        guard let place,
            let nearest = BatchCheck.stores(stores.filter { named.contains($0.id) }, elsewhereThan: place).first
        else { return }
        throw BatchRefusal(
            .elsewhere, "batch \(batch) is not written here",
            why: "this station is \(DistanceText.text(nearest.metres)) from \(nearest.store.name), outside its region",
            next: "write the batch at its store, or say that the tags will travel: --shipping")
    }

    /// Last: a person is asked only for what is possible.
    private func checkConfirmation(of batch: Batch) throws(BatchRefusal) {
        guard !batch.rules.allow(writing: batch.name, confirmedAs: confirmation) else { return }
        throw BatchRefusal(
            .confirmationRequired, "batch \(batch.name) is not written",
            why: "each of its chips is locked for ever after its read-back: it can never be changed again; "
                + (confirmation.map { "the confirmation names \($0)" } ?? "the request does not confirm that"),
            next:
                "confirm with the batch's name: the member confirmation of the request, or waymark write \(batch.name) "
                + "--yes")
    }
}
