/// What a revision changes in a batch: the tags that it has to touch, and each change in words.
public struct BatchRevision: Sendable {
    /// One sentence for each tag that is added or gets another plan, in the order of the file.
    public let changes: [String]
    /// The plan with the tags only that are added or differ.
    public let plan: Batch
    /// Those of them that the batch does not have yet.
    public let added: [Tag]
    /// The batch without its tags, behind the first of ``events``.
    public let head: Batch
    private let known: [TagID: Tag]

    /// So many tags change in one transaction, and the bench waits for it.
    public static let pieceLimit = 256

    public init(_ plan: Batch, of batch: Batch) {
        let known = Dictionary(batch.tags.map { ($0.id, $0) }) { first, _ in first }
        self.known = known
        head = batch.changed {
            ($0.template, $0.deployment, $0.tags) = (plan.template, plan.deployment ?? $0.deployment, [])
        }
        self.plan = plan.with(plan.tags.filter { known[$0.id]?.hasPlan(of: $0) != true })
        added = self.plan.tags.filter { known[$0.id] == nil }
        var changes: [String] = []
        if plan.template != batch.template {
            changes.append("the template becomes \(plan.template ?? "none"); it is \(batch.template ?? "none")")
        }
        for tag in plan.tags {
            guard let former = known[tag.id] else {
                changes.append("tag \(tag.id) is added: \(tag.store), \(tag.placement), \(tag.url)")
                continue
            }
            var parts: [String] = []
            if former.store != tag.store {
                parts.append("store \(former.store.fullText) becomes \(tag.store.fullText)")
            }
            if !former.placement.utf8.elementsEqual(tag.placement.utf8) {
                parts.append("placement \(former.placement) becomes \(tag.placement)")
            }
            if !former.url.utf8.elementsEqual(tag.url.utf8) {
                let what = former.exists ? ", and it is to be written or printed again" : ""
                parts.append("URL \(former.url) becomes \(tag.url)\(what)")
            }
            if !parts.isEmpty { changes.append("tag \(tag.id): \(parts.joined(separator: "; "))") }
        }
        self.changes = changes
    }

    /// The events that carry it out, one behind the other: each changes ``pieceLimit`` tags at most. A revision of few tags
    /// is one.
    public var events: [JournalEvent] {
        guard !plan.tags.isEmpty else { return [.batchRevised(plan)] }
        return stride(from: 0, to: plan.tags.count, by: Self.pieceLimit).map { start in
            .batchRevised(plan.with(Array(plan.tags[start..<min(start + Self.pieceLimit, plan.tags.count)])))
        }
    }

    /// Refuses what one of its events would refuse, before the first: a revision is taken whole or not at all.
    /// `holders`: those of ``added`` that another batch has.
    public func check(stores: Set<StoreID>, holders: [Tag]) throws(RegistryError) {
        let failure = "batch \(plan.name) cannot be changed"
        if let taken = holders.first { throw RegistryError.tagTaken(taken, failure) }
        for tag in plan.tags {
            if let former = known[tag.id] {
                try tag.check(revising: former, stores, failure)
            } else {
                try tag.check(stores, failure)
            }
        }
    }
}

extension Tag {
    /// Whether a revision by this plan leaves the tag as it is.
    fileprivate func hasPlan(of plan: Tag) -> Bool {
        store == plan.store && placement.utf8.elementsEqual(plan.placement.utf8) && medium == plan.medium
            && url.utf8.elementsEqual(plan.url.utf8) && deployed == plan.deployed
    }

    /// Whether both have the same plan, wherever installers have noted the tag since.
    package func isPlanned(as other: Tag) -> Bool {
        var here = other
        here.deployed = deployed
        return id == other.id && hasPlan(of: here)
    }
}
