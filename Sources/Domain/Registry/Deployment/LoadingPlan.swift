/// How a deployment is loaded beside the bench: in one event what is small, and each large batch on its own behind it.
public struct LoadingPlan: Sendable {
    /// The deployment with those rows of its batches that loading has to touch, without large additions.
    public let deployment: LoadedDeployment
    /// What brings the large additions, by their batches.
    public let additions: [(batch: BatchName, events: [JournalEvent])]

    /// `merges`: what loading does to each of the deployment's batches, in their order, and the batch as it is.
    public init(_ deployment: LoadedDeployment, _ merges: [(merge: BatchMerge, existing: Batch?)]) {
        var kept: [Batch] = []
        var additions: [(batch: BatchName, events: [JournalEvent])] = []
        for (batch, (merge, existing)) in zip(deployment.batches, merges) {
            let isLarge = merge.added.count > BatchRevision.pieceLimit
            // A row that both have says that it is the same batch.
            let needed = [merge.shared].compactMap(\.self) + merge.adopted.filter { $0.id != merge.shared?.id }
            if isLarge, let existing {
                let plan = existing.with(merge.added)
                additions.append((batch.name, BatchRevision(plan, of: existing.with([])).events))
            } else if isLarge {
                additions.append((batch.name, [.batchCreated(batch.with(merge.added))]))
            }
            if merge.isLeftAlone || (isLarge && existing == nil) { continue }
            kept.append(batch.with(needed + (isLarge ? [] : merge.added)))
        }
        self.deployment = deployment.with(kept)
        self.additions = additions
    }
}
