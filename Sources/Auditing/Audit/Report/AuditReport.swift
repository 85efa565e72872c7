internal import Chips
internal import Registry

/// What an audit found, exactly as `--json` gives it.
public struct AuditReport: Sendable, Codable, Equatable {
    /// The tags' lines from `inside` to `retired` add up to `tags`, the rows' lines from `visits` on to `sightings`.
    public struct Summary: Sendable, Codable, Equatable {
        /// Good rows, those read twice included.
        public let sightings: Int
        /// Tags that were seen.
        public let tags: Int
        /// Of these, those whose chip was read, which has to be touched. Of the others only a code was seen: a camera cannot
        /// tell a sign from a picture of it.
        public let chips: Int
        public let inside: Int
        public let outside: Int
        public let undecided: Int
        /// Tags of stores without a region.
        public let roaming: Int
        /// Ours, but their URL names no store that is known: without a place to compare with.
        public let noStore: Int
        /// On a host of ours, and no registered experience is for them.
        public let unregistered: Int
        /// Not ours.
        public let foreign: Int
        /// Of a retired experience, without a place to compare with. Those with one count by their verdict.
        public let retired: Int
        /// Visits that speak for their tag, each by its most accurate row.
        public let visits: Int
        /// Rows that say nothing more: of a visit for which a more accurate row speaks, read twice, or beyond the
        /// sixteen visits of a tag that are kept.
        public let repeated: Int
        /// Visits that contradict the others of their tag.
        public let leftOut: Int
        /// Good rows of confirmations, which are not sightings.
        public let confirmations: Int
    }

    public let schema: Int
    public let summary: Summary
    /// Worst first.
    public let findings: [Finding]
    /// Every tag that was seen, when asked for.
    public let tags: [TagReport]?
    /// Absent when every row was good.
    public internal(set) var badRows: BadRows?

    /// Whether the batch is accepted of which a sample was scanned; absent without a sampling plan.
    public internal(set) var sample: SampleResult?

    /// How many findings are left out because a person has accepted them; absent when none is.
    public internal(set) var accepted: Int?

    /// The batch that was asked for; absent when all were. Findings about other tags are listed, and do not count.
    public internal(set) var batch: String?

    /// The findings that count: all, or those about tags of the batch that was asked for.
    public var counted: [Finding] {
        guard let batch else { return findings }
        return findings.filter { $0.evidence.batches?.contains(batch) ?? false }
    }

    /// 0: nothing found that counts; 2: findings; 3: some rows were bad or some of a sample were not seen, whatever was
    /// found.
    public var exitStatus: Int32 {
        if badRows != nil || sample?.decision == .incomplete { return 3 }
        return counted.isEmpty ? 0 : 2
    }

    /// How many findings of each code: what the journal keeps.
    public var findingCounts: [String: Int] {
        Dictionary(findings.map { ($0.code.rawValue, 1) }, uniquingKeysWith: +)
    }
}

/// One tag in a report.
public struct TagReport: Sendable, Codable, Equatable {
    /// Its identifier, when the content names one.
    public let tag: String?
    public let uid: String?
    public let url: String
    /// The store that the content names.
    public let store: String?
    /// The store's deployment; absent for none, and so is `foundDeployment`.
    public let deployment: String?
    public let verdict: Verdict?
    /// The probability that the tag is in its store's region, 0 to 1.
    public let probability: Double?
    /// Metres from the region's centre.
    public let distance: Double?
    /// The store where it most probably is.
    public let foundStore: String?
    public let foundDeployment: String?

    init(_ tag: AuditedTag) {
        self.tag = tag.reading.tagID?.text
        uid = tag.uid?.hexadecimal
        url = tag.url
        store = tag.reading.store?.text
        deployment = tag.reading.store?.deployment?.text
        verdict = tag.verdict
        probability = tag.judgement?.probability
        distance = tag.judgement.map { ($0.distance * 100).rounded() / 100 }
        foundStore = tag.foundStore?.id.text
        foundDeployment = tag.foundStore?.deployment?.text
    }

    /// Every member is written, as null when it is unknown; a deployment only where there is one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tag, forKey: .tag)
        try container.encode(uid, forKey: .uid)
        try container.encode(url, forKey: .url)
        try container.encode(store, forKey: .store)
        try container.encodeIfPresent(deployment, forKey: .deployment)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(probability, forKey: .probability)
        try container.encode(distance, forKey: .distance)
        try container.encode(foundStore, forKey: .foundStore)
        try container.encodeIfPresent(foundDeployment, forKey: .foundDeployment)
    }
}
