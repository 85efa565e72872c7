/// What an audit says of the tags that known findings name, and that it has found these with: they are few, and its tags may be
/// millions. Seconds since 1970.
struct SeenTags {
    /// A tag that was seen too vaguely was not looked at. A label may be a content, and is compared like one.
    private var undecided: Set<ByteCompared> = []
    private var last: [ByteCompared: Int64] = [:]
    private var lastPlaced: [ByteCompared: Int64] = [:]
    private var lastInside: [ByteCompared: Int64] = [:]
    /// When those that are not where they belong were seen there last, or where that is not certain.
    private var lastAstray: [ByteCompared: Int64] = [:]
    /// Those of them whose last visit says so.
    private var astrayToTheLast: Set<ByteCompared> = []
    /// When those whose last visit was left out were seen last where their verdicts say.
    private var lastBeforeLeftOut: [ByteCompared: Int64] = [:]

    init(_ run: AuditRun, of known: [FindingLife]) {
        if known.isEmpty { return }
        let identities = Set(known.map(\.identity))
        let found = run.findings.lazy.filter { identities.contains($0.identity) }
        let named = Set((known.flatMap(\.tags) + found.flatMap(\.tags)).map { ByteCompared($0) })
        if named.isEmpty { return }
        for verdict in run.verdicts where named.contains(ByteCompared(verdict.label)) { add(verdict) }
    }

    private mutating func add(_ verdict: TagVerdict) {
        let label = ByteCompared(verdict.label)
        last[label] = max(last[label] ?? .min, verdict.lastSeen)
        lastPlaced[label] = max(lastPlaced[label] ?? .min, verdict.lastPlaced)
        if verdict.verdict == "undecided" { undecided.insert(label) }
        if verdict.leavesOutLastVisit {
            lastBeforeLeftOut[label] = min(lastBeforeLeftOut[label] ?? .max, verdict.lastPlaced)
        }
        if let inside = verdict.seenInside {
            lastInside[label] = max(lastInside[label] ?? inside, inside)
        } else {
            lastAstray[label] = max(lastAstray[label] ?? .min, verdict.lastPlaced)
            if !verdict.leavesOutLastVisit { astrayToTheLast.insert(label) }
        }
    }

    func hasUndecided(of finding: FindingLife) -> Bool {
        finding.tags.contains { undecided.contains(ByteCompared($0)) }
    }

    /// When those of these tags that were seen were seen last.
    func moments(of tags: [String]) -> [Int64] { tags.compactMap { last[ByteCompared($0)] } }

    /// When those of these tags that were seen were seen last where their verdicts say.
    func placedMoments(of tags: [String]) -> [Int64] { tags.compactMap { lastPlaced[ByteCompared($0)] } }

    /// A finding's tags that were seen where they belong later than what it rests on.
    func inside(of finding: FindingLife) -> [String: Int64] {
        let moments = finding.tags.compactMap { tag in lastInside[ByteCompared(tag)].map { (tag, $0) } }
        return Dictionary(moments.filter { $0.1 > finding.evidence }) { first, _ in first }
    }

    /// Whether one of a finding's tags has the verdict that it had before the finding, only because what was seen of it since was
    /// left out.
    func leavesOutNews(of finding: FindingLife) -> Bool {
        finding.tags.contains { tag in lastBeforeLeftOut[ByteCompared(tag)].map { $0 < finding.evidence } ?? false }
    }

    /// Whether a finding has tags beside these that it is about by what was seen of them last. An audit of everything finds one that
    /// was put right again until two visits say so; that is known.
    func hasOthers(in finding: FoundFinding, besides known: [String]) -> Bool {
        let known = Set(known.map { ByteCompared($0) })
        let isAboutPlaces = FoundFinding.placeCodes.contains(finding.code)
        return finding.tags.lazy.map { ByteCompared($0) }.contains { tag in
            !known.contains(tag) && (!isAboutPlaces || lastAstray[tag] == nil || astrayToTheLast.contains(tag))
        }
    }

    /// The tags of a finding that an audit has found again, by what was seen of them later than what the finding rested on
    /// before. An audit of everything has that as well, and it takes back no proof.
    func foundAnew(_ finding: FoundFinding, since life: FindingLife) -> Set<String> {
        let tags = Set(finding.tags)
        switch FindingEnd.Looking(finding.code, finding.identity) {
        // They were looked for since.
        case .absence: return tags
        case .age, .answers, .sight: break
        }
        if FoundFinding.placeCodes.contains(finding.code) {
            return tags.filter { tag in (lastAstray[ByteCompared(tag)] ?? finding.evidence) > life.evidence }
        }
        // A tag's chip or label of before and the new one have one name: the one that was seen last counts, whatever was seen
        // of the other tags.
        return tags.filter { tag in
            let moment = finding.moments[tag] ?? finding.evidence
            return moment > life.evidence && lastInside[ByteCompared(tag)].map { $0 <= moment } ?? true
        }
    }
}
