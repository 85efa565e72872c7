internal import AuditLedger
internal import Chips
internal import Geodesy
internal import Registry

/// A tag that was seen, and all that follows from its sightings.
///
/// There may be millions: what many have in common, such as a store, each names.
final class AuditedTag: Sendable {
    /// A store that was found.
    private indirect enum Found: Sendable {
        case none
        case own
        case other(Store)
    }

    let url: String
    let uid: ChipUID?
    let reading: ContentReading
    /// Where it is now: of a tag that was moved, or put right, as its last visits say.
    let whereabouts: AgreedPosition
    /// One fix for each visit, the most accurate first, those before it was moved or put right included.
    let everyFix: [Fix]
    private let stores: [Store]
    /// The position among the stores of the one that the content names, when it is known.
    let storePosition: Int?
    /// Nil for a store without a region, an unknown store, and content that nothing is registered for.
    let judgement: Judgement?
    private let found: Found
    /// For a tag outside: the stores where it more probably is than not, else the one where it most probably is.
    let likelyStores: [StoreID]
    /// Set when its visits in the order of time begin inside and end elsewhere.
    let movement: Movement?
    /// Seconds since 1970.
    let lastSeen: UInt32
    /// What became of its rows.
    let rows: RowFates

    /// Nil without fixes, one for each visit of so many `rows`. `lastInside`: when an earlier audit found the tag inside.
    init?(
        url: String, uid: ChipUID?, fixes: [Fix], rows: Int, lastSeen: UInt32, reading: ContentReading,
        stores: StoreMap, model: ErrorModel, lastInside: Timestamp? = nil
    ) {
        guard let whole = AgreedPosition(fixes, model: model) else { return nil }
        self.url = url
        self.uid = uid
        self.reading = reading
        self.lastSeen = lastSeen
        self.stores = stores.all
        storePosition = reading.store.flatMap { stores.position(of: $0) }
        let store = storePosition.map { stores.all[$0] }
        let region = reading.status.isOurs ? store?.region : nil
        let moved = region.flatMap { Movement(whole, in: $0, model: model) }
        let back = region.flatMap { Movement.putRight(moved?.end ?? whole, in: $0, model: model) }
        let movement = back == nil ? moved : nil
        let whereabouts = back ?? movement?.now ?? whole
        let judgement = region.map { Judgement(whereabouts, in: $0, model: model) }
        let isOutside = judgement?.verdict == .outside
        self.movement =
            movement ?? lastInside.flatMap { isOutside ? Movement(since: $0, now: whereabouts) : nil }
        self.whereabouts = whereabouts
        everyFix = whole.fixes
        let leftOut = whereabouts.leftOut.count
        self.rows = RowFates(visits: fixes.count - leftOut, repeated: rows - fixes.count, leftOut: leftOut)
        self.judgement = judgement
        let candidates = isOutside ? stores.candidates(at: whereabouts.decided, model: model) : nil
        likelyStores = candidates?.likely.map(\.id) ?? []
        let other: Store?
        switch judgement?.verdict {
        case .inside:
            found = .own
            return
        case .undecided: other = movement.flatMap { stores.store(ofVisits: $0.end, model: model) }
        case .outside:
            // Fixes that each may be of its own store, and together cannot: it is at none.
            let found = candidates.flatMap { stores.store(ofVisits: whereabouts.decided, $0, model: model) }
            other = found?.id == store?.id ? nil : found
        case nil: other = stores.store(at: whereabouts.decided, model: model)
        }
        found = other.map(Found.other) ?? .none
    }

    /// The store that the content names, when it is known.
    var store: Store? { storePosition.map { stores[$0] } }

    /// Where it was found: its own store when inside, else the store where it most probably is.
    var foundStore: Store? {
        switch found {
        case .none: nil
        case .own: store
        case .other(let store): store
        }
    }

    /// The order of contents, byte by byte, and chips. Two spellings of a content that Swift's strings hold to be equal are
    /// two contents.
    static func precedes(_ left: AuditedTag, _ right: AuditedTag) -> Bool {
        let order = ByteComparison.order(left.url.utf8Span.span, right.url.utf8Span.span)
        if order != 0 { return order < 0 }
        return (left.uid?.hexadecimal ?? "") < (right.uid?.hexadecimal ?? "")
    }

    var verdict: Verdict? { judgement?.verdict }

    /// Whether it has visits that say something else than where it is now.
    var hasVisitsElsewhere: Bool { everyFix.count > whereabouts.visits }

    /// Their fixes, the most accurate first.
    var fixesElsewhere: [Fix] {
        guard hasVisitsElsewhere else { return [] }
        let deciding = whereabouts.agreeing
        return everyFix.filter { !deciding.contains($0) }
    }

    /// Seconds since 1970 of the newest visit that says where it is; not of one that was left out. Where visits contradict
    /// each other and it is outside, each of them says so.
    var lastPlaced: Int64 {
        let last = movement?.end ?? whereabouts
        let fixes = last.isContradictory && verdict == .outside ? last.fixes : last.agreeing
        return (fixes.map(\.time).max()?.milliseconds).map { $0 / 1_000 } ?? Int64(lastSeen)
    }

    /// Its store is known and has no region.
    var isRoaming: Bool { reading.status.isOurs && store.map { $0.region == nil } ?? false }

    var label: String { reading.label(uid, url) }

    /// Tags that travelled together: those of one batch, else those of one kind.
    var lot: Lot {
        if let batch = reading.tag?.batch { return .batch(batch) }
        return uid == nil ? .visualCodes : .chips
    }
}

/// A box of tags.
enum Lot: Sendable, Hashable {
    case batch(BatchName)
    case visualCodes
    case chips
}
