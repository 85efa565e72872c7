internal import Registry

/// What an audit found, exactly as `--json` gives it.
public struct AuditReport: Sendable, Codable, Equatable {
    public struct Summary: Sendable, Codable, Equatable {
        /// Good rows, those read twice included.
        public let sightings: Int
        /// Tags that were seen.
        public let tags: Int
        public let inside: Int
        public let outside: Int
        public let undecided: Int
        /// Tags of stores without a region.
        public let roaming: Int
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

    /// 0: nothing found; 2: findings; 3: some rows were bad or some of a sample were not seen, whatever was found.
    public var exitStatus: Int32 {
        if badRows != nil || sample?.decision == .incomplete { return 3 }
        return findings.isEmpty ? 0 : 2
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
    public let verdict: Verdict?
    /// How much of where the tag may be lies in its store's region, 0 to 1.
    public let probability: Double?
    /// Metres from the region's centre.
    public let distance: Double?
    /// The store where it most probably is.
    public let foundStore: String?

    init(_ tag: AuditedTag) {
        self.tag = tag.reading.tagID?.text
        uid = tag.uid?.hexadecimal
        url = tag.url
        store = tag.reading.store?.text
        verdict = tag.verdict
        probability = tag.judgement?.probability
        distance = tag.judgement.map { ($0.distance * 100).rounded() / 100 }
        foundStore = tag.foundStore?.id.text
    }

    /// Every member is written, as null when it is unknown.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tag, forKey: .tag)
        try container.encode(uid, forKey: .uid)
        try container.encode(url, forKey: .url)
        try container.encode(store, forKey: .store)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(probability, forKey: .probability)
        try container.encode(distance, forKey: .distance)
        try container.encode(foundStore, forKey: .foundStore)
    }
}
