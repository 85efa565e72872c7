/// How much can happen in an exploration.
struct Scope: Hashable {
    /// In the one batch.
    var tags = 1
    /// How often a station asks.
    var requests = 1
    /// How many tags it asks for.
    var count = 1
    /// How often the hub is restored from its backup.
    var restores = 0
    /// How many rows get fresh identifiers.
    var renewals = 0
    /// Whether stations do no more than those of the model: they ask when they have nothing and wait for nothing, and give
    /// back nothing that is written.
    var isAsModelled = true
    /// Whether a station may hear of an era that is over, from a hub daemon that was cut off.
    var hasStaleEras = false
    /// Whether a station may be declared lost.
    var hasLosses = true
    /// Whether a station asks for chips that were written, and gives back what is on a chip.
    var hasLoans = false
    /// How often a tag leaves its chip, at the hub or at the station that has it.
    var replacements = 0
    var mistake: Mistake?
}

/// A rule that is left out. Each is made from outside, by what the hub or a station is given to
/// hear, so that the rules themselves have no switch.
enum Mistake: CaseIterable {
    /// The hub takes a grant for closed when a time is over.
    case grantsExpire
    /// Messages name no era, and a station voids nothing when the era changes.
    case noEras
    /// A restored hub takes every chain for heard.
    case noCheckIn
    /// The tags of a lost station are given to others.
    case lossFrees
    /// A station takes an answer to a request that it has declined.
    case takesWhatItDeclined
    /// A tag that is lent may be written to another chip than the one that has it.
    case lendsForAnyChip
    /// The hub frees a tag for another chip that a lost station may put on one as well.
    case replacesWhatALostStationHas
}
