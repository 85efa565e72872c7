public import Chips

/// What an audit of everything keeps of a content about which nothing is remarkable: until there is news of it, its part of
/// the outcome is added, and it is not judged again.
public struct SettledContent: Hashable, Sendable {
    public let content: SeenContent
    /// How many sightings of it there are, and how many confirmations.
    public let sightings: Int
    public let confirmations: Int
    /// Nil where only confirmations came, and where the visits count for a chip with the same URL.
    public let tag: SettledTag?

    public init(_ content: SeenContent, sightings: Int, confirmations: Int, tag: SettledTag?) {
        self.content = content
        self.sightings = sightings
        self.confirmations = confirmations
        self.tag = tag
    }
}

/// A tag that certainly is where it belongs.
public struct SettledTag: Hashable, Sendable {
    public let store: StoreID
    /// The provisioned tag with its URL, and that tag's batch.
    public let tag: TagID?
    public let batch: BatchName?
    /// The tag that its URL names.
    public let named: TagID?
    public let visits: Int
    /// Seconds since 1970 of the first of its visits that are kept, and of the last sighting.
    public let firstVisit: Int64
    public let lastSeen: Int64

    public init(
        store: StoreID, tag: TagID?, batch: BatchName?, named: TagID?, visits: Int, firstVisit: Int64, lastSeen: Int64
    ) {
        self.store = store
        self.tag = tag
        self.batch = batch
        self.named = named
        self.visits = visits
        self.firstVisit = firstVisit
        self.lastSeen = lastSeen
    }
}

/// Settled contents that are added up together: tags of one batch that are at one store.
public struct SettledGroup: Hashable, Sendable {
    /// Nil for contents whose visits count for another one, and for those that only confirmations are of.
    public let store: StoreID?
    /// Nil for tags that were not provisioned.
    public let batch: BatchName?
    public let isOnChip: Bool

    public init(store: StoreID?, batch: BatchName?, isOnChip: Bool) {
        self.store = store
        self.batch = batch
        self.isOnChip = isOnChip
    }
}

/// What settled contents of a group, or one of them, add to an outcome.
public struct SettledSum: Sendable, Hashable {
    public let group: SettledGroup
    public private(set) var contents: Int
    public private(set) var sightings: Int
    public private(set) var confirmations: Int
    public private(set) var visits: Int
    /// Seconds since 1970 of the first visit and of the last sighting; nil without a store.
    public private(set) var firstVisit: Int64?
    public private(set) var lastSeen: Int64?

    public init(
        _ group: SettledGroup, contents: Int = 0, sightings: Int = 0, confirmations: Int = 0, visits: Int = 0,
        firstVisit: Int64? = nil, lastSeen: Int64? = nil
    ) {
        self.group = group
        self.contents = contents
        self.sightings = sightings
        self.confirmations = confirmations
        self.visits = visits
        self.firstVisit = firstVisit
        self.lastSeen = lastSeen
    }

    /// Takes away a part of the same group. False where that leaves open when the first visit and the last sighting of the
    /// rest were: then its parts have to be added up.
    public mutating func remove(_ part: SettledSum) -> Bool {
        contents -= part.contents
        sightings -= part.sightings
        confirmations -= part.confirmations
        visits -= part.visits
        return group.store == nil || part.firstVisit != firstVisit && part.lastSeen != lastSeen
    }

    public mutating func add(_ part: SettledSum) {
        contents += part.contents
        sightings += part.sightings
        confirmations += part.confirmations
        visits += part.visits
        firstVisit = [firstVisit, part.firstVisit].compactMap(\.self).min()
        lastSeen = [lastSeen, part.lastSeen].compactMap(\.self).max()
    }
}

/// What an audit of everything has come to for the contents that it judged.
public struct Settling: Sendable {
    /// What it judged by.
    public let mark: JudgingMark
    public let settled: [SettledContent]
    /// To be judged at the next audit again, whatever comes in: what is found about them depends on others.
    public let remarkable: [SeenContent]
    /// Whether it is of an ``EvidencePart`` alone.
    public let isPart: Bool

    public init(mark: JudgingMark, settled: [SettledContent], remarkable: [SeenContent], isPart: Bool = false) {
        self.mark = mark
        self.settled = settled
        self.remarkable = remarkable
        self.isPart = isPart
    }
}

/// How far the registry had come when evidence was read: what changes later is judged at the next audit.
public struct JudgingMark: Hashable, Sendable {
    /// Counts changes by which everything has to be judged again (``Rejudging/everything``).
    public let plan: Int64
    /// Counts audits of everything: contents of which there are news bear the number of the next one.
    public let news: Int64
    /// Whether contents were settled by this plan: otherwise everything has to be judged.
    public let isCurrent: Bool

    public init(plan: Int64, news: Int64, isCurrent: Bool) {
        self.plan = plan
        self.news = news
        self.isCurrent = isCurrent
    }

    /// The same when nothing that was settled counts any more.
    public var outdated: JudgingMark { JudgingMark(plan: plan, news: news, isCurrent: false) }
}

/// Evidence at one moment, for an audit of everything.
public protocol JudgingEvidence {
    /// As it is now: its plan may be another than the audit's own mark says.
    var mark: JudgingMark { get throws }
    /// Whether no content waits to be folded again: where some do, that one is not here says nothing of it.
    var isWhole: Bool { get throws }
    /// How many contents there are at most.
    var contents: Int { get throws }
    /// How many of them an audit has to judge by themselves, at most: all where none is settled by the plan.
    var openContents: Int { get throws }
    /// Hands over all of it, so much at a time.
    func everything(_ receive: ([SeenEvidence]) throws -> Void) throws
    /// The numbers of settled contents that share a chip with another content, or on chips the identifier of a tag.
    var sharedContents: [UInt128] { get throws }
    /// Hands over one part of it.
    func part(_ part: EvidencePart, _ receive: ([SeenEvidence]) throws -> Void) throws
    /// Of the contents that have to be judged by themselves: with news, or remarkable.
    func unsettled(_ receive: ([SeenEvidence]) throws -> Void) throws
    /// Of the contents with these URLs, and of those on these chips, settled or not, but for those with known numbers.
    func evidence(
        urls: [String], chips: Set<ChipUID>, besides known: Set<UInt128>, _ receive: (SeenEvidence) throws -> Void
    ) throws
    /// Of the contents with these numbers.
    func evidence(numbers: [UInt128], _ receive: (SeenEvidence) throws -> Void) throws
    /// Hands over all that is settled, group by group.
    func settledSums(_ receive: (SettledSum) throws -> Void) throws
    /// Hands over the settled contents of a group one by one, with their numbers.
    func settledParts(of group: SettledGroup, _ receive: (UInt128, SettledSum) throws -> Void) throws
    /// Of the contents with these numbers those that are settled.
    func settledParts(numbers: [UInt128], _ receive: (UInt128, SettledSum) throws -> Void) throws
    /// Hands over the identifier of each provisioned tag that is settled as its bytes, with its content's number; several
    /// contents may be of one tag.
    func settledTags(_ receive: (UInt128, Span<UInt8>) throws -> Void) throws
    /// The numbers of settled contents on chips whose URLs name these tags.
    func settledContents(onChipsNaming tags: Set<TagID>) throws -> [UInt128]
    /// The numbers of settled tags that were seen last before this second since 1970.
    func settledContents(lastSeenBefore time: Int64) throws -> [UInt128]
    /// What earlier audits know of the tags that they saw: of those that are not settled, and of the settled contents with
    /// these numbers; nil: of all.
    func knownTags(ofSettled numbers: Set<UInt128>?) throws -> [KnownTag]
}
