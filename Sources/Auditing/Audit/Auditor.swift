public import AuditLedger
internal import CSV
internal import Dispatch
internal import Registry
internal import Synchronization

/// Says what is wrong, from sightings and confirmations.
public final class Auditor: Sendable {
    /// What has come, and comes until the outcome is asked for.
    public let intake: AuditIntake
    private let scope: AuditScope
    private let rules: AuditRules
    /// Nil where it is made when the outcome is asked for.
    private let prepared: PreparedScope?

    /// `sightings`: those that came before the audit was asked for.
    public convenience init(_ scope: AuditScope, rules: AuditRules = AuditRules(), sightings: PackedSightings? = nil) {
        self.init(
            scope, nil, rules, AuditIntake(rules, sightings: sightings ?? PackedSightings(of: scope.tags ?? [])))
    }

    /// The same with what was made ready while sightings were read. The rules are those of `intake`.
    public convenience init(_ prepared: PreparedScope, rules: AuditRules, intake: AuditIntake) {
        self.init(prepared.scope, prepared, rules, intake)
    }

    private init(_ scope: AuditScope, _ prepared: PreparedScope?, _ rules: AuditRules, _ intake: AuditIntake) {
        self.scope = scope
        self.prepared = prepared
        self.rules = rules
        self.intake = intake
    }

    /// The result of everything so far. The order in which it came makes no difference, nor does `threads`.
    ///
    /// `keepingEveryTag` is needed for a report that lists all tags and for a map; memory then grows with everything
    /// that is known of a tag, not with the few bytes of the ledger.
    /// `recording`: tags that are merely counted have a verdict in the outcome's `run`, too.
    public func outcome(
        keepingEveryTag: Bool = false, recording: Bool = false, threads: Int = 1
    ) -> AuditOutcome {
        let evaluator = (prepared ?? PreparedScope(scope, rules: rules)).evaluator.asked(
            rules, known: KnownTags(scope.knownTags), keepingEveryTag: keepingEveryTag, recording: recording)
        return outcome(evaluator, threads: threads)
    }

    /// The same with what earlier audits have settled, about contents that did not come.
    func outcome(_ evaluator: Evaluator, settled: SettledSummary? = nil, threads: Int) -> AuditOutcome {
        var result = judge(evaluator, threads: threads)
        result.tally.addRepeated(intake.sightings.countFoldedAway)
        let settled = settled ?? SettledSummary(planned: evaluator.reader.planned.tags.count)
        result.tally.merge(settled.tally)
        result.tags.sort(by: AuditedTag.precedes)
        let diagnosis = CauseSearch(
            tags: result.tags, scope: scope, stores: evaluator.stores, planned: evaluator.reader.planned, rules: rules,
            lots: evaluator.lots, fine: FineTags(result.tally),
            mayHaveDoubles: result.hasDoubles, refusals: result.refusals,
            known: evaluator.known)
        let counts = intake.counts
        return AuditOutcome(
            tags: result.tags, counted: result.counted, findings: diagnosis.findings(), stores: scope.stores,
            sightings: intake.sightings.count + settled.sightings,
            confirmations: intake.confirmations.count + settled.confirmations,
            walked: evaluator.keepsEveryTag || evaluator.recordsCounted ? diagnosis.walkedStores : [],
            insideOnly: result.tally.inside, insideOnChips: result.tally.onChips, rows: result.tally.rows,
            badRows: counts.badRows, settled: settled,
            refusedURLs: result.refusals.urls, refusals: result.refusals.said,
            firstVisit: evaluator.keepsEveryTag || evaluator.recordsCounted ? diagnosis.firstVisit : nil,
            warnings: counts.warnings.map(\.description))
    }

    /// What each tag comes to, without its cause.
    func judge(_ evaluator: Evaluator, threads: Int) -> Evaluator.Result {
        var result = evaluate(evaluator, threads: threads)
        result.hasDoubles = addDoubles(evaluator, to: &result, threads: threads)
        result.refusals = RefusedURLs(
            intake.confirmations.ledger, reader: evaluator.reader, test: rules.refusalTest)
        return result
    }

    private func evaluate(_ evaluator: Evaluator, threads: Int) -> Evaluator.Result {
        let next = Mutex(0)
        let whole = Mutex(evaluator.emptyResult())
        let work: @Sendable () -> Void = { [sightings = intake.sightings.ledger] in
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
            intake.sightings.ledger.withShard(number) {
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
