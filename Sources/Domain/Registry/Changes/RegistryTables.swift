/// The tables that events move, as a storage keeps them: rows in and out, and no decision.
///
/// What an event does to them is decided once, for every storage: see ``apply(_:at:)``. A storage calls that inside the
/// transaction in which it journals the event.
public protocol RegistryTables: TagTables {
    func stores() throws -> [Store]
    func store(_ id: StoreID) throws -> Store?
    /// Adds a store, or replaces the one with its identifier.
    mutating func put(_ store: Store) throws
    mutating func remove(_ store: StoreID) throws

    func experiences() throws -> [Experience]
    func experience(_ url: String) throws -> Experience?
    /// Adds an experience, or replaces the one with its URL.
    mutating func put(_ experience: Experience) throws
    mutating func removeExperience(_ url: String) throws
    /// What deployments say of themselves, by name.
    func profiles() throws -> [DeploymentProfile]
    /// Adds what a deployment says of itself, or replaces it.
    mutating func put(_ profile: DeploymentProfile) throws

    func readers() throws -> [ReaderRecord]
    mutating func put(_ reader: ReaderRecord) throws
    mutating func remove(_ reader: ReaderName) throws

    func batchNames() throws -> [BatchName]
    /// All batches without their tags, in the order of their creation.
    func batchHeads() throws -> [Batch]
    /// A batch with its tags, in the order of their rows.
    func batch(_ name: BatchName) throws -> Batch?
    /// Adds a batch, or replaces everything of it but its tags.
    mutating func put(_ batch: Batch) throws
    /// Removes a batch with its tags.
    mutating func remove(_ batch: BatchName) throws

    func tags() throws -> [Tag]
    /// The tags of a batch in the order of their rows, each with its row's number; none of a batch that is not there.
    func forEachTag(of batch: BatchName, _ receive: (Tag, Int64) throws -> Void) throws
    /// Those of a batch's tags that are in one of these states, which are not that of a tag that is only planned.
    func begunTags(of batch: BatchName, in states: Set<TagState>) throws -> [Tag]
    /// A tag of a batch that is more than a plan, or was: it is in another state, labels of it were made, or the journal
    /// has an intent to write it. The first by the order of rows, those with an intent alone behind the others.
    func usedTag(of batch: BatchName) throws -> Tag?
    /// How many tags a batch has, as far as `limit`.
    func countTags(of batch: BatchName, upTo limit: Int) throws -> Int
    /// How many tags are for a store.
    func countTags(for store: StoreID) throws -> Int
    /// Those of these tags that are there.
    func tags(_ ids: [TagID]) throws -> [TagID: Tag]
    /// Adds tags behind the last one of a batch, which is that of them all: their rows have the next numbers.
    mutating func add(_ tags: [Tag]) throws
    mutating func remove(_ tag: TagID) throws

    /// The batch that is on its way in and brings this tag; nil for a storage that takes batches in at once.
    func batch(bringing tag: TagID) throws -> BatchName?
    /// Shows the tags that were staged as this batch; false when none are.
    mutating func reveal(_ batch: Batch) throws -> Bool
    /// Tags of a batch of which something is known since a restoration.
    func spentTags(of batch: BatchName) throws -> [TagID]

    /// Oldest first.
    func formerCarriers() throws -> [FormerCarrier]

    mutating func removeSpentTag(_ id: TagID) throws
    /// Numbers up to these are not given out again.
    mutating func spend(findings: Int64, imports: Int64) throws

    func tokens() throws -> [KeptToken]
    mutating func put(_ token: KeptToken) throws
    /// Removes a token with its sessions.
    mutating func remove(_ token: TokenName) throws
    /// Notes of phones that what they saw before a moment was forgotten; an earlier moment than the one that is known
    /// changes nothing.
    mutating func noteForgotten(_ phones: Set<TokenName>, before time: Timestamp) throws
    func sessions() throws -> [Session]
    mutating func put(_ session: Session) throws
    mutating func removeSession(_ digest: String) throws
    mutating func endSessions() throws

    func findings() throws -> [FindingLife]
    /// Those that are not resolved, and those with these identities.
    func findings(openOrIdentifiedBy identities: Set<String>) throws -> [FindingLife]
    func findingLife(_ number: Int64) throws -> FindingLife?
    /// Adds a finding, or replaces the one with its number.
    mutating func put(_ finding: FindingLife) throws
    /// Keeps the pictures of work on a finding in place of those that are there; without any, none are left.
    mutating func keep(_ pictures: RepairPictures, of finding: Int64) throws
    /// The highest number that was given out or is spent; 0 before the first.
    func lastFinding() throws -> Int64

    /// Notes that an audit was made, and up to which number every import has been read by an audit: see
    /// ``RegistryHistory/lastAuditedImport()``. Every audit reads all confirmations.
    mutating func addAudit(of batch: BatchName?, reading imports: ReadImports, at time: Timestamp) throws
    /// Keeps what an audit says of tags. Where a later look is known (``TagVerdict/lastSeen``), that stays; the last
    /// time that a tag was seen inside (``TagVerdict/seenInside``) is kept until a later one.
    mutating func keep(_ verdicts: [TagVerdict]) throws
    mutating func endImport(_ number: Int64) throws
    /// Erases the rows that a device measured, those before a moment (seconds since 1970), or those that are both, and
    /// every kept answer about evidence; remarks go with their rows. From then on an erasure is pending: see ``RegistryHistory/erasures()``.
    mutating func erase(before: Int64?, device: DevicePseudonym?, at time: Timestamp) throws
        -> (sightings: Int, confirmations: Int, remarks: Int)
    /// How often that was done.
    func countErasures() throws -> Int64

    /// The digest of the plans of a batch's tags, by what the storage keeps of it, if it keeps any; nil without tags.
    func keptDigest(of batch: BatchName) throws -> DocumentDigest?
    /// The digest of the plans of a batch's tags in `former`, and here, after an event has moved these tables.
    mutating func planChange(of batch: BatchName, since former: Self) throws -> DocumentChange

    /// Whether the journal has an intent to write a tag.
    func wasBegun(_ tag: TagID) throws -> Bool
    /// Whether the journal has a sheet of a batch with this digest.
    func hasSheet(_ digest: String, of batch: BatchName) throws -> Bool
}

/// A storage that takes each batch in at once stages none.
extension RegistryTables {
    public func batch(bringing tag: TagID) throws -> BatchName? { nil }
    public mutating func reveal(_ batch: Batch) throws -> Bool { false }
    public func spentTags(of batch: BatchName) throws -> [TagID] { [] }
}
