internal import AuditLedger
internal import Geodesy
public import Registry

/// Everything an audit knows at its end; reports are drawn from it.
public struct AuditOutcome: Sendable {
    let tags: [AuditedTag]
    /// Of the tags that are inside and not among `tags`, when they were asked for.
    let counted: [CountedTag]
    public let findings: [Finding]
    let stores: [Store]
    let sightings: Int
    let confirmations: Int
    /// Stores of which more than a glimpse was seen, when every tag was kept or recorded.
    let walked: Set<StoreID>
    /// Tags that are inside and not among `tags`.
    let insideOnly: Int
    /// Of these, those whose chip was read.
    let insideOnChips: Int
    /// What became of the rows of those, and of rows that were folded away while they were read.
    let rows: RowFates
    let badRows: BadRows
    /// Of what earlier audits have settled, and this one did not judge again.
    let settled: SettledSummary
    /// URLs that customers' phones give a reason to look at.
    let refusedURLs: Set<String>
    let refusals: Set<CustomerRefusal>
    /// Seconds since 1970, when every tag was kept or recorded.
    let firstVisit: Int64?
    /// Unknown columns and the like.
    public let warnings: [String]

    /// The report, with a list of all tags if wanted (`--json=tags`): then the outcome must have kept every tag.
    ///
    /// `plan`: what a sample of a batch says about all of it is added; this, too, needs every tag.
    /// `batch`: only findings about its tags count.
    public func report(
        listingTags: Bool = false, plan: SampleFile? = nil, batch: BatchName? = nil
    ) -> AuditReport {
        var report = AuditReport(
            schema: 1, summary: summary, findings: findings, tags: listingTags ? tags.map(TagReport.init) : nil,
            badRows: badRows.count > 0 ? badRows : nil)
        report.sample = plan.map(decide)
        report.batch = batch?.text
        return report
    }

    /// Every tag is in exactly one line, and every sighting in exactly one line.
    private var summary: AuditReport.Summary {
        var lines: [SummaryLine: Int] = [.inside: insideOnly]
        var rows = rows
        for tag in tags {
            lines[SummaryLine(tag), default: 0] += 1
            rows += tag.rows
        }
        func count(_ line: SummaryLine) -> Int { lines[line] ?? 0 }
        return AuditReport.Summary(
            sightings: sightings, tags: tags.count + insideOnly,
            chips: tags.count { $0.uid != nil } + insideOnChips, inside: count(.inside), outside: count(.outside),
            undecided: count(.undecided), roaming: count(.roaming), noStore: count(.noStore),
            unregistered: count(.unregistered), foreign: count(.foreign), retired: count(.retired),
            visits: rows.visits, repeated: rows.repeated, leftOut: rows.leftOut, confirmations: confirmations)
    }
}
