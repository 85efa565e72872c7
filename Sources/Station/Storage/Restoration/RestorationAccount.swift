package import Registry

/// What a restoration costs, for the person who decides about it.
package struct RestorationAccount: Sendable {
    /// The backup's entries, and the newest of them.
    package let entries: Int64
    package let newest: JournalPoint?
    package let newestTime: Timestamp?
    /// How many of them the replaced registry has as well.
    package internal(set) var common: Int64 = 0
    /// What the replaced registry has and the backup has not, as far as it could be read.
    package internal(set) var lost = LostEntries.none
    /// Chips and labels that were given up, by the replaced registry; the backup may know some of them.
    private(set) var formerCarriers: [FormerCarrier] = []
    /// How many entries that is; nil where that is unknown.
    package internal(set) var lostCount: Int64?
    /// The newest entry of the replaced registry.
    package internal(set) var replaced: JournalPoint?
    /// Whether the file to replace is missing.
    package internal(set) var isMissing = false
    /// Whether its journal could be read, every entry of it.
    package internal(set) var isReadable = false
    /// Whether unknown tags may have been handed out since: then batches are paused until a person has checked them.
    package internal(set) var isDoubtful = true

    private(set) var lastFinding: Int64
    private(set) var lastImport: Int64

    /// How many numbers are skipped where it is unknown how many were given out.
    private static let leap: Int64 = 1_000

    init(_ base: BackupFile.Opened) {
        entries = base.entries
        newest = try? base.newest.map { JournalPoint(sequence: $0.sequence, digest: try $0.digest()) }
        newestTime = base.newest?.time
        lastFinding = base.lastFinding + Self.leap
        lastImport = base.lastImport + Self.leap
    }

    /// The replaced registry cannot be read: all that is known of it is what a person has noted.
    mutating func compare(with known: JournalPoint?) {
        guard let known else { return }
        if known == newest {
            (lostCount, isDoubtful) = (0, false)
            (lastFinding, lastImport) = (lastFinding - Self.leap, lastImport - Self.leap)
        } else if known.sequence > entries {
            lostCount = known.sequence - entries
        }
    }

    mutating func take(_ comparison: JournalComparison, of registry: ReplacedRegistry) {
        common = comparison.common
        lost = comparison.lost
        lostCount = lost.count
        formerCarriers = registry.formerCarriers ?? lost.formerCarriers
        replaced = try? comparison.newest.map { JournalPoint(sequence: $0.sequence, digest: try $0.digest()) }
        isReadable = !registry.hasGaps
        // Two registries that share no entry are two stations': neither knows what the other has handed out.
        isDoubtful = registry.hasGaps || (common == 0 && entries > 0)
        if let finding = registry.highest(.findings), let number = registry.highest(.imports), !isDoubtful {
            lastFinding = max(lastFinding - Self.leap, finding)
            lastImport = max(lastImport - Self.leap, number)
        }
    }
}
