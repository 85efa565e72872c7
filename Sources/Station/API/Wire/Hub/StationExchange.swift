package import Registry

/// How a station is, by its own word.
package struct StationReport: Hashable, Sendable, Codable {
    package let chain: ChainName
    /// See ``EnrolmentRequest/fingerprint``: another machine with this registry is a copy.
    package let fingerprint: String
    package let version: String
    package let head: JournalPoint?
    /// Its clock.
    package let clock: Timestamp
    /// What the hub shall prove with its answer; nil for nothing.
    package let proof: ProofWanted?

    package init(
        chain: ChainName, fingerprint: String, version: String, head: JournalPoint?, clock: Timestamp,
        proof: ProofWanted?
    ) {
        self.chain = chain
        self.fingerprint = fingerprint
        self.version = version
        self.head = head
        self.clock = clock
        self.proof = proof
    }
}

/// What the hub has of a station's chain, and in which era it is.
package struct StationOrders: Hashable, Sendable, Codable {
    package let schema: Int
    /// The newest entry that the hub has of the chain; nil for none, and none before it enrolled.
    package let head: JournalPoint?
    package let era: Era
    /// Whether every chain that may hold tags has adopted the era: before that few tags are granted.
    package let isSettled: Bool
    /// The hub's clock.
    package let clock: Timestamp
    /// Another text whenever what the station's tags need may have changed; nil from a hub that does not say.
    package let documents: String?
    /// Nil where none was asked for, and where the hub does not have the entries that it should compare.
    package let proof: ProofMade?

    package init(
        head: JournalPoint?, era: Era, isSettled: Bool, clock: Timestamp, documents: String, proof: ProofMade?
    ) {
        schema = 1
        self.head = head
        self.era = era
        self.isSettled = isSettled
        self.clock = clock
        self.documents = documents
        self.proof = proof
    }
}

/// Entries of a station's journal, one behind the other.
package struct EntriesUpload: Hashable, Sendable, Codable {
    /// Entries and bytes of their payloads that one request may have at most.
    package static let limit = (entries: 2_000, bytes: 700_000)

    package let entries: [JournalEntry]
    /// The station's signature of the last one, 128 lower-case hexadecimal digits.
    package let signature: String

    package init(entries: [JournalEntry], signature: String) {
        self.entries = entries
        self.signature = signature
    }
}

/// The newest entry that the hub has of a chain.
package struct EntriesTaken: Hashable, Sendable, Codable {
    package let schema: Int
    package let head: JournalPoint

    package init(head: JournalPoint) {
        schema = 1
        self.head = head
    }
}

/// A page of the documents that a station's tags need.
package struct DocumentsGiven: Hashable, Sendable, Codable {
    package let schema: Int
    package let documents: HubDocuments
    /// With which the next page is asked for; behind the last one it brings what has changed since the first one.
    package let mark: String
    package let isLast: Bool

    package init(_ documents: HubDocuments, mark: String, isLast: Bool) {
        schema = 1
        self.documents = documents
        self.mark = mark
        self.isLast = isLast
    }
}

/// What a request for tags comes to: a grant with the documents that its tags need, or why there is none.
package struct GrantReply: Hashable, Sendable, Codable {
    /// Why a hub gives nothing.
    package enum Refusal: String, Hashable, Sendable, Codable, CaseIterable {
        /// The request was asked in another era.
        case otherEra = "other-era"
        /// The hub has not heard that the station has adopted the era.
        case notAdopted = "not-adopted"
        /// The station is not enrolled, or was declared lost.
        case chainNotOpen = "chain-not-open"
        /// The station has closed the request.
        case requestClosed = "request-closed"
        /// The hub waits for other stations.
        case unsettled
        /// No tag of the batch is free.
        case nothingFree = "nothing-free"
        /// No tag that may be written is on the chip.
        case unknownChip = "unknown-chip"
        /// A station has the right to write the chip's tag.
        case chipHeld = "chip-held"
    }

    package let schema: Int
    package let grant: Grant?
    package let documents: HubDocuments?
    package let refusal: Refusal?
    /// The station that has the right, where one has.
    package let holder: StationName?

    package init(_ grant: Grant, _ documents: HubDocuments) {
        holder = nil
        schema = 1
        self.grant = grant
        self.documents = documents
        refusal = nil
    }

    package init(_ refusal: Refusal, holder: StationName?) {
        self.holder = holder
        schema = 1
        grant = nil
        documents = nil
        self.refusal = refusal
    }
}
