internal import AuditLedger
internal import Chips
public import Registry

/// An audit of everything that a history has, which judges again only what may have changed.
///
/// Judged are contents with news since they were settled, those about which something is remarkable, and those that these
/// depend on (``Rejudging``): the same URL on another chip or on none, the same chip with another URL, the same tag's
/// identifier on another chip, and, when stale tags are asked for, tags that were not seen for so long. Of all others
/// their part of the outcome is kept and added. The result is that of judging everything.
public struct HistoryAudit: Sendable {
    private let auditor: Auditor
    private let tables: PreparedScope
    private let rules: AuditRules
    /// A report or a map that lists every tag judges every tag.
    private let keepsEveryTag: Bool
    private let staleBefore: Int64
    private let watched: Set<String>

    private var evaluator: Evaluator { tables.evaluator }
    private var mirrored: MirroredURLs { tables.mirrored }

    /// What earlier audits know of tags comes with the evidence. `batch`: the only one in which missing tags are looked for; nil:
    /// in all of them. `watched`: what people call the tags of findings that are open. They are judged by every audit until the
    /// finding ends, which it does where all of its tags are seen.
    public init(
        _ tables: PreparedScope, of batch: BatchName? = nil, rules: AuditRules, keepingEveryTag: Bool = false,
        watching watched: Set<String>
    ) {
        self.watched = watched
        auditor = Auditor(
            tables.scope.asked(of: batch), rules: rules, sightings: PackedSightings(tables.mirrored))
        self.tables = tables
        self.rules = rules
        keepsEveryTag = keepingEveryTag
        staleBefore = Int64(rules.staleBefore)
    }

    /// What has been read, and what is known of the rest.
    public struct Reading: Sendable {
        fileprivate let mark: JudgingMark
        fileprivate let judged: JudgedContents
        fileprivate let settled: SettledSummary
        fileprivate let known: [KnownTag]

        /// How many contents are judged, and of how many the outcome is kept.
        public var judgedContents: Int { judged.all.count }
        public var settledContents: Int { settled.contents }
    }

    /// Reads what has to be judged, once. `earlier`: how far the registry had come before the audit's scope was read.
    /// `checkMemory` throws when there is none left for more. `threads`: of which the calling one reads.
    public func read(
        _ evidence: any JudgingEvidence, since earlier: JudgingMark, threads: Int = 1,
        checkMemory: () throws -> Void = {}
    ) throws -> Reading {
        // A plan that changed since makes all that is settled by the earlier one worthless, for the next audit, too.
        let mark = try evidence.mark.plan == earlier.plan ? earlier : earlier.outdated
        var judged = JudgedContents()
        func take(_ page: [SeenEvidence]) throws {
            try checkMemory()
            let new = page.filter { judged.insert($0) }
            auditor.intake.add(new)
        }
        var settled: SettledSummary?
        if mark.isCurrent, !keepsEveryTag {
            var page: [SeenEvidence] = []
            try evidence.unsettled { page += $0 }
            page += try watchedContents(evidence, besides: page)
            var isFirst = true
            while isFirst || !page.isEmpty {
                try take(page + related(to: page, evidence, besides: judged))
                page = try depending(on: judged, evidence, staleToo: isFirst)
                isFirst = false
            }
            settled = try SettledSummary(evidence, besides: judged.numbers, evaluator)
        }
        // Tables that do not know what was settled by the plan are not the plan's.
        if settled == nil { try readEverything(evidence, into: &judged, threads: threads, checkMemory) }
        let known = try evidence.knownTags(ofSettled: settled == nil ? nil : judged.numbers)
        let none = SettledSummary(planned: evaluator.reader.planned.tags.count)
        return Reading(mark: mark, judged: judged, settled: settled ?? none, known: known)
    }

    /// What has not been judged already.
    private func readEverything(
        _ evidence: any JudgingEvidence, into judged: inout JudgedContents, threads: Int,
        _ checkMemory: () throws -> Void
    ) throws {
        judged.append(
            try auditor.readPages(threads: threads, besides: judged.numbers) { take in
                try evidence.everything { page in
                    try checkMemory()
                    take(page)
                }
            })
    }

