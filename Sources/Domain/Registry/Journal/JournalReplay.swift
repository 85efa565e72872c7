/// What the registry's tables have to hold by the journal alone: its entries moved again, by the rules that moved the tables.
///
/// Of a tag its life is compared, and whether a revision has made it outdated is left open. Documents (stores, experiences,
/// deployments, batches and the plans of tags) are in no entry, and compared by the digests that entries have of them.
public struct JournalReplay {
    private var lives: [TagID: TagLife] = [:]
    /// What became of these was taken over from a registry that was replaced: no entry here tells of it.
    private var takenOver: Set<TagID> = []
    private var tokens: [TokenName: (token: AccessToken, digest: String?)] = [:]
    private var readers: [ReaderName: ReaderRecord] = [:]
    private var sessions: [String: Session] = [:]
    private var documents = DocumentReplay()
    private var differing: [JournalDeviation] = []
    /// Rows that are older than the digests.
    public private(set) var unproven: [UnprovenDocuments] = []

    public init() {}

    /// Moves on by what an entry says of documents.
    public mutating func follow(_ changes: [DocumentChange], of entry: Int64) { documents.follow(changes, of: entry) }

    /// Moves on by the event of an entry, in the order of the journal.
    public mutating func follow(_ event: JournalEvent) {
        followTags(event)
        switch event {
        case .tokenCreated(let token, let digest): tokens[token.name] = (token, digest.isEmpty ? nil : digest)
        case .tokenRevoked(let token):
            tokens[token.name] = nil
            sessions = sessions.filter { $0.value.token != token.name }
        case .sessionOpened(let session): sessions[session.digest] = session
        case .sessionEnded(let end): sessions[end.digest] = nil
        case .readerAdded(let reader): readers[reader.name] = reader
        case .readerRemoved(let reader): readers[reader.name] = nil
        case .registryRestored(let restoration, _):
            for name in restoration.revoked { tokens[name] = nil }
            sessions = [:]
        case .grantMoved(.taken(let grant, _)): follow(grant)
        default: break
        }
    }

    /// Moves on by the event of a registry that a hub has adopted: its tags came along, and nothing else of its tables that
    /// a journal tells.
    public mutating func followTags(_ event: JournalEvent) {
        for step in event.tagSteps { follow(step) }
        switch event {
        case .tagDeleted(let deletion): lives[deletion.tag] = nil
        case .registryRestored(let restoration, _): takenOver.formUnion(restoration.tags)
        default: break
        }
    }

    /// A tag that is lent is what it was at the hub. Whether a revision had made it outdated is left open here as well. What is
    /// granted without a chip is on nothing.
    public mutating func follow(_ grant: Grant) {
        guard let loan = grant.loan else {
            for tag in grant.tags { leaveChip(of: tag) }
            return
        }
        guard let tag = grant.tags.first, var life = loan.life else { return }
        if life.state == .outdated { life.state = .written }
        lives[tag] = life
    }

    /// Moves on by what an event does to one tag.
    public mutating func follow(_ step: TagStep) { lives[step.tag, default: TagLife()].follow(step.event) }

    /// A tag that a station takes along without a chip is on nothing.
    public mutating func leaveChip(of tag: TagID) { lives[tag]?.leaveChip() }

    /// Whether changes of documents begin with what the journal says so far.
    public func fits(_ changes: [DocumentChange]) -> Bool { documents.fits(changes) }

    /// Compares what is known of a tag that no batch holds. Each tag is compared once.
    public mutating func compare(_ spent: SpentTag) -> JournalDeviation? {
        guard let expected = lives.removeValue(forKey: spent.id), !takenOver.contains(spent.id),
            !spent.life.comes(from: expected)
        else { return nil }
        return JournalDeviation(
            subject: "tag \(spent.id)",
            why: "it is kept as \(spent.life.summary); by the journal it is \(expected.summary)")
    }

    /// Compares a tag's row. Each tag is compared once.
    public mutating func compare(_ tag: Tag) -> JournalDeviation? {
        let expected = lives.removeValue(forKey: tag.id) ?? TagLife()
        guard !takenOver.contains(tag.id), !tag.life.comes(from: expected) else { return nil }
        return JournalDeviation(
            subject: "tag \(tag.id)", why: "it is \(tag.life.summary); by the journal it is \(expected.summary)")
    }

