public import Chips

/// What a station asks of the hub: the right to write tags of a batch, or the tag of a chip. It is repeated until it is
/// answered.
public struct GrantRequest: Hashable, Sendable, Codable {
    public let chain: ChainName
    /// From 1, in the order in which the chain has asked. No number is used twice.
    public let number: Int
    /// The era that the chain had adopted when it asked.
    public let era: Era
    /// Where a chip is asked for, a name that no batch has: a hub of an earlier release passes over the chip, and finds
    /// nothing free.
    public let batch: BatchName
    /// How many tags, at least 1.
    public let count: Int
    /// The chip whose tag is asked for, which another station has written; nil for tags of a batch.
    public let chip: ChipUID?

    public init(chain: ChainName, number: Int, era: Era, batch: BatchName, count: Int) {
        self.chain = chain
        self.number = number
        self.era = era
        self.batch = batch
        self.count = count
        chip = nil
    }

    public init(chain: ChainName, number: Int, era: Era, chip: ChipUID) {
        guard let batch = BatchName("chip \(chip)") else { preconditionFailure("a UID is short and printable") }
        self.chain = chain
        self.number = number
        self.era = era
        self.batch = batch
        count = 1
        self.chip = chip
    }
}

/// Tags of one batch whose right to be written one chain takes along. It never expires: a chip checks no token, so a right
/// that ends by a clock would be used by two.
public struct Grant: Hashable, Sendable, Codable {
    public let chain: ChainName
    /// Number of the ``GrantRequest`` that it answers.
    public let request: Int
    /// The era in which the hub gave it.
    public let era: Era
    public let batch: BatchName
    /// In the order of the batch's rows.
    public let tags: [TagID]
    /// The chip that carries the one tag; nil for tags of a batch.
    public private(set) var loan: Loan?
    /// How often tags have left a chip, by their identifiers; those that never have are left out. What was done with them before
    /// is done.
    public private(set) var turns: [String: Int]?

    /// A tag that is on a chip. It may be written to this chip, and to no other.
    public struct Loan: Hashable, Sendable, Codable {
        public let chip: ChipUID
        /// From 1, in the order in which the chip's tag was lent: what was done to it before is done.
        public let number: Int
        /// What had become of the tag when the hub answered; nil where only the right counts.
        public var life: TagLife?

        public init(of chip: ChipUID, number: Int, life: TagLife? = nil) {
            self.chip = chip
            self.number = number
            self.life = life
        }
    }

    public init(
        chain: ChainName, request: Int, era: Era, batch: BatchName, tags: [TagID], loan: Loan? = nil
    ) {
        self.chain = chain
        self.request = request
        self.era = era
        self.batch = batch
        self.tags = tags
        self.loan = loan
    }

    /// The same grant after some of its tags went back.
    public func without(_ returned: [TagID]) -> Grant {
        let gone = Set(returned)
        return Grant(
            chain: chain, request: request, era: era, batch: batch, tags: tags.filter { !gone.contains($0) },
            loan: loan)
    }

    /// The same grant, with what has become of its one tag, where that is lent.
    public func telling(_ life: TagLife?) -> Grant {
        var told = self
        told.loan?.life = life
        return told
    }

    public func counting(_ turns: [String: Int]?) -> Grant {
        var counted = self
        counted.turns = turns
        return counted
    }
}

/// Why a hub does not lend the tag of a chip.
public struct LoanRefusal: Hashable, Sendable, Codable {
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// No tag that may be written is on the chip, as far as the hub knows.
        case unknownChip = "unknown-chip"
        /// A station has the right to write the tag.
        case chipHeld = "chip-held"
        /// What the hub says of tag or chip contradicts what the station knows.
        case contradiction
        /// The hub takes the request for one of a batch.
        case olderHub = "older-hub"
    }

    public let code: Code
    /// The station that has the right.
    public let holder: StationName?

    public init(_ code: Code, holder: StationName? = nil) {
        self.code = code
        self.holder = holder
    }

    /// Why, and what to do, in a sentence each.
    public func words(for chip: ChipUID) -> (reason: String, next: String) {
        switch code {
        case .unknownChip:
            (
                "the hub knows no tag on chip \(chip) that may be written",
                "bring the station that has written it together with the hub (waymark station sync), or take a blank chip"
            )
        case .chipHeld:
            (
                "station \(holder?.text ?? "(unnamed)") has the right to write the tag on chip \(chip)",
                "have that station pass it on: waymark station lend \(chip); then ask again"
            )
        case .contradiction:
            (
                "what the hub says of chip \(chip) contradicts this station's registry",
                "see what this station knows of it: waymark journal list"
            )
        case .olderHub:
            ("the hub's version lends no tags of chips", "bring the hub to this station's version, and ask again")
        }
    }
}