    /// The outcome of everything, and what is to be kept of it: nil where every tag was listed, and nothing is settled.
    public func conclude(
        _ reading: Reading, badRows: BadRows = BadRows(), threads: Int = 1
    ) -> (outcome: AuditOutcome, settling: Settling?) {
        auditor.intake.note(badRows)
        let evaluator = evaluator.asked(
            rules, known: KnownTags(reading.known), keepingEveryTag: keepsEveryTag, recording: true)
        let outcome = auditor.outcome(evaluator, settled: reading.settled, threads: threads)
        guard !keepsEveryTag else { return (outcome, nil) }
        let remarkable = ContentSettling.remarkableURLs(
            outcome.tags, refused: outcome.refusedURLs,
            watching: watched.union(outcome.findings.lazy.flatMap(\.tags)), of: outcome.counted)
        let settling = ContentSettling(counted: outcome.counted, remarkable: remarkable, tables)
        return (outcome, settling.settling(reading.judged.all, by: reading.mark, threads: threads))
    }

    /// What may be settled of the tags of open findings: an audit that has found one of them may not have said so yet.
    private func watchedContents(
        _ evidence: any JudgingEvidence, besides page: [SeenEvidence]
    ) throws -> [SeenEvidence] {
        var (urls, chips) = ([String](), Set<ChipUID>())
        for label in watched {
            if let tag = TagID(label).flatMap(evaluator.reader.planned.tag) {
                urls += [tag.url, tag.writtenURL].compactMap(\.self)
                if let uid = tag.uid { chips.insert(uid) }
            } else if let uid = ChipUID(label) {
                chips.insert(uid)
            } else {
                urls.append(label)
            }
        }
        if urls.isEmpty && chips.isEmpty { return [] }
        let plain = mirrored.isEmpty ? [] : urls.map(mirrored.plain)
        var (found, known) = ([SeenEvidence](), Set(page.lazy.map(\.number)))
        try evidence.evidence(urls: ExactContent.urls(urls + plain), chips: chips, besides: known) { seen in
            // The hub hands one that has both a URL and a chip of these over twice.
            if known.insert(seen.number).inserted { found.append(seen) }
        }
        return found
    }

    /// What has the same URL as one of these or is on the same chip, and what has the same URL as that.
    private func related(
        to page: [SeenEvidence], _ evidence: any JudgingEvidence, besides judged: JudgedContents
    ) throws -> [SeenEvidence] {
        var related: [SeenEvidence] = []
        var known = judged.numbers.union(page.lazy.map(\.number))
        var (news, found) = (page.map(\.content), 0)
        while !news.isEmpty {
            // Also the URL as it is where a chip's own digits are zeros: they count as one.
            let urls = ExactContent.urls(
                news.flatMap { mirrored.isEmpty ? [$0.url] : [$0.url, mirrored.plain($0.url)] })
            let chips = Set(news.compactMap(\.uid))
            try evidence.evidence(urls: urls, chips: chips, besides: known) { related.append($0) }
            // The hub hands one that has both a URL and a chip of these over twice.
            let new = related[found...].filter { known.insert($0.number).inserted }
            related.replaceSubrange(found..., with: new)
            found = related.count
            news = new.map(\.content)
        }
        return related
    }

    /// What is settled and has to be judged with the others: what is on chips and names the same tag. `staleToo`: and what
    /// was not seen for too long.
    private func depending(
        on judged: JudgedContents, _ evidence: any JudgingEvidence, staleToo: Bool
    ) throws -> [SeenEvidence] {
        var numbers = staleToo && staleBefore > 0 ? try evidence.settledContents(lastSeenBefore: staleBefore) : []
        numbers += try evidence.settledContents(onChipsNaming: judged.named(by: evaluator))
        var depending: [SeenEvidence] = []
        try evidence.evidence(numbers: Set(numbers).subtracting(judged.numbers).sorted()) { depending.append($0) }
        return depending
    }
}

/// The contents that an audit judges.
private struct JudgedContents: Sendable {
    private(set) var all: [SettledContent] = []
    private(set) var numbers: Set<UInt128> = []

    /// False when it is there already.
    mutating func insert(_ seen: SeenEvidence) -> Bool {
        guard numbers.insert(seen.number).inserted else { return false }
        all.append(SettledContent(unsettled: seen))
        return true
    }

    /// What is left of everything: nothing comes behind it.
    mutating func append(_ contents: [SettledContent]) { all += contents }

    /// The tags that those on chips name.
    func named(by evaluator: Evaluator) -> Set<TagID> {
        Set(all.lazy.filter { $0.content.uid != nil }.compactMap { evaluator.reader.tagID($0.content.url) })
    }
}

extension SettledContent {
    init(unsettled seen: SeenEvidence) {
        self.init(seen.content, sightings: seen.folded.sightings, confirmations: seen.folded.confirmations, tag: nil)
    }
}
