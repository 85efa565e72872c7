/// Takes sightings one after another, in any order, and says what is wrong.
public struct Auditor: Sendable {
    private let scope: AuditScope
    private let rules: AuditRules
    private var ledger = SightingLedger()

    public init(_ scope: AuditScope, rules: AuditRules = AuditRules()) {
        self.scope = scope
        self.rules = rules
    }

    public mutating func add(_ sighting: Sighting) {
        ledger.add(sighting)
    }

    /// Adds what another auditor of the same scope has seen.
    public mutating func merge(_ other: Auditor) {
        ledger.merge(other.ledger)
    }

    /// The result of all sightings so far. The order in which they came makes no difference.
    public func outcome(badRows: BadRows = BadRows()) -> AuditOutcome {
        let stores = StoreMap(scope.stores)
        let reader = ContentReader(scope)
        let tags = ledger.tags().compactMap { content, visits -> AuditedTag? in
            guard let whereabouts = Whereabouts(visits, model: rules.errorModel) else { return nil }
            return AuditedTag(
                content: content, reading: reader.read(content.url), whereabouts: whereabouts, stores: stores,
                rules: rules)
        }
        let findings = Diagnosis(tags: tags, scope: scope, stores: stores, rules: rules).findings()
        return AuditOutcome(
            tags: tags, findings: findings, stores: scope.stores, sightings: ledger.rows, badRows: badRows)
    }
}
