internal import Geodesy

/// What is kept of all that was seen of a content and answered about it: enough for every verdict, and no more however
/// often that was. The same in whatever order and in however many pieces the rows came.
public struct FoldedEvidence: Sendable, Hashable {
    /// How many sightings there are.
    public internal(set) var sightings = 0
    /// Seconds since 1970 of the last one, also when it is not among the visits; 0 without any.
    public internal(set) var lastSeen: UInt32 = 0
    /// Of entry 0: one fix for each visit, the most accurate; the latest visits, and the most accurate of the rest.
    public internal(set) var visits: [PackedVisit] = []
    /// How many confirmations there are.
    public internal(set) var confirmations = 0
    /// Of entry 0: the latest answer of each device, and the latest witnesses, in the order of time.
    public internal(set) var witnesses: [PackedOutcome] = []

    public init() {}

    /// What a storage has kept: as these were before.
    public init(
        sightings: Int, lastSeen: UInt32, visits: [PackedVisit], confirmations: Int, witnesses: [PackedOutcome]
    ) {
        self.sightings = sightings
        self.lastSeen = lastSeen
        self.visits = visits
        self.confirmations = confirmations
        self.witnesses = witnesses
    }

    /// Adds rows that were not added before.
    public mutating func add(_ rows: [PackedVisit]) {
        guard !rows.isEmpty else { return }
        sightings += rows.count
        for row in rows {
            lastSeen = max(lastSeen, row.time)
            PackedVisit.keep(row, in: &visits)
        }
    }

    /// Adds rows that were not added before.
    public mutating func add(_ rows: [PackedOutcome]) {
        guard !rows.isEmpty else { return }
        confirmations += rows.count
        for row in rows { PackedOutcome.keep(row, in: &witnesses) }
    }
}

/// What was seen of one content.
public struct SeenEvidence: Sendable, Hashable {
    /// The storage's own, of the content: a counted one, or a digest.
    public let number: UInt128
    public let content: SeenContent
    public let folded: FoldedEvidence

    public init(number: UInt128, _ content: SeenContent, _ folded: FoldedEvidence) {
        self.number = number
        self.content = content
        self.folded = folded
    }
}

extension KeptSighting {
    /// `device`: the number that the storage has for the pseudonym, or a digest of it; ``PackedVisit/noDevice`` without one.
    public func packed(device: Int64) -> PackedVisit {
        PackedVisit(
            entry: 0, time: UInt32(clamping: time), device: UInt32(truncatingIfNeeded: device),
            latitude: place.latitude, longitude: place.longitude, sigma: Float(sigma))
    }
}

extension KeptConfirmation {
    /// The same; nil for an outcome that is not known: the registry was changed from outside.
    public func packed(device: Int64) -> PackedOutcome? {
        Confirmation.Outcome(rawValue: outcome).map {
            PackedOutcome(
                entry: 0, time: UInt32(clamping: time), device: UInt32(truncatingIfNeeded: device), outcome: $0)
        }
    }
}
