/// The registry's lists, a page at a time. Each page is read at one moment; between two pages the list may change, but
/// what is there all the time is neither left out nor returned twice.
public protocol RegistryQueries: Sendable {
    /// By identifier, then by deployment: the key is ``StoreID/key``.
    func stores(_ filter: StoreFilter, _ page: PageRequest) async throws -> [Store]
    func store(_ id: StoreID) async throws -> Store?
    /// By URL.
    func experiences(_ filter: ExperienceFilter, _ page: PageRequest) async throws -> [Experience]
    /// By identifier.
    func tags(_ filter: TagFilter, _ page: PageRequest) async throws -> [Tag]
    /// By number.
    func findings(_ filter: FindingFilter, _ page: PageRequest) async throws -> [KeptFinding]
    /// By sequence number.
    func journal(_ filter: JournalFilter, _ page: PageRequest) async throws -> [JournalEntry]
    func batch(summary name: BatchName) async throws -> BatchSummary?
    /// Without its tags.
    func batch(head name: BatchName) async throws -> Batch?
}
