package import Registry

/// What a station asks the hub to prove at each contact: that its log continues the one that the station knows, and that
/// the station's chain is in the hub's database as at the station.
package struct ProofWanted: Hashable, Sendable, Codable {
    /// The size of the newest log that the station has verified, and its era; nil before the first.
    package let size: Int64?
    package let era: Era?
    /// The hub compares the entries behind the first, nil for all, up to the last, nil for none. At most 200.
    package let after: JournalPoint?
    package let upTo: JournalPoint?

    package init(size: Int64?, era: Era?, after: JournalPoint?, upTo: JournalPoint?) {
        self.size = size
        self.era = era
        self.after = after
        self.upTo = upTo
    }
}

/// The hub's newest checkpoint, and what proves it. Hashes have 64 lower-case hexadecimal digits.
package struct ProofMade: Hashable, Sendable, Codable {
    /// The newest entry of the log that is about the station's chain.
    package struct Leaf: Hashable, Sendable, Codable {
        package let index: Int64
        package let head: JournalPoint
        /// The siblings from the leaf up (RFC 6962, 2.1.1).
        package let inclusion: [String]

        package init(index: Int64, head: JournalPoint, inclusion: [String]) {
            self.index = index
            self.head = head
            self.inclusion = inclusion
        }
    }

    package let schema: Int
    package let era: Era
    /// A signed note (C2SP signed-note) with a checkpoint (C2SP tlog-checkpoint).
    package let note: String
    /// The key of the note. A station believes the one that it was given when it enrolled.
    package let key: String
    /// From the log that the station knows to this one (RFC 6962, 2.1.2).
    package let consistency: [String]
    package let leaf: Leaf?
    /// The entry behind which the hub keeps the station's journal; nil for all of it.
    package let began: JournalPoint?

    package init(era: Era, note: String, key: String, consistency: [String], leaf: Leaf?, began: JournalPoint?) {
        schema = 1
        self.era = era
        self.note = note
        self.key = key
        self.consistency = consistency
        self.leaf = leaf
        self.began = began
    }
}
