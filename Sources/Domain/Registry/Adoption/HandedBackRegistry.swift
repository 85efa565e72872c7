internal import AppClips

/// The first entries of a registry that takes batches back from a hub.
///
/// What became of tags comes with an entry as that of a restoration: it names each of them, and the journal tells nothing
/// else of how they came to it. The hub's chains do.
public struct HandedBackRegistry: Sendable {
    private let file: String
    private let lastFinding: Int64

    /// `lastFinding`: of the hub.
    public init(of handBack: BatchHandBack, lastFinding: Int64) {
        file = Self.origin(of: handBack)
        self.lastFinding = lastFinding
    }

    /// In an entry: where documents and tags come from.
    private static func origin(of handBack: BatchHandBack) -> String { "hub, chain \(handBack.chain)" }

    /// Whether a registry begins with these entries because it has got these batches. Each tag is of a store, which comes
    /// first.
    public static func began(_ entries: [JournalEntry], with handBack: BatchHandBack) -> Bool {
        entries.contains { $0.payload.contains(origin(of: handBack)) }
    }

    /// What its tags need.
    public func events(of documents: HubDocuments) -> [JournalEvent] {
        var events: [JournalEvent] = []
        let byDeployment = Dictionary(grouping: documents.stores, by: \.deployment)
        for (_, stores) in byDeployment.sorted(by: { ($0.key?.text ?? "") < ($1.key?.text ?? "") }) {
            events.append(.storesImported(stores, file: file))
        }
        let experiences = Dictionary(grouping: documents.experiences, by: \.deployment)
        for (_, list) in experiences.sorted(by: { ($0.key?.text ?? "") < ($1.key?.text ?? "") }) {
            events.append(.experiencesImported(list, file: file))
        }
        for profile in documents.deployments {
            events.append(
                .deploymentLoaded(
                    LoadedDeployment(
                        name: profile.name, template: profile.template, stores: [], experiences: [], batches: [],
                        profile: profile)))
        }
        return events
    }

    /// A batch with every tag, as the hub has it.
    public func events(of batch: Batch, _ formerCarriers: [FormerCarrier]) -> [JournalEvent] {
        var events: [JournalEvent] = [.batchCreated(batch.with(batch.tags.map { $0.unwritten }))]
        let lives = Dictionary(batch.tags.filter { $0.life != TagLife() }.map { ($0.id, $0.life) }) { first, _ in first
        }
        if !lives.isEmpty || !formerCarriers.isEmpty {
            events.append(
                .registryRestored(
                    RegistryRestoration(
                        backup: file, newest: nil, replaced: nil, lost: nil, tags: lives.keys.sorted(),
                        isDoubtful: false, lastFinding: lastFinding, lastImport: 0, kept: nil),
                    LostRecords(lives: lives, isProven: true, hasSamePlans: true, formerCarriers: formerCarriers)))
        }
        if batch.isPaused {
            events.append(.batchPaused(BatchPause(batch: batch.name, reason: "it was paused at the hub")))
        }
        return events
    }
}

extension Tag {
    /// Its plan alone.
    fileprivate var unwritten: Tag {
        var tag = self
        tag.life = TagLife()
        return tag
    }
}

extension AdoptionReport {
    /// What differs between a hub and the registry that has taken batches back, besides these.
    public init(comparing documents: HubDocuments, with other: some AdoptedTables) throws {
        self.init()
        for store in documents.stores {
            compareDocuments("store \(store.id.fullText)", store.document, with: try other.store(store.id)?.document)
        }
        for experience in documents.experiences {
            compareDocuments(
                "experience \(experience.url)", experience.document,
                with: try other.experience(experience.url.text)?.document)
        }
        let profiles = try other.profiles()
        for profile in documents.deployments {
            compareDocuments(
                "deployment \(profile.name)", profile.document,
                with: profiles.first { $0.name == profile.name }?.document)
        }
    }

    /// The same of a batch with its tags.
    public mutating func compare(_ batch: Batch, with other: some AdoptedTables) throws {
        let head = batch.changed { $0.isDoubtful = false }
        compareDocuments("batch \(batch.name)", head.document, with: try other.head(batch.name)?.document)
        var rest = batch.tags[...]
        try other.forEachTag(of: batch.name) { tag, _ in
            guard let expected = rest.popFirst() else {
                return add("tag \(tag.id)", "the hub does not have it there")
            }
            if tag.document(inRow: 0) != expected.document(inRow: 0) {
                add("tag \(expected.id)", "its plan is not what it is at the hub")
            }
            if tag.life != expected.life {
                add("tag \(expected.id)", "it is \(tag.life.summary); at the hub it is \(expected.life.summary)")
            }
        }
        for tag in rest { add("tag \(tag.id)", "it is missing") }
    }

    private mutating func compareDocuments(_ subject: String, _ hub: [UInt8], with own: [UInt8]?) {
        if own != hub { add(subject, "it is not what it is at the hub") }
    }
}
