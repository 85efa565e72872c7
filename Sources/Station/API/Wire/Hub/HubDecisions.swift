package import Registry

/// Why a station is declared lost, or why an era begins, in a person's words.
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

/// Entries of stations that contradict the hub.
package struct ConflictList: Hashable, Sendable, Codable {
    package struct Line: Hashable, Sendable, Codable {
        /// `written-without-grant`, `moved-without-grant`, `contradicts`, `taken-after-end`, `held-twice`.
        package let code: String
        package let tag: TagID?
        /// Number of the grant's request, where a grant is meant.
        package let request: Int?
        /// What the hub says against it, where the code does not say it all.
        package let why: String?
        package let station: StationName?
        package let chain: ChainName
        package let sequence: Int64
        package let noted: Timestamp

        package init(
            code: String, tag: TagID?, request: Int?, why: String?, station: StationName?, chain: ChainName,
            sequence: Int64,
            noted: Timestamp
        ) {
            self.code = code
            self.tag = tag
            self.request = request
            self.why = why
            self.station = station
            self.chain = chain
            self.sequence = sequence
            self.noted = noted
        }
    }

    package let schema: Int
    package let conflicts: [Line]

    package init(_ conflicts: [Line]) {
        schema = 1
        self.conflicts = conflicts
    }
}
