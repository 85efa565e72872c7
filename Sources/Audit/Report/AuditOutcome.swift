internal import Geodesy
internal import Registry

/// Everything an audit knows at its end; reports are drawn from it.
public struct AuditOutcome: Sendable {
    let tags: [AuditedTag]
    public let findings: [Finding]
    let stores: [Store]
    let sightings: Int
    /// Tags that are inside and not among `tags`.
    let insideOnly: Int
    let badRows: BadRows
    /// Unknown columns and the like.
    public let warnings: [String]

    /// The report, with a list of all tags if wanted (`--json=tags`): then the outcome must have kept every tag.
    ///
    /// `plan`: what a sample of a batch says about all of it is added; this, too, needs every tag.
    public func report(listingTags: Bool = false, plan: SampleFile? = nil) -> AuditReport {
        func count(_ verdict: Verdict) -> Int { tags.count { $0.verdict == verdict } }
        let summary = AuditReport.Summary(
            sightings: sightings, tags: tags.count + insideOnly, inside: count(.inside) + insideOnly,
            outside: count(.outside),
            undecided: count(.undecided), roaming: tags.count(where: \.isRoaming))
        var report = AuditReport(
            schema: 1, summary: summary, findings: findings, tags: listingTags ? tags.map(TagReport.init) : nil,
            badRows: badRows.count > 0 ? badRows : nil)
        report.sample = plan.map(decide)
        return report
    }
}
