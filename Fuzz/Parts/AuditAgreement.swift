import Audit
import Chips
import Registry

/// Both ways through an audit: every tag looked at closely, and what is certainly fine merely counted. They come to the
/// same report, and leave the same in the history.
enum AuditAgreement {
    /// The report with every tag listed.
    static func report(_ auditor: Auditor) -> AuditReport {
        let whole = auditor.outcome(keepingEveryTag: true)
        let counted = auditor.outcome(recording: true)
        precondition(counted.report() == whole.report(), "counting changes the report")
        let (expected, run) = (whole.run(batch: nil), counted.run(batch: nil))
        precondition(
            Set(run.verdicts.map(Seen.init)) == Set(expected.verdicts.map(Seen.init))
                && run.verdicts.count == expected.verdicts.count, "counting changes the verdicts")
        precondition(
            run.covered == expected.covered && run.walked == expected.walked && run.findings == expected.findings,
            "counting changes what the history keeps")
        return whole.report(listingTags: true)
    }

    /// A verdict without the numbers that a tag which is merely counted does not have.
    private struct Seen: Hashable {
        let url: [UInt8]
        let uid: ChipUID?
        let label: String
        let store: StoreID?
        let verdict: String?
        let foundStore: StoreID?
        let lastSeen: Int64

        init(_ verdict: TagVerdict) {
            url = Array(verdict.url.utf8)
            uid = verdict.uid
            label = verdict.label
            store = verdict.store
            self.verdict = verdict.verdict
            foundStore = verdict.foundStore
            lastSeen = verdict.lastSeen
        }
    }
}
