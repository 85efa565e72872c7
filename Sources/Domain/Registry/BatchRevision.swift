/// What a revision changes in a batch, in words.
public struct BatchRevision: Sendable {
    /// One sentence for each tag that is added or gets another plan, in the order of the file.
    public let changes: [String]

    public init(_ plan: Batch, of batch: Batch) {
        let known = Dictionary(batch.tags.map { ($0.id, $0) }) { first, _ in first }
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
            if former.placement != tag.placement {
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
}
