public import Chips
public import Registry

/// Which tags of a batch are to be done again.
public struct BatchCheckAnswer: Hashable, Sendable, Codable {
    public struct Item: Hashable, Sendable, Codable {
        public let tag: TagID
        public let store: StoreName
        /// The deployment that the store belongs to.
        public let deployment: DeploymentName?
        public let placement: String
        public let medium: Medium
        public let uid: ChipUID?
        /// `outdated`, `unregistered` or `other-store`.
        public let code: String
        public let why: String
        public let next: String

        public init(
            tag: TagID, store: StoreID, placement: String, medium: Medium, uid: ChipUID?, code: String, why: String,
            next: String
        ) {
            self.tag = tag
            self.store = store.name
            deployment = store.deployment
            self.placement = placement
            self.medium = medium
            self.uid = uid
            self.code = code
            self.why = why
            self.next = next
        }
    }

    public let schema: Int
    public let batch: BatchSummary
    public let tags: [Item]

    public init(batch: BatchSummary, tags: [Item]) {
        schema = 1
        self.batch = batch
        self.tags = tags
    }
}

/// A batch whose tags were given another plan.
public struct BatchRevised: Hashable, Sendable, Codable {
    public let schema: Int
    public let check: BatchCheckAnswer
    public let warnings: [String]
    /// What changes, one sentence for each tag.
    public let changes: [String]
    /// Whether nothing was changed, because the request asked for that.
    public let isDryRun: Bool

    public init(_ check: BatchCheckAnswer, warnings: [String], changes: [String], isDryRun: Bool = false) {
        self.changes = changes
        self.isDryRun = isDryRun
        schema = 1
        self.check = check
        self.warnings = warnings
    }
}

/// Pauses a batch. The reason may be left out.
public struct PauseRequest: Hashable, Sendable, Codable {
    public let reason: String?

    public init(reason: String?) {
        self.reason = reason
    }
}

/// Resumes a batch. The reason may be left out.
public struct ResumeRequest: Hashable, Sendable, Codable {
    public let reason: String?

    public init(reason: String?) {
        self.reason = reason
    }
}

/// Other rules for a batch's chips. What is left out stays as it is.
public struct RulesRequest: Hashable, Sendable, Codable {
    /// What a chip shows of itself, or nothing.
    public enum Mirror: String, Hashable, Sendable, Codable, CaseIterable {
        case none
        case uid
        case counter
        case both

        public var mirror: ChipMirror? { ChipMirror(rawValue: rawValue) }
    }

    public let protection: Protection?
    public let mirror: Mirror?
    public let genuineness: GenuinenessRule?

    public init(protection: Protection? = nil, mirror: Mirror? = nil, genuineness: GenuinenessRule? = nil) {
        self.protection = protection
        self.mirror = mirror
        self.genuineness = genuineness
    }

    /// These rules with what is asked for.
    public func applied(to rules: BatchRules) -> BatchRules {
        BatchRules(
            protection: protection ?? rules.protection, mirror: mirror.map(\.mirror) ?? rules.mirror,
            genuineness: genuineness ?? rules.genuineness)
    }
}
