public import Chips

/// The keeping of stores, experiences, batches, tags, readers and the journal.
///
/// There is one way to change anything: ``record(_:expecting:by:)`` appends to the journal and moves the tables with
/// it.
public protocol RegistryStorage: Sendable {
    /// Journals an event and applies it, in one transaction; both are durable when this returns. Refuses an
    /// event that contradicts the registry (a write intended for a tag that is on another chip), and then
    /// has changed nothing. So it does an event whose `basis` is otherwise by then: in the same transaction, also
    /// where other processes change the registry.
    ///
    /// A large batch may come in pieces before that transaction, so that others can write in between: no reader sees
    /// anything of it before, and nothing is left of one that is refused or whose process ends.
    @discardableResult
    func record(_ event: JournalEvent, expecting basis: EditBasis?, by author: Author) async throws -> JournalEntry
    /// At most `limit` entries from a sequence number on, oldest first.
    func journal(from sequence: Int64, limit: Int) async throws -> [JournalEntry]
    func newestEntry() async throws -> JournalEntry?
    /// For ``hasPlanChanged(since:)``.
    func journalPlace() async throws -> JournalPlace
    /// Whether an entry behind a place may have changed what evidence is compared with; true as well where that is not known.
    func hasPlanChanged(since place: JournalPlace) async throws -> Bool
    /// The latest time that an entry bears, or that the clock showed before it was set back.
    func latestTime() async throws -> Timestamp?
    /// Every entry that names a tag, or a sheet that it is on, oldest first.
    func journal(about tag: TagID) async throws -> [JournalEntry]
    /// Checks the whole chain.
    func verifyJournal() async throws -> JournalCheck
    /// Checks the whole chain, and compares the tables with what it says.
    func proveTables() async throws -> JournalCheck

    func stores() async throws -> [Store]
    func experiences() async throws -> [Experience]
    func readers() async throws -> [ReaderRecord]
    /// What the deployments that were loaded say of themselves, by name.
    func deployments() async throws -> [DeploymentProfile]

    func batches() async throws -> [BatchSummary]
    func batch(_ name: BatchName) async throws -> Batch?
    /// The digest of the plans of a batch's tags; nil without tags. For ``EditBasis/plan(_:_:)``: read it before the batch.
    func planDigest(of batch: BatchName) async throws -> DocumentDigest?
    /// Every tag, in the order of batches and of the rows in them.
    func tags() async throws -> [Tag]
    func tag(_ id: TagID) async throws -> Tag?
    /// The tag that a chip carries or was meant to carry.
    func tag(onChip uid: ChipUID) async throws -> Tag?
    /// Every tag that is to carry a URL; several things may carry the same one.
    func tags(withURL url: String) async throws -> [Tag]
    /// Chips and labels that were given up, oldest first by what clocks said.
    func formerCarriers() async throws -> [FormerCarrier]
    /// What a chip was when it was given up, the last time; nil for a chip that never was.
    func formerCarrier(onChip uid: ChipUID) async throws -> FormerCarrier?
    /// The URL templates of all batches and deployments with the deployments that they are of, without repetition, in
    /// the order of their texts.
    func templates() async throws -> [StoreTemplate]
}

extension RegistryStorage {
    /// Journals and applies an event that rests on nothing but what its own rules ask for.
    @discardableResult
    public func record(_ event: JournalEvent, by author: Author) async throws -> JournalEntry {
        try await record(event, expecting: nil, by: author)
    }
}

/// The result of walking the journal's chain.
public struct JournalCheck: Hashable, Sendable, Codable {
    /// Entries whose place in the chain is right, before the break if there is one.
    public let entries: Int64
    /// The first sequence number that is missing, or whose entry is not as the journal writes it, or whose
    /// ``JournalEntry/previous`` does not fit: then this entry or the one before it was changed.
    ///
    /// Nothing follows the last entry, so a change to it, or its removal, cannot be seen from within.
    /// To detect that, keep its digest elsewhere.
    public let brokenAt: Int64?
    /// Rows that the chain does not account for, the first hundred; nil where they were not compared, as behind a break.
    public let deviations: [JournalDeviation]?
    /// Rows that are older than the journal's digests of them; nil where they were not compared.
    public let unproven: [UnprovenDocuments]?

    public init(
        entries: Int64, brokenAt: Int64?, deviations: [JournalDeviation]? = nil, unproven: [UnprovenDocuments]? = nil
    ) {
        self.entries = entries
        self.brokenAt = brokenAt
        self.deviations = deviations
        self.unproven = unproven
    }
}
