internal import Registry

extension AuditOutcome {
    /// Decides about a batch. The outcome must have kept every tag.
    public func decide(_ plan: SampleFile) -> SampleResult {
        let bySample = Dictionary(grouping: tags) { $0.reading.tagID?.text ?? "" }
        var misplaced: [String] = []
        var open: [String] = []
        for tag in plan.tags {
            let verdicts = (bySample[tag] ?? []).map(\.verdict)
            if verdicts.contains(.outside) {
                misplaced.append(tag)
            } else if !verdicts.contains(.inside) {
                open.append(tag)
            }
        }
        let decision: SampleResult.Decision =
            misplaced.isEmpty ? (open.isEmpty ? .accepted : .incomplete) : .rejected
        return SampleResult(
            batch: plan.batch, decision: decision, sample: plan.tags.count, misplaced: misplaced, open: open,
            limit: plan.limit, confidence: plan.confidence, size: plan.size)
    }
}
