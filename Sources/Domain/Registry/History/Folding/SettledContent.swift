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
    /// The provisioned tag with its URL.
    public let tag: TagID?
    /// The tag that its URL names.
    public let named: TagID?
    public let visits: Int
    /// Seconds since 1970 of the first of its visits that are kept, and of the last sighting.
    public let firstVisit: Int64
    public let lastSeen: Int64

    public init(store: StoreID, tag: TagID?, named: TagID?, visits: Int, firstVisit: Int64, lastSeen: Int64) {
        self.store = store
        self.tag = tag
        self.named = named
        self.visits = visits
        self.firstVisit = firstVisit
        self.lastSeen = lastSeen
    }
}

/// A settled content without what it is: what is added up.
public struct SettledPart: Sendable {
    /// The storage's number of the content, see ``SeenEvidence/number``.
    public let number: UInt128
    public let isOnChip: Bool
    public let sightings: Int
    public let confirmations: Int
    public let tag: SettledTag?

    public init(number: UInt128, isOnChip: Bool, sightings: Int, confirmations: Int, tag: SettledTag?) {
        self.number = number
        self.isOnChip = isOnChip
        self.sightings = sightings
        self.confirmations = confirmations
        self.tag = tag
    }
}

/// What an audit of everything has come to for the contents that it judged.
public struct Settling: Sendable {
    /// What it judged by.
    public let mark: JudgingMark
    public let settled: [SettledContent]
    /// To be judged at the next audit again, whatever comes in: what is found about them depends on others.
    public let remarkable: [SeenContent]

    public init(mark: JudgingMark, settled: [SettledContent], remarkable: [SeenContent]) {
        self.mark = mark
        self.settled = settled
        self.remarkable = remarkable
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
    /// Hands over all of it, so much at a time.
    func everything(_ receive: ([SeenEvidence]) throws -> Void) throws
    /// Of the contents that have to be judged by themselves: with news, or remarkable.
    func unsettled(_ receive: ([SeenEvidence]) throws -> Void) throws
    /// Of the contents with these URLs, and of those on these chips, settled or not.
    func evidence(urls: [String], chips: Set<ChipUID>, _ receive: (SeenEvidence) throws -> Void) throws
    /// Of the contents with these numbers.
    func evidence(numbers: [UInt128], _ receive: (SeenEvidence) throws -> Void) throws
    /// Hands over the contents that are settled.
    func settled(_ receive: (SettledPart) throws -> Void) throws
    /// What earlier audits know of every tag that they saw. `besidesSettled`: of none that is settled as seen.
    func knownTags(besidesSettled: Bool) throws -> [KnownTag]
}
