import Audit
import Chips
import Registry
import Testing

extension Auditor {
    /// The outcome with every tag kept. Merely counting what is certainly fine must come to the same report, and leave
    /// the same in the history.
    func agreedOutcome(
        _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) -> AuditOutcome {
        let whole = outcome(keepingEveryTag: true)
        let counted = outcome(recording: true, threads: 2)
        #expect(counted.report() == whole.report(), comment, sourceLocation: sourceLocation)
        let (expected, run) = (whole.run(batch: nil), counted.run(batch: nil))
        #expect(
            Set(run.verdicts.map(SeenTag.init)) == Set(expected.verdicts.map(SeenTag.init)), comment,
            sourceLocation: sourceLocation)
        #expect(run.verdicts.count == expected.verdicts.count, comment, sourceLocation: sourceLocation)
        #expect(
            run.covered == expected.covered && run.walked == expected.walked
                && run.findings == expected.findings, comment,
            sourceLocation: sourceLocation)
        return whole
    }
}

/// A verdict without the numbers of a tag that is merely counted.
private struct SeenTag: Hashable {
    let url: [UInt8]
    let uid: ChipUID?
    let label: String
    let store: StoreID?
    let verdict: String?
    let foundStore: StoreID?
    let lastSeen: Int64
    let lastPlaced: Int64

    init(_ verdict: TagVerdict) {
        url = Array(verdict.url.utf8)
        uid = verdict.uid
        label = verdict.label
        store = verdict.store
        self.verdict = verdict.verdict
        foundStore = verdict.foundStore
        lastSeen = verdict.lastSeen
        lastPlaced = verdict.lastPlaced
    }
}