    /// The sets that have to be compared when the registry has these batches.
    public func documents(with batches: [BatchName]) -> [DocumentSet] {
        let sets = DocumentSet.lists + batches.map { .tags($0) }
        return sets + documents.expected.filter { !Set(sets).contains($0) }
    }

    /// Compares a set of documents. Each set is compared once. `kept`: by the digests that the storage keeps of its blocks;
    /// the same where it keeps none.
    public mutating func compare(_ set: DocumentSet, _ digest: DocumentDigest?, kept: DocumentDigest?) {
        if let deviation = documents.compare(set, digest, kept: kept) { differing.append(deviation) }
        if let rows = documents.unproven(set, digest) { unproven.append(rows) }
    }

    /// What the journal has and no row has had, and what differs of documents, tokens, sessions and readers.
    public func rest(_ kept: [KeptToken], _ open: [Session], _ known: [ReaderRecord]) -> [JournalDeviation] {
        // Of what is on nothing any more, a row may go.
        let missing = lives.filter { $0.value != TagLife() && !takenOver.contains($0.key) }.keys.sorted().map {
            JournalDeviation(subject: "tag \($0)", why: "the journal says what became of it, and no batch holds it")
        }
        return missing + documents.deviations + differing + differences(kept) + differences(open) + differences(known)
    }

    /// A session that ended has no row, and does not need one.
    private func differences(_ open: [Session]) -> [JournalDeviation] {
        open.filter { sessions[$0.digest] != $0 }.map { session in
            JournalDeviation(
                subject: "session of token \(session.token)",
                why: sessions[session.digest] == nil
                    ? "no entry of the journal opened it, or it has ended" : "it is not what the journal says")
        }
    }

    private func differences(_ kept: [KeptToken]) -> [JournalDeviation] {
        let rows = Dictionary(kept.map { ($0.token.name, $0) }) { first, _ in first }
        return Set(rows.keys).union(tokens.keys).sorted().compactMap { name in
            let subject = "token \(name)"
            switch (rows[name], tokens[name]) {
            case (_?, nil): return JournalDeviation(subject: subject, why: "no entry of the journal made it")
            case (nil, _?):
                return JournalDeviation(subject: subject, why: "the journal has it, and the registry has not")
            case (let row?, let entry?) where row.token != entry.token:
                return JournalDeviation(
                    subject: subject, why: "it is not what the journal says: role, or when it expires, was changed")
            case (let row?, let entry?) where entry.digest.map { $0 != row.digest } ?? false:
                return JournalDeviation(subject: subject, why: "its secret is not the one that was made for it")
            default: return nil
            }
        }
    }

    private func differences(_ known: [ReaderRecord]) -> [JournalDeviation] {
        let rows = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
        return Set(rows.keys).union(readers.keys).sorted().compactMap { name in
            rows[name] == readers[name]
                ? nil : JournalDeviation(subject: "reader \(name)", why: "it is not what the journal says")
        }
    }
}

/// A row of the registry that the journal does not account for.
public struct JournalDeviation: Hashable, Sendable, Codable {
    /// `token tablet`, `tag t-17`.
    public let subject: String
    public let why: String

    public init(subject: String, why: String) {
        self.subject = subject
        self.why = why
    }
}

extension TagLife {
    /// Whether a plan or rules that changed since may have made this of it.
    fileprivate func comes(from journalled: TagLife) -> Bool {
        var same = self
        if state == .outdated, journalled.state.isDone { same.state = journalled.state }
        // Former versions kept the key of the last intent alone.
        if Set(intendedKeys).isSubset(of: journalled.intendedKeys) {
            (same.intendedKey, same.earlierKeys) = (journalled.intendedKey, journalled.earlierKeys)
        }
        return same == journalled
    }

    var summary: String {
        let chip = uid.map { " on chip \($0)" } ?? ""
        let content = writtenURL.map { ", holds \($0)" } ?? ""
        return "\(state.rawValue)\(chip)\(content), \(prints) labels made"
    }
}
