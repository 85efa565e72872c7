internal import AuditLedger
public import Registry

/// The first step of an audit of everything that does not fit into memory: its parts are judged one by one, in any order, by
/// one daemon or several, and of each is put away what is certainly fine. What is left is what a ``HistoryAudit`` judges when
/// all parts are done, with what depends on it.
public struct PartAudit: Sendable {
    private let tables: PreparedScope
    private let rules: AuditRules
    private let watched: Set<String>

    /// `watched`: what people call the tags of findings that are open. An audit has to look at them again, also where nothing
    /// is wrong any more.
    public init(_ tables: PreparedScope, now: Timestamp, watching watched: Set<String>) {
        self.tables = tables
        // What is too old is asked for by each audit anew.
        rules = AuditRules(now: now)
        self.watched = watched
    }

    /// What a part comes to.
    public struct Outcome: Sendable {
        /// Of the tags that are put away.
        public let verdicts: [TagVerdict]
        public let settling: Settling
    }

    /// Judges a part, all of it, whatever is settled already. Nil where the plan is not the one of `mark` any more, and while
    /// evidence waits to be folded again: what is fine without it may be a copy of what it shows.
    /// `checkMemory`, `threads`: as for ``HistoryAudit``.
    public func judge(
        _ part: EvidencePart, of evidence: any JudgingEvidence, by mark: JudgingMark, threads: Int = 1,
        checkMemory: () throws -> Void = {}
    ) throws -> Outcome? {
        guard try evidence.mark.plan == mark.plan, try evidence.isWhole else { return nil }
        let auditor = Auditor(tables.scope, rules: rules, sightings: PackedSightings(tables.mirrored))
        let judged = try auditor.readPages(threads: threads) { take in
            try evidence.part(part) { page in
                try checkMemory()
                take(page)
            }
        }
        let evaluator = tables.evaluator.asked(
            rules, known: KnownTags([]), keepingEveryTag: false, recording: true)
        let result = auditor.judge(evaluator, threads: threads)
        let remarkable = ContentSettling.remarkableURLs(
            result.tags, refused: result.refusals.urls, watching: watched, of: result.counted)
        let settling = ContentSettling(counted: result.counted, remarkable: remarkable, tables)
            .settling(judged, by: mark, ofPart: true, threads: threads)
        let verdicts = result.counted.lazy.map(\.verdict).filter { !remarkable.contains($0.url) }
        return Outcome(verdicts: Array(verdicts), settling: settling)
    }
}
