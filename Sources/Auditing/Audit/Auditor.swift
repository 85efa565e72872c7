public import AuditLedger
public import CSV
internal import Chips
internal import Dispatch
public import Registry
internal import Synchronization

/// Takes sightings and confirmations, in any order and from any number of threads, and says what is wrong.
public final class Auditor: Sendable {
    /// The columns of a file of sightings.
    public static var sightingSchema: TableSchema { SightingParser.schema }
    /// The columns of a file of confirmations.
    public static var confirmationSchema: TableSchema { ConfirmationParser.schema }

    private let scope: AuditScope
    private let rules: AuditRules
    private let sightings: PackedSightings
    private let confirmations: PackedConfirmations
    private let counts = Mutex(Counts())

    private struct Counts: Sendable {
        var badRows = BadRows()
        var warnings: [FileProblem] = []
    }

    /// `sightings`: those that came before the audit was asked for.
    public init(_ scope: AuditScope, rules: AuditRules = AuditRules(), sightings: PackedSightings? = nil) {
        self.scope = scope
        self.rules = rules
        let sightings = sightings ?? PackedSightings(of: scope.tags ?? [])
        self.sightings = sightings
        confirmations = PackedConfirmations(sightings.mirrored)
    }

    public func add(_ sighting: Sighting) { sightings.add(sighting) }

    /// Takes many at once, as a history hands them over.
    public func add(_ sightings: [Sighting]) { self.sightings.add(sightings) }

    public func add(_ confirmation: Confirmation) { confirmations.add(confirmation) }

    /// Takes what a history keeps of contents.
    func add(_ evidence: [SeenEvidence]) {
        sightings.add(evidence)
        confirmations.add(evidence)
    }

    /// Reads a file of sightings as a stream: `read` gives its next bytes (a megabyte at once is right), none at the
    /// end. Bad rows are counted and named by `file`. Throws `FileError` when the header row is wrong.
    public func readSightings(
        _ file: String, threads: Int = 1, read: sending @escaping () throws -> [UInt8]
    ) throws {
        try readSightings(file, threads: threads, into: ArrayReader.reader(read))
    }

    /// Reads a file of sightings as a stream, into buffers that are used again: the fastest way. `read` puts the next
    /// bytes at the beginning of the room it is given and says how many, 0 at the end.
    public func readSightings(
        _ file: String, threads: Int = 1, into read: sending @escaping TableCutter.Reader
    ) throws {
        note(try sightings.read(file, latest: rules.latest, threads: threads, into: read))
    }

    /// Reads a file of confirmations in the same way.
    public func readConfirmations(
        _ file: String, threads: Int = 1, read: sending @escaping () throws -> [UInt8]
    ) throws {
        try readConfirmations(file, threads: threads, into: ArrayReader.reader(read))
    }

    /// Reads a file of confirmations in the same way, into buffers that are used again.
    public func readConfirmations(
        _ file: String, threads: Int = 1, into read: sending @escaping TableCutter.Reader
    ) throws {
        note(try confirmations.read(file, latest: rules.latest, threads: threads, into: read))
    }

    /// Reads sightings that are already in memory.
    public func readSightings(_ file: String, bytes: [UInt8], threads: Int = 1) throws {
        var rest: [UInt8]? = bytes
        try readSightings(file, threads: threads) { rest.take() ?? [] }
    }

    /// Reads confirmations that are already in memory.
    public func readConfirmations(_ file: String, bytes: [UInt8], threads: Int = 1) throws {
        var rest: [UInt8]? = bytes
        try readConfirmations(file, threads: threads) { rest.take() ?? [] }
    }

    /// Counts bad rows that another reader found in a file.
    public func note(_ badRows: BadRows) {
        counts.withLock { $0.badRows.add(badRows) }
    }

    private func note(_ outcome: FileOutcome) {
        counts.withLock { counts in
            counts.badRows.add(BadRows(count: outcome.bad, problems: outcome.problems))
            counts.warnings += outcome.warnings
        }
    }

