internal import AuditLedger
internal import Registry

/// What evidence is compared with, made ready once: for as many audits as the plan stays the same, or while their sightings are
/// read.
public struct PreparedScope: Sendable {
    public let scope: AuditScope
    let evaluator: Evaluator
    let mirrored: MirroredURLs

    /// Of the rules, each audit asks by its own; only their error model is that of all.
    public init(_ scope: AuditScope, rules: AuditRules = AuditRules()) {
        self.scope = scope
        evaluator = Evaluator(scope, rules: rules, keepsEveryTag: false)
        mirrored = MirroredURLs(scope.tags ?? [])
    }
}
