import Audit
import Registry

extension RegistryStorage where Self: RegistryHistory {
    /// What an audit of everything looks at.
    func scope() async throws -> AuditScope {
        AuditScope(
            stores: try await stores(), experiences: try await experiences(), storeTemplates: try await templates(),
            tags: try await tags(), knownTags: try await knownTags(), formerCarriers: try await formerCarriers())
    }
}

extension RandomHistory {
    func scope() async throws -> AuditScope { try await registry.scope() }

    var now: Timestamp { Timestamp(milliseconds: (clock + 1_000) * 1_000) }
}
