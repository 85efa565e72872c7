public import Chips

/// Which imports of sightings an audit has read as a whole.
public enum ReadImports: Hashable, Sendable {
    /// All up to this number, which had ended before it read (``RegistryHistory/endedImports()``).
    case upTo(Int64)
    /// These alone.
    case only(Set<Int64>)
}

/// What an audit leaves in the history: what it looked at, and what it found.
public struct AuditRun: Hashable, Sendable {
    public let batch: BatchName?
    public let imports: ReadImports
    /// Whether it has read all evidence that there was. One of what is news has read all imports when it ends, and not
    /// what they brought before.
    public let readsEverything: Bool
    /// Seconds since 1970 of the first visit; nil without any.
    public let firstVisit: Int64?
    /// What customers' answers say, explained by another cause or not.
    public let refusals: Set<CustomerRefusal>
    /// Stores at which anything was seen, and seconds since 1970 of the last sighting there.
    public let covered: [StoreID: Int64]
    /// Those of them of which so much was seen that what was not seen is missing.
    public let walked: Set<StoreID>
    public let verdicts: [TagVerdict]
    public let findings: [FoundFinding]
    /// How often evidence had been erased when the audit began to read it (``ErasureState/count``); nil for an audit
    /// that read none.
    public let erasures: Int64?
    /// The findings that were open before the audit read customers' answers, by number, and when each had been found
    /// last: another audit may have found more since, by answers that this one has not read. Nil: none has.
    public let knownBefore: [Int64: Timestamp]?
    /// Whether a storage has kept the verdicts already, before the audit's own event.
    public private(set) var hasKeptVerdicts = false

    public init(
        batch: BatchName? = nil, imports: ReadImports = .only([]), readsEverything: Bool = false,
        erasures: Int64? = nil, knownBefore: [Int64: Timestamp]? = nil, firstVisit: Int64? = nil,
        refusals: Set<CustomerRefusal> = [], covered: [StoreID: Int64] = [:], walked: Set<StoreID>? = nil,
        verdicts: [TagVerdict] = [], findings: [FoundFinding] = []
    ) {
        self.batch = batch
        self.imports = imports
        self.readsEverything = readsEverything
        self.erasures = erasures
        self.knownBefore = knownBefore
        self.firstVisit = firstVisit
        self.refusals = refusals
        self.covered = covered
        self.walked = walked ?? Set(covered.keys)
        self.verdicts = verdicts
        self.findings = findings
    }

    /// Whether it has read its answers since the finding was found last.
    func hasReadAnswers(since finding: FindingLife) -> Bool {
        knownBefore.map { $0[finding.number] == finding.lastFound } ?? true
    }

    /// The same when its verdicts are kept. What they say is true whether or not the event follows.
    package var withVerdictsKept: Self {
        var run = self
        run.hasKeptVerdicts = true
        return run
    }
}

/// What customers' answers say of one tag.
public struct CustomerRefusal: Hashable, Sendable {
    /// That of the finding which they are evidence for.
    public let code: String
    /// The store that the tag's content names.
    public let store: StoreID?
    /// What people call the tag, as findings do.
    public let label: String

    public init(code: String, store: StoreID?, label: String) {
        self.code = code
        self.store = store
        self.label = label
    }
}

/// What an audit says about one tag. It stays when the sightings are gone.
public struct TagVerdict: Hashable, Sendable {
    public let url: String
    public let uid: ChipUID?
    /// What people call the tag, as findings do.
    public let label: String
    public let store: StoreID?
    /// `inside`, `outside` or `undecided`; nil without a region to compare with.
    public let verdict: String?
    public let probability: Double?
    /// Metres from the centre of the region.
    public let distance: Double?
    public let foundStore: StoreID?
    /// Seconds since 1970.
    public let lastSeen: Int64
    /// Seconds since 1970 of the newest visit that the verdict rests on. The last sighting may have been left out: it says
    /// something else, or is not kept.
    public let lastPlaced: Int64

    /// `lastPlaced`: nil where that was the last sighting.
    public init(
        url: String, uid: ChipUID?, label: String, store: StoreID?, verdict: String?, probability: Double?,
        distance: Double?, foundStore: StoreID?, lastSeen: Int64, lastPlaced: Int64? = nil
    ) {
        self.url = url
        self.uid = uid
        self.label = label
        self.store = store
        self.verdict = verdict
        self.probability = probability
        self.distance = distance
        self.foundStore = foundStore
        self.lastSeen = lastSeen
        self.lastPlaced = lastPlaced ?? lastSeen
    }
}

/// A finding of one audit, with what makes it the same finding in the next.
public struct FoundFinding: Hashable, Sendable {
    public let identity: String
    public let code: String
    public let severity: String
    public let stores: [StoreID]
    public let tags: [String]
    public let batches: [String]
    public let message: String
    public let next: String
    public let words: FindingWords?
    /// Seconds since 1970 of the last sighting or answer that it rests on; of what is missing, since when it was looked for.
    public let evidence: Int64
    /// The same for each of its tags, where scans of these prove a repair one by one; empty otherwise.
    public let moments: [String: Int64]

    /// Those of findings that rest on where tags are, not on what they hold.
    static let placeCodes: Set<String> = ["region-suspect", "swapped", "misdelivered", "moved", "misplaced"]
    /// What ends the identities of findings about what was not seen for long: since it was seen, and while other things were.
    public static let ageMark = "age"
    public static let absenceMark = "not seen in this audit"
    /// What ends those of URLs that customers' phones did not know.
    public static let answersMark = "customers' phones say doesNotMatch"

    public init(
        identity: String, code: String, severity: String, stores: [StoreID], tags: [String], batches: [String],
        message: String, next: String, words: FindingWords? = nil, evidence: Int64, moments: [String: Int64] = [:]
    ) {
        self.identity = identity
        self.code = code
        self.severity = severity
        self.stores = stores
        self.tags = tags
        self.batches = batches
        self.message = message
        self.next = next
        self.words = words
        self.evidence = evidence
        self.moments = moments
    }
}

/// What earlier audits know about a tag.
public struct KnownTag: Hashable, Sendable {
    public let url: String
    public let uid: ChipUID?
    /// Seconds since 1970.
    public let lastSeen: Int64
    /// Seconds since 1970: when it was last seen inside its store's region; nil: never.
    public let lastInside: Int64?

    public init(url: String, uid: ChipUID?, lastSeen: Int64, lastInside: Int64?) {
        self.url = url
        self.uid = uid
        self.lastSeen = lastSeen
        self.lastInside = lastInside
    }
}
