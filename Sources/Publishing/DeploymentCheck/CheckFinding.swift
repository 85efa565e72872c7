/// How bad a finding is. Critical: customers are sent somewhere else, or nowhere, or Apple refuses it.
public enum CheckSeverity: String, Sendable, Codable, CaseIterable {
    case critical
    case warning
    case notice
}

/// One fault with everything that it touches.
public struct CheckFinding: Sendable, Codable, Equatable {
    public let code: RuleCode
    public let severity: CheckSeverity
    /// What is wrong.
    public let message: String
    /// What to do.
    public let next: String
    /// Registered URLs, sorted.
    public let experiences: [String]
    /// Identifiers, in the order of their batches.
    public let tags: [String]
    public let stores: [String]
}

/// What one rule saw in one place. Those with the same words become one finding.
struct Observation {
    let message: String
    let next: String
    var experience: String?
    var tag: String?
    var store: String?
}
