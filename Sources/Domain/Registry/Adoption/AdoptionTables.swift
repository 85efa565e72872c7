public import Chips

/// The tables of a registry that is taken in: rows out, for there may be more than fit into memory.
public protocol AdoptedTables: RegistryTables {
    /// In the order in which they were given up, whatever clocks said.
    func forEachFormerCarrier(_ receive: (FormerCarrier) throws -> Void) throws
    func spentTags() throws -> [SpentTag]
    func pictures(of finding: Int64) throws -> RepairPictures
    func forEachVerdict(_ receive: (KeptVerdict) throws -> Void) throws
}

/// The tables of a hub that takes a registry in: many rows at once.
public protocol AdoptingTables: RegistryTables {
    /// Those of these identifiers of which anything is known here, with the batch that has them, or had them; nil where
    /// no batch is known.
    func known(_ tags: [TagID]) throws -> [TagID: BatchName?]
    /// The tags that these chips carry here.
    func carried(by chips: [ChipUID]) throws -> [ChipUID: TagID]
    /// Tags with their rows in their batches.
    func placed(_ tags: [TagID]) throws -> [TagID: PlacedTag]
    /// Adds the tags of a batch in the order of the rows that they had, each with its life, while they are brought. `chain`:
    /// while it has them no station gets them.
    mutating func add(
        to batch: BatchName, heldBy chain: ChainName, _ bring: (_ add: (PlacedTag) throws -> Void) throws -> Void
    ) throws
    /// Tags that this chain has, and of which something else is known here as well: as ``known(_:)``.
    func known(besides chain: ChainName) throws -> [TagID: BatchName?]
    /// In the order in which they were given up.
    mutating func add(_ carriers: [FormerCarrier]) throws
    mutating func add(_ spent: [SpentTag]) throws
    /// With numbers that none has here.
    mutating func add(_ findings: [FindingLife]) throws
    func findings(numbered numbers: [Int64]) throws -> [FindingLife]

    /// What came with the chain of an adopted registry, in the order in which it was added.
    func formerCarriers(adoptedWith chain: ChainName) throws -> [FormerCarrier]
    func pictures(of finding: Int64) throws -> RepairPictures
    /// Keeps what a station knows, unless a later look at the same content is known.
    mutating func keep(_ verdicts: [KeptVerdict]) throws
    func verdicts(on contents: [SeenContent]) throws -> [SeenContent: KeptVerdict]
}

/// A tag and its row in its batch.
public struct PlacedTag: Hashable, Sendable {
    public let tag: Tag
    public let row: Int64

    public init(_ tag: Tag, row: Int64) {
        self.tag = tag
        self.row = row
    }
}

/// What the last look at a content came to, as a registry keeps it.
public struct KeptVerdict: Hashable, Sendable {
    public let content: SeenContent
    public let store: StoreID?
    /// As in ``TagVerdict``.
    public let verdict: String?
    public let probability: Double?
    public let distance: Double?
    public let foundStore: StoreID?
    /// Seconds since 1970.
    public let lastSeen: Int64
    /// Seconds since 1970; nil where it was never seen inside.
    public let lastInside: Int64?

    public init(
        content: SeenContent, store: StoreID?, verdict: String?, probability: Double?, distance: Double?,
        foundStore: StoreID?, lastSeen: Int64, lastInside: Int64?
    ) {
        self.content = content
        self.store = store
        self.verdict = verdict
        self.probability = probability
        self.distance = distance
        self.foundStore = foundStore
        self.lastSeen = lastSeen
        self.lastInside = lastInside
    }
}
