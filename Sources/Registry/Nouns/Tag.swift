/// One physical thing that carries one URL in one place of one store.
public struct Tag: Hashable, Sendable, Codable {
    public let id: TagID
    public let batch: BatchName
    public let store: StoreID
    /// Where in the store: `counter`, `table 4`.
    public let placement: String
    public let medium: Medium
    /// The invocation URL, exactly as it is to be encoded.
    public let url: String
    public var state: TagState
    /// The chip that holds it, from the moment that a write was intended.
    public var uid: ChipUID?
    public var product: String?
    /// What the chip says since its last read-back; nil before, and for media that are printed.
    public var writtenURL: String?
    /// How the chip is protected and what it shows of itself, both verified; and what its signature says.
    public var protection: Protection?
    public var mirror: ChipMirror?
    public var genuineness: Genuineness?
    /// The key of the chip's password. Between an intent to protect and its result the other may be the right one.
    public var key: KeyName?
    public var intendedKey: KeyName?
    /// How many labels of it were made; more than one means that an old label may still hang somewhere.
    public var prints: Int
    /// Where it was put up, when somebody noted it.
    public let deployed: Deployed?

    public init(
        id: TagID, batch: BatchName, store: StoreID, placement: String, medium: Medium, url: String,
        state: TagState = .planned, uid: ChipUID? = nil, product: String? = nil,
        writtenURL: String? = nil, prints: Int = 0, protection: Protection? = nil, mirror: ChipMirror? = nil,
        genuineness: Genuineness? = nil, key: KeyName? = nil, intendedKey: KeyName? = nil,
        deployed: Deployed? = nil
    ) {
        self.id = id
        self.batch = batch
        self.store = store
        self.placement = placement
        self.medium = medium
        self.url = url
        self.state = state
        self.uid = uid
        self.product = product
        self.writtenURL = writtenURL
        self.deployed = deployed
        self.prints = prints
        self.protection = protection
        self.mirror = mirror
        self.genuineness = genuineness
        self.key = key
        self.intendedKey = intendedKey
    }

    /// The keys whose passwords the chip may have, the likelier one first.
    public var possibleKeys: [KeyName] {
        [intendedKey, key].compactMap { $0 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Whether the chip is protected and shows itself as the rules want it. A lock cannot be undone, so it satisfies
    /// every protection.
    public func fits(_ rules: BatchRules, currentKey: KeyName?) -> Bool {
        guard mirror == rules.mirror || protection == .lock else { return false }
        return switch (rules.protection, protection ?? .none) {
        case (_, .lock), (.none, .none): true
        case (.password, .password): currentKey == nil || key == currentKey
        default: false
        }
    }
}

/// How far a tag has come.
public enum TagState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing physical exists yet.
    case planned
    /// A write to a chip was intended and its success is not in the journal: the chip holds its old message,
    /// none, or the new one. The same chip presented again is finished.
    case unfinished
    /// Written and read back.
    case written
    /// On a sheet that was made.
    case printed
    /// Written or printed, and its URL has changed since: to be written over on the same chip, or printed again.
    case outdated
    /// Out of service; its identifier is never given out again.
    case retired

    public var isDone: Bool { self == .written || self == .printed }
}
