/// What loading a deployment does to one of its batches: rows are added, and what exists stays as it is.
///
/// Later changes by a person or a bench take precedence over the folder. Each row that is not taken is reported.
public struct BatchMerge: Sendable {
    /// Rows whose tags the registry does not have, in the order of the file.
    public let added: [Tag]
    /// A tag that both have already.
    public let shared: Tag?
    /// Tags whose store belonged to no deployment, as an older version wrote them, with the deployment's store.
    public let adopted: [Tag]
    /// What the registry keeps although the file says otherwise, one sentence each.
    public let notTaken: [String]
    /// Whether the batch is left alone: it is another one of the same name.
    public let isLeftAlone: Bool

    /// - Parameters:
    ///   - loaded: the batch as the deployment's files have it.
    ///   - existing: the batch of the same name in the registry; its tags are not looked at.
    ///   - isEmpty: whether that batch has no tags.
    ///   - known: a tag of any batch in the registry.
    public init(
        _ loaded: Batch, into existing: Batch?, isEmpty: Bool, known: (TagID) throws -> Tag?
    ) rethrows {
        let former = try loaded.tags.map { try known($0.id) }
        let isShared = isEmpty || former.contains { $0?.batch == loaded.name }
        if let reason = existing.flatMap({ Self.reasonToLeaveAlone(loaded, $0, isShared: isShared) }) {
            (added, shared, adopted, isLeftAlone) = ([], nil, [], true)
            notTaken = ["batch \(loaded.name) is not taken: \(reason)"]
            return
        }
        var (added, adopted, notTaken) = ([Tag](), [Tag](), [String]())
        for (tag, former) in zip(loaded.tags, former) {
            if let former, former.batch == loaded.name {
                if let difference = former.difference(from: tag) {
                    notTaken.append("tag \(tag.id) of batch \(loaded.name) stays as it is: \(difference)")
                } else if former.store != tag.store {
                    adopted.append(tag)
                }
            } else if let former {
                notTaken.append("tag \(tag.id) of batch \(loaded.name) is not taken: batch \(former.batch) has it")
            } else {
                added.append(tag)
            }
        }
        if let existing, existing.template != loaded.template {
            notTaken.append(
                "batch \(loaded.name) keeps its template, \(existing.template ?? "none"): the deployment's is "
                    + "\(loaded.template ?? "none")")
        }
        if let existing, existing.rules.words != loaded.rules.words {
            notTaken.append(
                "batch \(loaded.name) keeps its rules, \(existing.rules.words): the deployment's are "
                    + "\(loaded.rules.words)")
        }
        shared = zip(loaded.tags, former).first { $1?.batch == loaded.name }?.0
        (self.added, self.adopted, self.notTaken, isLeftAlone) = (added, adopted, notTaken, false)
    }

    private static func reasonToLeaveAlone(_ loaded: Batch, _ existing: Batch, isShared: Bool) -> String? {
        if let owner = existing.deployment {
            return owner == loaded.deployment ? nil : "deployment \(owner) has a batch of this name"
        }
        return isShared ? nil : "a batch of this name exists already, with other tags"
    }
}

extension Tag {
    /// What a plan says otherwise than the registry, in words; nil where both agree. A store without a deployment is the
    /// deployment's store of the same identifier.
    fileprivate func difference(from plan: Tag) -> String? {
        var parts: [String] = []
        func compare(_ what: String, _ own: String, _ other: String) {
            if !own.utf8.elementsEqual(other.utf8) { parts.append("its \(what) is \(own), the file has \(other)") }
        }
        let isSameStore = store == plan.store || (store.name == plan.store.name && store.deployment == nil)
        if !isSameStore { parts.append("its store is \(store.fullText), the file has \(plan.store.fullText)") }
        compare("placement", placement, plan.placement)
        compare("medium", medium.rawValue, plan.medium.rawValue)
        compare("URL", url, plan.url)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

extension BatchRules {
    /// Protection and mirror in a few words; what is checked of chips is not a deployment's matter.
    fileprivate var words: String { "protection \(protection.rawValue), mirror \(mirror?.rawValue ?? "none")" }
}
