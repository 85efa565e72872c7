package import Chips
package import Registry

/// Whether a station is under a hub, and what it holds.
package struct HubStatus: Hashable, Sendable, Codable {
    /// Tags that were taken with one request.
    package struct Held: Hashable, Sendable, Codable {
        package let request: Int
        package let batch: BatchName
        /// How many came.
        package let size: Int
        /// No chip and no label has them; these may go back.
        package let planned: Int
        /// A chip or a label has them, or may have them.
        package let written: Int
        /// The chip for which its one tag is lent; nil for tags that came with their batch.
        package let chip: ChipUID?

        package init(request: Int, batch: BatchName, size: Int, planned: Int, written: Int, chip: ChipUID? = nil) {
            self.chip = chip
            self.request = request
            self.batch = batch
            self.size = size
            self.planned = planned
            self.written = written
        }
    }

    /// A chip whose tag the hub does not lend, by its last answer.
    package struct Refused: Hashable, Sendable, Codable {
        package let uid: ChipUID
        package let refusal: LoanRefusal

        package init(_ uid: ChipUID, _ refusal: LoanRefusal) {
            self.uid = uid
            self.refusal = refusal
        }
    }

    package let schema: Int
    /// Nil for a station that is under no hub.
    package let membership: HubMembership?
    /// Whether its chain at the hub is over, so that nothing of the hub's may be written.
    package let isParted: Bool
    /// The hub's era that the station has adopted.
    package let era: Era?
    /// Requests that wait for the hub.
    package let requests: [GrantRequest]
    package let grants: [Held]
    package let refused: [Refused]
    /// What to ask for next: batches of which little is left.
    package let low: [GrantWanted]
    /// The newest entry of the station's journal; nil without entries.
    package let newest: JournalPoint?

    package init(
        membership: HubMembership?, isParted: Bool, era: Era?, requests: [GrantRequest], grants: [Held],
        refused: [Refused], low: [GrantWanted], newest: JournalPoint?
    ) {
        self.refused = refused
        schema = 1
        self.membership = membership
        self.isParted = isParted
        self.era = era
        self.requests = requests
        self.grants = grants
        self.low = low
        self.newest = newest
    }
}

/// Tags that a station is to ask its hub for.
package struct GrantWanted: Hashable, Sendable, Codable {
    package static let counts = 1...10_000

    package let batch: BatchName
    /// One of ``counts``.
    package let count: Int

    package init(batch: BatchName, count: Int) {
        self.batch = batch
        self.count = count
    }
}

/// A chip that another station has written and this one is to write, or the other way round.
package struct ChipNamed: Hashable, Sendable, Codable {
    package let uid: ChipUID

    package init(_ uid: ChipUID) {
        self.uid = uid
    }
}

/// A hub's refusal to lend the tag of a chip, for the station's journal.
package struct LoanRefused: Hashable, Sendable, Codable {
    package let request: Int
    package let refusal: LoanRefusal

    package init(request: Int, _ refusal: LoanRefusal) {
        self.request = request
        self.refusal = refusal
    }
}

/// A hub's answer to a request, for the station's journal.
package struct GrantArrival: Hashable, Sendable, Codable {
    package let grant: Grant
    package let documents: HubDocuments

    package init(_ grant: Grant, _ documents: HubDocuments) {
        self.grant = grant
        self.documents = documents
    }
}

/// Why a station leaves its hub, in a person's words.
package struct HubLeaving: Hashable, Sendable, Codable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}
