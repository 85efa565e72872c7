internal import Chips
internal import PostgreSQL
internal import Registry
internal import Storage

/// What a transaction that changes the tables knows of itself.
final class HubWork {
    /// Whether other chains may change other tags meanwhile: then rows are locked as they are read.
    let isShared: Bool
    let chain: ChainName
    /// The entry that says, or will say, what was done.
    var sequence: Int64 { didSet { carriers = 0 } }
    /// What it changes of plans.
    let plans = PlanChanges()
    /// The digests of whole blocks that it has brought, of which no row is changed any more.
    var broughtBlocks: [PlanChanges.Place: PlanBlock] = [:]
    /// The digests of plans of batches that it removes.
    var removed: [BatchName: [PlanBlock]] = [:]
    /// How many chips and labels it has given up so far: their order.
    private var carriers: Int64 = 0
    /// The numbers of the next rows of batches to which tags were added, by the batches' numbers.
    private var nextRows: [Int64: Int64] = [:]
    /// What it asks to be judged again.
    private(set) var rejudged = RejudgedContents()
    /// Whether something is known of tags without a plan.
    private var hasSpentTags: Bool?
    private var hasUnplannedTags: Bool?
    private var hasRenewedTags: Bool?
    /// Whether it has written the rows of all active experiences anew.
    var hasRenewedExperiences = false

    /// `last`: the number of the last entry before.
    init(after last: Int64, of chain: ChainName, isShared: Bool) {
        self.isShared = isShared
        self.chain = chain
        sequence = last + 1
    }

    /// Behind a query for one row that may be changed by what it says.
    var lock: String { isShared ? " FOR UPDATE OF tags" : "" }

    func nextCarrier() -> Int64 {
        defer { carriers += 1 }
        return carriers
    }

    /// The number of a new row of a batch; `last` says that of its last one, or -1.
    func nextRow(ofBatch number: Int64, after last: () throws -> Int64) rethrows -> Int64 {
        let row = try nextRows[number] ?? last() + 1
        nextRows[number] = row + 1
        return row
    }

    /// A row may be the last of its batch no more.
    func forgetRows() { nextRows = [:] }

    /// Spent tags come with a restoration alone, so that most transactions look once.
    func hasSpentTags(_ look: () throws -> Bool) rethrows -> Bool {
        if let hasSpentTags { return hasSpentTags }
        let found = try look()
        hasSpentTags = found
        return found
    }

    func hasUnplannedTags(_ look: () throws -> Bool) rethrows -> Bool {
        if let hasUnplannedTags { return hasUnplannedTags }
        let found = try look()
        hasUnplannedTags = found
        return found
    }

    func hasRenewedTags(_ look: () throws -> Bool) rethrows -> Bool {
        if let hasRenewedTags { return hasRenewedTags }
        let found = try look()
        hasRenewedTags = found
        return found
    }

    func note(_ change: Rejudging) { rejudged.add(change) }

    /// A tag had this URL and chip, and is what it is now, or gone: see `Rejudging`.
    func note(_ url: String, _ uid: ChipUID?, _ tag: Tag?) {
        note(
            .contents(
                urls: Set([url, tag?.url].compactMap(\.self).map { ByteCompared($0) }),
                chips: Set([uid?.hexadecimal, tag?.uid?.hexadecimal].compactMap(\.self))))
    }

    func noteSpentTag() { hasSpentTags = true }
}
