import Audit
import Registry

extension RandomHistory {
    func scope() async throws -> AuditScope {
        AuditScope(
            stores: try await registry.stores(), experiences: try await registry.experiences(),
            storeTemplates: try await registry.templates(), tags: try await registry.tags(),
            knownTags: try await registry.knownTags(), formerCarriers: try await registry.formerCarriers())
    }

    var now: Timestamp { Timestamp(milliseconds: (clock + 1_000) * 1_000) }
}
