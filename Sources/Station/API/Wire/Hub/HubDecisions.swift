package import Registry

/// Why a station is declared lost, an era begins or a conflict is settled, in a person's words.
package struct StatedCause: Hashable, Sendable, Codable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}

/// A station that was declared lost.
package struct StationLost: Hashable, Sendable, Codable {
    package let schema: Int
    package let name: StationName
    package let chain: ChainName

    package init(_ loss: StationLoss) {
        schema = 1
        name = loss.name
        chain = loss.chain
    }
}

/// A hub's new era.
package struct EraBegun: Hashable, Sendable, Codable {
    package let schema: Int
    package let era: Era

    package init(_ beginning: EraBeginning) {
        schema = 1
        era = beginning.era
    }
}

/// Planned tags that have fresh identifiers.
package struct PlansRenewed: Hashable, Sendable, Codable {
    package let schema: Int
    package let tags: Int

    package init(_ renewal: PlanRenewal) {
        schema = 1
        tags = renewal.tags
    }
}
