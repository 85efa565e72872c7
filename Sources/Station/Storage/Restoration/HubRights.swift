internal import Faults
internal import Grants
internal import Registry

/// Whether a backup is of a time when its tags were the station's own, and a hub has them now. A backup does not know what
/// came after it, and the registry that it is to replace may: then a station would write tags that the hub grants to others.
struct HubRights {
    private let standing: StationStanding
    private let hasTags: Bool
    private let replaced: JournalComparison
    /// Whether the two are of one station, or may be: not every entry could be read.
    private let isSameStation: Bool

    init(_ base: BackupFile.Opened, replacing replaced: JournalComparison, hasGaps: Bool) {
        standing = base.standing
        hasTags = !base.lives.isEmpty
        self.replaced = replaced
        isSameStation = replaced.common > 0 || hasGaps
    }

    func check(_ backup: String) throws(GrantError) {
        guard case .alone = standing, hasTags else { return }
        if let handOver = replaced.handOver, isSameStation { throw .notRestored(backup, handOver) }
        if let membership = replaced.membership { throw .notRestored(backup, over: membership) }
    }
}

extension GrantError {
    static func notRestored(_ backup: String, _ handOver: RegistryHandOver) -> GrantError {
        GrantError(
            .registryAdopted, "\(backup) is not restored",
            why:
                "the hub \(handOver.hub) has adopted this registry, and grants its tags to stations (chain \(handOver.chain))",
            next: "move the registry away, start with a new one, and join that hub: waymark station join")
    }

    fileprivate static func notRestored(_ backup: String, over membership: HubMembership) -> GrantError {
        GrantError(
            .alreadyJoined, "\(backup) is not restored",
            why:
                "this is station \(membership.name) of \(membership.hub), and the backup has tags of a station that worked by "
                + "itself: the hub may grant their tags to others",
            next:
                "ask the hub whether it has them: waymark-hub adopt \(backup) --dry-run; where it has not, and this station "
                + "has left it for good, move the registry away first")
    }
}
