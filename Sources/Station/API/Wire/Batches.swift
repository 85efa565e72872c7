package import Chips
package import Registry

/// Which tags of a batch are to be done again.
package struct BatchCheckAnswer: Hashable, Sendable, Codable {
    package struct Item: Hashable, Sendable, Codable {
        package let tag: TagID
        package let store: StoreName
        /// The deployment that the store belongs to.
        package let deployment: DeploymentName?
        package let placement: String
        package let medium: Medium
        package let uid: ChipUID?
        /// `outdated`, `unregistered` or `other-store`.
        package let code: String
        package let why: String
        package let next: String

        package init(
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

    package let schema: Int
    package let batch: BatchSummary
    package let tags: [Item]

    package init(batch: BatchSummary, tags: [Item]) {
        schema = 1
        self.batch = batch
        self.tags = tags
    }
}

/// A batch whose tags were given another plan.
package struct BatchRevised: Hashable, Sendable, Codable {
    package let schema: Int
    package let check: BatchCheckAnswer
    package let warnings: [String]
    /// What changes, one sentence for each tag.
    package let changes: [String]
    /// Whether nothing was changed, because the request asked for that.
    package let isDryRun: Bool

    package init(_ check: BatchCheckAnswer, warnings: [String], changes: [String], isDryRun: Bool = false) {
        self.changes = changes
        self.isDryRun = isDryRun
        schema = 1
        self.check = check
        self.warnings = warnings
    }
}

/// Pauses a batch. The reason may be left out.
package struct PauseRequest: Hashable, Sendable, Codable {
    package let reason: String?

    package init(reason: String?) {
        self.reason = reason
    }
}

/// Resumes a batch. The reason may be left out.
package struct ResumeRequest: Hashable, Sendable, Codable {
    package let reason: String?

    package init(reason: String?) {
        self.reason = reason
    }
}

/// Other rules for a batch's chips. What is left out stays as it is.
package struct RulesRequest: Hashable, Sendable, Codable {
    /// What a chip shows of itself, or nothing.
    package enum Mirror: String, Hashable, Sendable, Codable, CaseIterable {
        case none
        case uid
        case counter
        case both

        package var mirror: ChipMirror? { ChipMirror(rawValue: rawValue) }
    }

    package let protection: Protection?
    package let mirror: Mirror?
    package let genuineness: GenuinenessRule?

    package init(protection: Protection? = nil, mirror: Mirror? = nil, genuineness: GenuinenessRule? = nil) {
        self.protection = protection
        self.mirror = mirror
        self.genuineness = genuineness
    }

    /// These rules with what is asked for.
    package func applied(to rules: BatchRules) -> BatchRules {
        BatchRules(
            protection: protection ?? rules.protection, mirror: mirror.map(\.mirror) ?? rules.mirror,
            genuineness: genuineness ?? rules.genuineness)
    }
}
