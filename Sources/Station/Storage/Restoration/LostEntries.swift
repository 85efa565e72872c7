package import Registry

/// What a registry's journal says that its backup does not.
package struct LostEntries: Sendable {
    /// How many could be read, of each kind.
    package private(set) var kinds: [String: Int] = [:]
    package private(set) var count: Int64 = 0
    package private(set) var first: Timestamp?
    package private(set) var last: Timestamp?
    /// Batches, deployments, stores and the like that were taken in since, for people.
    package private(set) var begun: [String] = []
    /// Tokens that were revoked since, and are in the backup.
    package private(set) var revoked: Set<TokenName> = []
    /// Rows of people that were erased since, and are in the backup.
    package private(set) var erasures = 0
    /// What has become of tags since, by what they were in the backup.
    package private(set) var lives: [TagID: TagLife] = [:]

    /// Chips that were given up since, oldest first, for a registry whose own list cannot be read. Labels are left out:
    /// what they hold is in no entry.
    private(set) var formerCarriers: [FormerCarrier] = []

    /// The tag's life in the backup, asked for when the tag is met first.
    private let known: @Sendable (TagID) throws -> TagLife?

    init(known: @escaping @Sendable (TagID) throws -> TagLife?) {
        self.known = known
    }

    private init() {
        known = { _ in nil }
    }

    static let none = LostEntries()

    mutating func add(_ entry: JournalEntry) throws {
        count += 1
        kinds[entry.kind, default: 0] += 1
        first = first ?? entry.time
        last = entry.time
        if let event = entry.event {
            try follow(event, entry.time)
            if case .tokenRevoked(let token) = event { revoked.insert(token.name) }
        }
        switch JournalEvent.Kind(rawValue: entry.kind) {
        case .evidenceForgotten: erasures += 1
        case .batchCreated:
            if let mention: BatchMention = entry.particulars() { begun.append("batch \(mention.batch)") }
        default: break
        }
    }

    private struct BatchMention: Decodable {
        let batch: String
    }

    private mutating func follow(_ event: JournalEvent, _ time: Timestamp) throws {
        for step in event.tagSteps {
            var life = try lives[step.tag] ?? known(step.tag) ?? TagLife()
            if let cause = step.event.cause, let chip = life.chipGivenUp(cause, of: step.tag, at: time) {
                formerCarriers.append(chip)
            }
            life.follow(step.event)
            lives[step.tag] = life
        }
    }
}
