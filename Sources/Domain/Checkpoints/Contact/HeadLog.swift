package import Grants
package import Registry

/// A log of heads that a hub keeps and signs.
package protocol HeadLog: Sendable {
    /// Appends the heads that have moved, looks over a part of what is kept, and proves. Throws `log-damaged` where what
    /// is kept contradicts itself.
    func prove(_ question: LogQuestion) async throws -> LogProof
    /// The same for a station that says how it is: thousands of them call once a minute, and most have nothing to tell. Throws
    /// `unknown-station`, `other-machine` and `log-damaged`.
    func hear(_ call: StationCall, proving question: LogQuestion?) async throws -> ContactAnswer
}

/// What a station hears at a contact.
package struct ContactAnswer: Hashable, Sendable {
    /// Nil where not all entries of the station have been done yet: see ``HubStations/hear(_:)``.
    package let hearing: StationHearing?
    /// Nil where nothing was asked, or more than the hub has: a station asks before it knows what that is.
    package let proof: LogProof?

    package init(hearing: StationHearing?, proof: LogProof?) {
        self.hearing = hearing
        self.proof = proof
    }
}

/// What a station asks for at each contact.
package struct LogQuestion: Hashable, Sendable {
    /// The newest log that a station has verified.
    package struct Known: Hashable, Sendable {
        package let size: UInt64
        package let era: Era

        package init(size: UInt64, era: Era) {
            self.size = size
            self.era = era
        }
    }

    package struct Comparison: Hashable, Sendable {
        /// Nil for the beginning of the chain.
        package let after: JournalPoint?
        package let upTo: JournalPoint

        package init(after: JournalPoint?, upTo: JournalPoint) {
            self.after = after
            self.upTo = upTo
        }
    }

    package let chain: ChainName
    /// Nil before the first.
    package let known: Known?
    /// The entries of its chain that the hub compares with what it has: behind the first, up to the last.
    package let compared: Comparison?

    /// How many entries of the chain one contact compares at most.
    package static let window: Int64 = 200

    package init(chain: ChainName, known: Known?, compared: Comparison?) {
        self.chain = chain
        self.known = known
        self.compared = compared
    }
}

/// What a hub answers.
package struct LogProof: Hashable, Sendable {
    /// The newest entry of the log that is about the chain.
    package struct Leaf: Hashable, Sendable {
        package let index: UInt64
        package let entry: HeadEntry
        /// Its siblings from the leaf up.
        package let inclusion: [LogHash]

        package init(index: UInt64, entry: HeadEntry, inclusion: [LogHash]) {
            self.index = index
            self.entry = entry
            self.inclusion = inclusion
        }
    }

    package let era: Era
    /// The hub's newest checkpoint, signed.
    package let note: SignedNote
    /// From the log that the station knows to this one.
    package let consistency: [LogHash]
    /// Nil for a chain without entries.
    package let leaf: Leaf?
    /// The entry behind which the hub keeps the chain; nil where it keeps all of it.
    package let began: JournalPoint?

    package init(era: Era, note: SignedNote, consistency: [LogHash], leaf: Leaf?, began: JournalPoint?) {
        self.era = era
        self.note = note
        self.consistency = consistency
        self.leaf = leaf
        self.began = began
    }
}

extension Checkpoint {
    /// Names the log of a hub: a new era is a new one.
    package static func origin(of era: Era) -> String { "\(hubName)/\(era)" }

    /// In whose name a hub signs.
    package static let hubName = "waymark-hub"
}
