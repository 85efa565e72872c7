internal import FoundationEssentials
public import Registry

/// What a registry's journal says that its backup does not.
public struct LostEntries: Sendable {
    /// How many could be read, of each kind.
    public private(set) var kinds: [String: Int] = [:]
    public private(set) var count: Int64 = 0
    public private(set) var first: Timestamp?
    public private(set) var last: Timestamp?
    /// Batches, deployments, stores and the like that were taken in since, for people.
    public private(set) var begun: [String] = []
    /// Tokens that were revoked since, and are in the backup.
    public private(set) var revoked: Set<TokenName> = []
    /// Rows of people that were erased since, and are in the backup.
    public private(set) var erasures = 0
    /// What has become of tags since, by what they were in the backup.
    public private(set) var fates: [TagID: TagFate] = [:]

    /// The fate of a tag in the backup, asked for when the tag is met first.
    private let known: @Sendable (TagID) throws -> TagFate?

    init(known: @escaping @Sendable (TagID) throws -> TagFate?) {
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
        guard let kind = JournalEvent.Kind(rawValue: entry.kind) else { return }
        switch kind {
        case .writeIntended: try follow(entry, TagWrite.self, \.tag) { .writeIntended($0) }
        case .writeConfirmed: try follow(entry, TagWrite.self, \.tag) { .writeConfirmed($0) }
        case .protectionIntended: try follow(entry, TagProtection.self, \.tag) { .protectionIntended($0) }
        case .tagReplaced: try follow(entry, TagRelease.self, \.tag) { _ in .replaced }
        case .tagRetired: try follow(entry, TagRelease.self, \.tag) { _ in .retired }
        case .sheetMade:
            for cell in payload(entry, as: SheetRecord.self)?.cells ?? [] { try follow(cell.tag, .printed) }
        case .evidenceForgotten: erasures += 1
        case .tokenRevoked: if let token = payload(entry, as: AccessToken.self) { revoked.insert(token.name) }
        case .batchCreated:
            begun += [payload(entry, as: BatchMention.self)].compactMap { $0.map { "batch \($0.batch)" } }
        default: break
        }
    }

    private struct BatchMention: Decodable {
        let batch: String
    }

    private mutating func follow<Payload: Decodable>(
        _ entry: JournalEntry, _ type: Payload.Type, _ tag: (Payload) -> TagID,
        _ recorded: (Payload) -> TagFate.Recorded
    ) throws {
        guard let payload = payload(entry, as: type) else { return }
        try follow(tag(payload), recorded(payload))
    }

    private mutating func follow(_ tag: TagID, _ recorded: TagFate.Recorded) throws {
        var fate = try fates[tag] ?? known(tag) ?? TagFate(tag)
        fate.follow(recorded)
        fates[tag] = fate
    }

    /// Nil for a payload that somebody has tampered with.
    private func payload<Payload: Decodable>(_ entry: JournalEntry, as type: Payload.Type) -> Payload? {
        try? JSONDecoder().decode(type, from: Data(entry.payload.utf8))
    }
}
