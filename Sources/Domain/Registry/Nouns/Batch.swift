/// Tags that are provisioned together.
public struct Batch: Hashable, Sendable, Codable {
    public let name: BatchName
    /// The deployment whose stores the batch's URLs name; nil for one without a deployment.
    public internal(set) var deployment: DeploymentName?
    /// How a tag's store and identifier become a URL (RFC 6570), where rows do not bring their own.
    public internal(set) var template: String?
    /// In the order of the file, which is the order of work.
    public internal(set) var tags: [Tag]
    /// Whether nothing of it is written until it is resumed.
    public internal(set) var isPaused: Bool
    public internal(set) var rules: BatchRules
    /// Whether more of its tags may be on chips than the registry knows: it was restored from a backup.
    public internal(set) var isDoubtful: Bool

    public init(
        name: BatchName, template: String?, tags: [Tag], isPaused: Bool = false, rules: BatchRules = .usual,
        isDoubtful: Bool = false, deployment: DeploymentName? = nil
    ) {
        self.name = name
        self.deployment = deployment
        self.template = template
        self.tags = tags
        self.isPaused = isPaused
        self.rules = rules
        self.isDoubtful = isDoubtful
    }

    /// The same batch with other tags.
    public func with(_ tags: [Tag]) -> Batch { changed { $0.tags = tags } }

    /// The same batch with other rules.
    public func with(_ rules: BatchRules) -> Batch { changed { $0.rules = rules } }

    func changed(_ change: (inout Batch) -> Void) -> Batch {
        var batch = self
        change(&batch)
        return batch
    }
}

/// A batch at a glance.
public struct BatchSummary: Hashable, Sendable, Codable {
    public let name: BatchName
    public let tags: Int
    public let planned: Int
    public let unfinished: Int
    public let written: Int
    public let printed: Int
    public let retired: Int
    /// Done once, and to be done again: their URLs have changed.
    public let outdated: Int
    public let isPaused: Bool
    public let rules: BatchRules
    /// A chip that is written for this batch can never be written again: a write job needs a confirmation by name.
    public let isPermanent: Bool
    public let deployment: DeploymentName?

    public init(
        name: BatchName, counts: [TagState: Int], isPaused: Bool = false, rules: BatchRules = .usual,
        deployment: DeploymentName? = nil
    ) {
        self.name = name
        self.deployment = deployment
        self.rules = rules
        isPermanent = rules.isPermanent
        self.isPaused = isPaused
        outdated = counts[.outdated] ?? 0
        tags = counts.values.reduce(0, +)
        planned = counts[.planned] ?? 0
        unfinished = counts[.unfinished] ?? 0
        written = counts[.written] ?? 0
        printed = counts[.printed] ?? 0
        retired = counts[.retired] ?? 0
    }
}
