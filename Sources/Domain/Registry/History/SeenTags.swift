/// What an audit says of the tags that known findings name: they are few, and its tags may be millions. Seconds since 1970.
struct SeenTags {
    /// A tag that was seen too vaguely was not looked at.
    private var undecided: Set<String> = []
    private var last: [String: Int64] = [:]
    private var lastPlaced: [String: Int64] = [:]
    private var lastInside: [String: Int64] = [:]

    init(_ verdicts: [TagVerdict], of known: [FindingLife]) {
        let named = Set(known.flatMap(\.tags))
        if named.isEmpty { return }
        for verdict in verdicts where named.contains(verdict.label) {
            last[verdict.label] = max(last[verdict.label] ?? .min, verdict.lastSeen)
            lastPlaced[verdict.label] = max(lastPlaced[verdict.label] ?? .min, verdict.lastPlaced)
            if verdict.verdict == "undecided" { undecided.insert(verdict.label) }
            guard let inside = verdict.seenInside else { continue }
            lastInside[verdict.label] = max(lastInside[verdict.label] ?? inside, inside)
        }
    }

    func hasUndecided(of finding: FindingLife) -> Bool { finding.tags.contains(where: undecided.contains) }

    /// When those of these tags that were seen were seen last.
    func moments(of tags: [String]) -> [Int64] { tags.compactMap { last[$0] } }

    /// When those of these tags that were seen were seen last where their verdicts say.
    func placedMoments(of tags: [String]) -> [Int64] { tags.compactMap { lastPlaced[$0] } }

    /// A finding's tags that were seen where they belong later than what it rests on.
    func inside(of finding: FindingLife) -> [String: Int64] {
        let moments = finding.tags.compactMap { tag in lastInside[tag].map { (tag, $0) } }
        return Dictionary(moments.filter { $0.1 > finding.evidence }) { first, _ in first }
    }
}
