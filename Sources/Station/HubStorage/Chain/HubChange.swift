internal import Grants
internal import PostgreSQL
internal import Registry
internal import Storage

/// One transaction of the daemon: what it locks, changes, and appends to the daemon's own chain.
final class HubChange {
    let connection: PostgresConnection
    let author: Author
    let time: Timestamp
    private let chain: ChainName
    private let acknowledged: ChainPlace?
    private let doubtful: [ChainAppend]
    private(set) var append: ChainAppend?
    /// Those doubtful appends that were kept, as the head says.
    private(set) var settled: [ChainAppend] = []
    /// What the daemon knows apart from the database when this is committed.
    var notes: [MemoryNote] = []
    /// What has moved rows of tags so far.
    private var works: [HubWork] = []

    /// `doubtful`: appends behind the acknowledged one of which it is not known whether they were kept.
    init(
        _ connection: PostgresConnection, _ chain: ChainName, _ acknowledged: ChainPlace?, doubtful: [ChainAppend],
        by author: Author, at time: Timestamp
    ) {
        self.doubtful = doubtful
        self.connection = connection
        self.chain = chain
        self.acknowledged = acknowledged
        self.author = author
        self.time = time
    }

    /// Locks the end of the own chain, and refuses where it is not as this daemon has left it.
    func lockOwnChain() throws {
        guard append == nil else { return }
        let head = try ChainHead.lock(chain, connection)
        settled = doubtful.kept(upTo: head.place)
        if settled.isEmpty { try head.require(acknowledged, of: chain) }
        append = ChainAppend(after: head)
    }

    var settledEntries: [(event: JournalEvent, entry: JournalEntry)] { settled.flatMap(\.entries) }

    /// Moves the tables by an event and journals it. `basis`: what it is refused without. `plans`: what was done of it
    /// already. `moving`: what moves them besides, where that is too much for an event.
    @discardableResult
    func record(
        _ event: JournalEvent, expecting basis: EditBasis? = nil, by other: Author? = nil, isShared: Bool = false,
        _ plans: HubWork? = nil, moving: (inout HubTables) throws -> Void = { _ in }
    ) throws -> JournalEntry {
        try lockOwnChain()
        guard var append else { preconditionFailure("the own chain is locked") }
        let work = plans ?? HubWork(after: append.last.sequence, of: chain, isShared: isShared)
        works.append(work)
        var tables = HubTables(connection, work: work)
        let (applied, documents) = try tables.take(event, expecting: basis, at: time, moving)
        let entry = try append.add(applied, documents, by: other ?? author, at: time)
        self.append = append
        return entry
    }

    /// The rows that grants and stations move; what is given up is noted as of an entry of a chain.
    func rows(as chain: ChainName? = nil, after last: Int64 = 0) -> StationRows {
        let work = HubWork(after: last, of: chain ?? self.chain, isShared: true)
        works.append(work)
        return StationRows(connection, work)
    }

    /// Notes what all of it asks to be judged again.
    func noteRejudged() throws {
        var all = RejudgedContents()
        for work in works { all.add(work.rejudged) }
        if !all.stores.isEmpty { try Gate.lockEvidence(connection) }
        try HubJudgedTable(connection).note(all)
    }

    /// Journals that rows have fresh identifiers, and the end of those that could not get one. Nil where there were none.
    @discardableResult
    func recordRenewals(of rows: StationRows, in era: Era) throws -> PlanRenewal? {
        guard rows.renewals > 0 || !rows.withoutTemplate.isEmpty else { return nil }
        let renewal = PlanRenewal(
            era: era, tags: rows.renewals, batches: rows.renewedBatches.sorted(), retired: rows.withoutTemplate.count)
        try record(.hubMoved(.renewed(renewal)), rows.work)
        for tag in rows.withoutTemplate {
            try record(
                .tagRetired(
                    TagRelease(tag: tag, uid: nil, reason: "a lost station may write it, and no template has its URL")))
        }
        // A row with a fresh identifier is free, but for one of a batch that has left.
        try HandedBackBatches(connection).hold(tagsOf: renewal.batches)
        return renewal
    }
}
