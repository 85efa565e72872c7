/// The keeping of stores, experiences, batches, tags, readers and the journal.
///
/// Every method that changes something appends to the journal and changes the tables in one transaction,
/// and returns when both are durable. A method that throws has changed nothing.
public protocol RegistryStorage: Sendable {
    // MARK: Stores and experiences

    /// Adds stores, or replaces those with the same identifier.
    func importStores(_ stores: [Store], from file: String, by author: Author) async throws
    func importExperiences(_ experiences: [Experience], from file: String, by author: Author) async throws
    func stores() async throws -> [Store]
    func experiences() async throws -> [Experience]

    // MARK: Batches and tags

    /// Refuses a batch whose name or any of whose tag identifiers exists already.
    func createBatch(_ batch: Batch, by author: Author) async throws
    /// Stores, experiences and batches of a deployment, all or nothing. Batches that exist already with the
    /// same tags are left as they are; any other batch of the same name refuses the deployment.
    func load(_ deployment: LoadedDeployment, by author: Author) async throws
    func batches() async throws -> [BatchSummary]
    func batch(_ name: BatchName) async throws -> Batch?
    func tags() async throws -> [Tag]
    func tag(_ id: TagID) async throws -> Tag?
    /// The tag that a chip carries or was meant to carry.
    func tag(onChip uid: ChipUID) async throws -> Tag?
    /// The URL templates of all batches and deployments, without repetition.
    func templates() async throws -> [String]

    // MARK: What happened

    /// Journals an event about tags and moves their state with it. Refuses an event that contradicts the
    /// registry, such as a write intended for a tag that is on another chip.
    @discardableResult
    func record(_ event: JournalEvent, by author: Author) async throws -> JournalEntry
    /// At most `limit` entries from a sequence number on, oldest first.
    func journal(from sequence: Int64, limit: Int) async throws -> [JournalEntry]
    /// Checks the whole chain.
    func verifyJournal() async throws -> JournalCheck

    // MARK: Readers

    func readers() async throws -> [ReaderRecord]
}

/// The result of walking the journal's chain.
public struct JournalCheck: Hashable, Sendable, Codable {
    public let entries: Int64
    /// The first sequence number whose ``JournalEntry/previous`` does not fit, or that is missing.
    public let brokenAt: Int64?

    public init(entries: Int64, brokenAt: Int64?) {
        self.entries = entries
        self.brokenAt = brokenAt
    }
}
