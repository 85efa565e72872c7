import Chips
import Grants
import Registry
import Storage
import Synchronization

/// Where a registry in memory is kept, for as long as a caller holds it.
package final class MemoryPlace: Sendable {
    let tables = Mutex(MemoryTables())
    let requests = Mutex<[RequestKey: KeptRequest]>([:])
    let folding = Mutex(Folding())

    struct Folding {
        /// At so many of the next marks of audits.
        var due = 0
        /// Whose evidence is erased then.
        var erased: DevicePseudonym?
        /// What audits read is not whole.
        var isWaiting = false

        /// Whether it begins with this mark.
        mutating func begin() -> Bool {
            guard due > 0 else { return false }
            due -= 1
            isWaiting = true
            return true
        }
    }

    package init() {}

    /// All evidence has to be folded again as soon as an audit of everything has begun.
    package func foldAgainDuringAudit() { folding.withLock { $0 = Folding(due: 1) } }

    /// The same because evidence is erased, of so many audits that begin one after the other.
    package func eraseDuringAudit(of device: DevicePseudonym, times: Int = 1) {
        folding.withLock { $0 = Folding(due: times, erased: device) }
    }
}

/// A registry in memory, with the rules and the journal of any other. It makes no file and starts no process.
package actor MemoryRegistry: RegistryStorage, StandingStorage {
    let place: MemoryPlace
    let now: @Sendable () -> Timestamp
    private let recorded: @Sendable (JournalEvent, JournalEntry) -> Void
    private let refusing: @Sendable (JournalEvent) async throws -> Void

    /// Opens a place, any number of times. `recorded` receives each entry, in order; `refusing` throws for events that
    /// a test wants to be refused, or does what is to come between a reading and the record that rests on it.
    package init(
        _ place: MemoryPlace = MemoryPlace(), now: @escaping @Sendable () -> Timestamp = { Timestamp.now },
        recorded: @escaping @Sendable (JournalEvent, JournalEntry) -> Void = { _, _ in },
        refusing: @escaping @Sendable (JournalEvent) async throws -> Void = { _ in }
    ) {
        self.refusing = refusing
        self.place = place
        self.now = now
        self.recorded = recorded
    }

    @discardableResult
    package func record(
        _ event: JournalEvent, expecting basis: EditBasis?, by author: Author
    ) async throws -> JournalEntry {
        try await refusing(event)
        let time = now()
        let entries = try place.tables.withLock { content in
            var tables = content
            try tables.standing.check(event)
            let (applied, documents) = try tables.take(event, expecting: basis, at: time)
            let moment = JournalMoment(of: applied, at: time, after: tables.journal.last?.time)
            var entries: [(JournalEvent, JournalEntry)] = []
            if let step = moment.step {
                entries.append((.clockSet(step), try tables.append(.clockSet(step), [], by: author.clock, at: step.to)))
            }
            entries.append((applied, try tables.append(applied, documents, by: author, at: moment.time)))
            tables.standing.follow(applied)
            content = tables
            return entries
        }
        ChangeMark.current?.set()
        for (event, entry) in entries { recorded(event, entry) }
        return entries[entries.count - 1].1
    }

    func read<Result>(_ body: (MemoryTables) throws -> Result) rethrows -> Result {
        let tables = place.tables.withLock { $0 }
        return try body(tables)
    }
}

extension MemoryTables {
    fileprivate mutating func append(
        _ event: JournalEvent, _ documents: [DocumentChange], by author: Author, at time: Timestamp
    ) throws -> JournalEntry {
        let entry = try JournalEntry(of: event, documents, by: author, at: time, after: journal.last)
        journal.append(entry)
        return entry
    }
}

// MARK: - Reading

extension MemoryRegistry {
    package func journal(from sequence: Int64, limit: Int) -> [JournalEntry] {
        read { Array($0.journal.lazy.filter { $0.sequence >= sequence }.prefix(limit)) }
    }

    package func standing() -> StationStanding { read { $0.standing } }

    package func newestEntry() -> JournalEntry? { read { $0.journal.last } }

    package func latestTime() -> Timestamp? {
        read { $0.journal.flatMap { [$0.time, $0.clockBefore].compactMap(\.self) }.max() }
    }

    package func journal(about tag: TagID) -> [JournalEntry] { read { $0.journal.filter { $0.concerns(tag) } } }

    package func verifyJournal() throws -> JournalCheck {
        try read { tables in
            var previous = JournalEntry.beforeTheFirst
            for (index, entry) in tables.journal.enumerated() {
                guard entry.sequence == Int64(index + 1), entry.previous == previous else {
                    return JournalCheck(entries: Int64(index), brokenAt: Int64(index + 1))
                }
                previous = try entry.digest()
            }
            return JournalCheck(entries: Int64(tables.journal.count), brokenAt: nil)
        }
    }

    package func proveTables() throws -> JournalCheck {
        let check = try verifyJournal()
        guard check.brokenAt == nil else { return check }
        return try read { tables in
            var replay = JournalReplay()
            for entry in tables.journal { replay.follow(entry) }
            let deviations = try tables.compare(with: &replay)
            return JournalCheck(
                entries: check.entries, brokenAt: nil, deviations: deviations, unproven: replay.unproven)
        }
    }

    package func stores() -> [Store] { read { $0.stores() } }
    package func experiences() -> [Experience] { read { $0.experiences() } }
    package func readers() -> [ReaderRecord] { read { $0.readers() } }

    package func deployments() -> [DeploymentProfile] {
        read { $0.profiles() }
    }

    package func batches() -> [BatchSummary] { read { tables in tables.heads.map { tables.summary(of: $0) } } }
    package func batch(_ name: BatchName) -> Batch? { read { $0.batch(name) } }
    package func planDigest(of batch: BatchName) throws -> DocumentDigest? { try read { try $0.keptDigest(of: batch) } }
    package func tags() -> [Tag] { read { $0.tags() } }
    package func tag(_ id: TagID) -> Tag? { read { $0.tag(id) } }
    package func tag(onChip uid: ChipUID) -> Tag? { read { $0.tag(onChip: uid) } }
    package func tags(withURL url: String) -> [Tag] { read { $0.tags().filter { $0.isNamed(by: url) } } }
    package func formerCarriers() -> [FormerCarrier] { read { $0.formerCarriers() } }
    package func formerCarrier(onChip uid: ChipUID) -> FormerCarrier? { read { $0.formerCarrier(onChip: uid) } }

    package func templates() throws -> [StoreTemplate] {
        try read { tables in
            let pairs =
                tables.heads.compactMap { batch in batch.template.map { [$0, batch.deployment?.text ?? ""] } }
                + tables.profiles().compactMap { profile in profile.template.map { [$0, profile.name] } }
            return try Set(pairs).sorted { $0.lexicographicallyPrecedes($1) { $0.utf8 < $1.utf8 } }
                .map { try StoreTemplate($0[0], of: DeploymentName($0[1])) }
        }
    }
}

extension MemoryTables {
    func summary(of head: Batch) -> BatchSummary {
        BatchSummary(
            name: head.name, counts: Dictionary(tags(of: head.name).map { ($0.state, 1) }, uniquingKeysWith: +),
            isPaused: head.isPaused, rules: head.rules, deployment: head.deployment)
    }
}
