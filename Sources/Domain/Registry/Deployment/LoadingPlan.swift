/// How a deployment is loaded beside the bench: in one event what is small, and each large batch on its own behind it.
public struct LoadingPlan: Sendable {
    /// What loading does to a batch, the batch as it is, and the digest of its plans, read before them.
    public typealias Merging = (merge: BatchMerge, existing: Batch?, plans: DocumentDigest?)

    /// The deployment with those rows of its batches that loading has to touch, without large additions.
    public let deployment: LoadedDeployment
    /// What brings the large additions, each to a batch.
    public let additions: [Addition]

    /// `merges`: of each of the deployment's batches, in their order.
    public init(_ deployment: LoadedDeployment, _ merges: [Merging]) {
        var kept: [Batch] = []
        var additions: [Addition] = []
        for (batch, merging) in zip(deployment.batches, merges) {
            let merge = merging.merge
            let isLarge = merge.added.count > BatchRevision.pieceLimit
            // A row that both have says that it is the same batch.
            let needed = [merge.shared].compactMap(\.self) + merge.adopted.filter { $0.id != merge.shared?.id }
            if isLarge, let addition = Addition(batch, merging) { additions.append(addition) }
            if merge.isLeftAlone || (isLarge && merging.existing == nil) { continue }
            kept.append(batch.with(needed + (isLarge ? [] : merge.added)))
        }
        self.deployment = deployment.with(kept)
        self.additions = additions
    }

    /// Rows that are added to a batch behind the deployment.
    public struct Addition: Sendable {
        /// The batch without its tags, as loading the deployment leaves it.
        public let head: Batch
        /// The tags that it has.
        public let known: [Tag]
        public let events: [JournalEvent]
        /// On what the first of them rests: also on the plans, for a row that came meanwhile stays as it is.
        public let basis: EditBasis?

        /// `batch`: the deployment's. Nil where there is nothing to add.
        public init?(_ batch: Batch, _ merging: Merging) {
            let added = merging.merge.added
            guard !added.isEmpty else { return nil }
            known = merging.existing?.tags ?? []
            if let existing = merging.existing {
                let head = existing.with([]).changed { $0.deployment = $0.deployment ?? batch.deployment }
                self.head = head
                // The plan has the template that the batch had.
                events = BatchRevision(existing.with(added), of: existing.with([])).events
                basis = .plan(head, merging.plans)
            } else {
                head = batch.with([])
                events = [.batchCreated(batch.with(added))]
                basis = nil
            }
        }
    }
}
