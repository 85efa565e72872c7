internal import Chips
internal import Registry

/// What a session makes of one look at the field after another, so that a lasting situation is reported once: two tags,
/// a phone, a card with a random serial number. Counts looks; a look at a field where nothing changes is taken about
/// ten times a second.
struct FieldMonitor: Sendable, Equatable {
    /// What was reported and is not reported again while it lasts.
    enum Nuisance: Sendable, Equatable {
        case severalTags
        case randomUID
        /// A chip of a kind that is not written.
        case unsupported(ChipUID)
    }

    /// After so many looks at an empty field in a row whatever comes is reported as new. Phones and tags on top of one
    /// another fade in and out for shorter than that.
    static let emptyLimit = 10
    /// So many looks in a row must show one and the same tag after several were there.
    static let loneLimit = 3

    private(set) var isCrowded = false
    private var reported: Nuisance?
    /// Chips that were seen since the field was empty or one of them was dealt with.
    private var seen: [ChipUID] = []
    private var emptyLooks = 0
    private var loneLooks = 0

    /// Nothing is in the field.
    mutating func seeNothing() {
        (seen, loneLooks, isCrowded) = ([], 0, false)
        emptyLooks += 1
        if emptyLooks >= Self.emptyLimit { reported = nil }
    }

    /// One tag was selected. False when it is not alone: the reader finds it and another in turn, or has just found
    /// several.
    mutating func see(_ uid: ChipUID) -> Bool {
        emptyLooks = 0
        if isCrowded {
            loneLooks = seen == [uid] ? loneLooks + 1 : 1
            seen = [uid]
            guard loneLooks >= Self.loneLimit else { return false }
            (isCrowded, loneLooks) = (false, 0)
            return true
        }
        if let last = seen.last, last != uid, seen.contains(uid) { return false }
        if seen.last != uid { seen.append(uid) }
        return true
    }

    /// Several tags are in the field. They must be separated before anything is done.
    mutating func crowd() { (isCrowded, seen, loneLooks, emptyLooks) = (true, [], 0, 0) }

    /// A chip is dealt with: another one that follows it at once was put in its place.
    mutating func settle(_ uid: ChipUID) { seen = [uid] }

    /// Whether this must be reported; not when it was, and lasts.
    mutating func isNew(_ nuisance: Nuisance) -> Bool {
        emptyLooks = 0
        defer { reported = nuisance }
        return reported != nuisance
    }

    /// Whether a chip of a kind that is not written was refused and has not been away since.
    func isReported(_ uid: ChipUID) -> Bool { reported == .unsupported(uid) }
}