    /// The result of everything so far. The order in which it came makes no difference, nor does `threads`.
    ///
    /// `keepingEveryTag` is needed for a report that lists all tags and for a map; memory then grows with everything
    /// that is known of a tag, not with the few bytes of the ledger.
    /// `recording`: tags that are merely counted have a verdict in the outcome's `run`, too.
    public func outcome(
        keepingEveryTag: Bool = false, recording: Bool = false, threads: Int = 1
    ) -> AuditOutcome {
        outcome(
            Evaluator(scope, rules: rules, keepsEveryTag: keepingEveryTag, recordsCounted: recording), threads: threads)
    }

    /// The same with what earlier audits have settled, about contents that did not come.
    func outcome(_ evaluator: Evaluator, settled: SettledSummary? = nil, threads: Int) -> AuditOutcome {
        var result = evaluate(evaluator, threads: threads)
        result.tally.addRepeated(sightings.countFoldedAway)
        let settled = settled ?? SettledSummary(planned: evaluator.reader.planned.tags.count)
        result.tally.merge(settled.tally)
        let hasDoubles = addDoubles(evaluator, to: &result, threads: threads)
        result.tags.sort(by: AuditedTag.precedes)
        let refusals = RefusedURLs(confirmations.ledger, reader: evaluator.reader, test: rules.refusalTest)
        let diagnosis = CauseSearch(
            tags: result.tags, scope: scope, stores: evaluator.stores, planned: evaluator.reader.planned, rules: rules,
            fine: FineTags(result.tally, lots: evaluator.lots, stores: evaluator.stores),
            mayHaveDoubles: hasDoubles,
            refusals: refusals,
            known: evaluator.known)
        let counts = counts.withLock { $0 }
        return AuditOutcome(
            tags: result.tags, counted: result.counted, findings: diagnosis.findings(), stores: scope.stores,
            sightings: sightings.count + settled.sightings,
            confirmations: confirmations.count + settled.confirmations, walked: diagnosis.walkedStores,
            insideOnly: result.tally.inside, insideOnChips: result.tally.onChips, rows: result.tally.rows,
            badRows: counts.badRows, settled: settled,
            refusedURLs: Set(refusals.refused.map(\.url) + refusals.unmatched.map(\.url)),
            warnings: counts.warnings.map(\.description))
    }

    private func evaluate(_ evaluator: Evaluator, threads: Int) -> Evaluator.Result {
        let next = Mutex(0)
        let whole = Mutex(evaluator.emptyResult())
        let work: @Sendable () -> Void = { [sightings = sightings.ledger] in
            var result = evaluator.emptyResult()
            var fixes = GroupedFixes()
            while true {
                let number = next.withLock { number in
                    number += 1
                    return number - 1
                }
                guard number < Ledger<PackedVisit>.shardCount else { break }
                sightings.withShard(number) { evaluator.evaluate($0, number: number, fixes: &fixes, into: &result) }
            }
            // What is sorted in parts is sorted soon.
            result.tags.sort(by: AuditedTag.precedes)
            whole.withLock { whole in
                whole.tally.merge(result.tally)
                whole.tags += result.tags
                whole.counted += result.counted
                whole.marks.merge(result.marks)
            }
        }
        if threads > 1 {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in work() }
        } else {
            work()
        }
        return whole.withLock { $0 }
    }

    /// Tags that were merely counted, but share an identifier or a chip with another, are looked at after all. Returns
    /// whether there are any that share one.
    private func addDoubles(_ evaluator: Evaluator, to result: inout Evaluator.Result, threads: Int) -> Bool {
        let doubles = Dictionary(grouping: result.marks.doubles(threads: threads), by: \.shard)
        result.marks = ChipMarks()
        guard !doubles.isEmpty else { return false }
        var more = evaluator.emptyResult()
        var fixes = GroupedFixes()
        for (number, marks) in doubles {
            let only = Set(marks.map(\.entry))
            sightings.ledger.withShard(number) {
                evaluator.evaluate($0, number: number, only: only, fixes: &fixes, into: &more)
            }
        }
        var known = Set(result.tags.map { ExactContent($0) })
        var uncounted: Set<ExactContent> = []
        for tag in more.tags where known.insert(ExactContent(tag)).inserted {
            result.tags.append(tag)
            guard tag.verdict == .inside else { continue }
            evaluator.uncount(tag, in: &result.tally)
            uncounted.insert(ExactContent(tag))
        }
        if !uncounted.isEmpty { result.counted.removeAll { uncounted.contains(ExactContent($0.verdict)) } }
        return true
    }
}
