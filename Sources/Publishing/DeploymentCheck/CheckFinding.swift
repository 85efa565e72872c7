/// How bad a finding is. Critical: customers are sent somewhere else, or nowhere, or Apple refuses it.
package enum CheckSeverity: String, Sendable, Codable, CaseIterable {
    case critical
    case warning
    case notice
}

/// One fault with everything that it touches.
package struct CheckFinding: Sendable, Codable, Equatable {
    package let code: RuleCode
    package let severity: CheckSeverity
    /// What is wrong.
    package let message: String
    /// What to do.
    package let next: String
    /// Registered URLs, sorted.
    package let experiences: [String]
    /// Identifiers, in the order of their batches.
    package let tags: [String]
    package let stores: [String]
}

/// What one rule saw in one place. Those with the same words become one finding.
struct Observation {
    let message: String
    let next: String
    /// Where it is not the rule's.
    var severity: CheckSeverity?
    var experience: String?
    var tag: String?
    var store: String?
}
