extension AuditRun {
    /// The findings that this audit adds or moves: new, still there, resolved.
    ///
    /// `known`: those that are not resolved, and those that the audit has found again. `last`: the highest number that was
    /// given out.
    public func moves(_ known: [FindingLife], numberedAfter last: Int64, at time: Timestamp) -> [FindingLife] {
        let evidence = lastSighting ?? 0
        let seen = SeenTags(verdicts, of: known)
        var lives = Dictionary(known.map { ($0.identity, $0) }) { first, _ in first }
        var number = last
        var moved: [String] = []
        for finding in findings {
            if let life = lives[finding.identity] {
                let inside = seen.inside(of: life, after: life.evidence)
                guard let next = life.found(again: finding, seenInside: inside, evidence: evidence, at: time) else {
                    continue
                }
                lives[finding.identity] = next
            } else {
                number += 1
                lives[finding.identity] = FindingLife(
                    number: number, found: finding, since: time, lastFound: time, evidence: evidence)
            }
            moved.append(finding.identity)
        }
        return moved.compactMap { lives.removeValue(forKey: $0) } + resolved(known, seen, at: time)
    }

    /// Findings that this audit looked for and did not find.
    private func resolved(_ known: [FindingLife], _ seen: SeenTags, at time: Timestamp) -> [FindingLife] {
        guard let last = lastSighting else { return [] }
        let found = Set(findings.map(\.identity))
        return known.compactMap { finding in
            guard finding.state != .resolved, !found.contains(finding.identity), finding.evidence <= last else {
                return nil
            }
            return finding.notFound(
                seenInside: seen.inside(of: finding, after: finding.evidence),
                isOver: seen.hasNoneUndecided(of: finding) && (sawTags(seen, of: finding) || sawStores(of: finding)),
                evidence: last, at: time)
        }
    }

    /// Whether the audit saw all that a finding is about. Where it is about several things with one name, a chip and its copy
    /// or the one before it, that name says nothing: the stores where they were have to be seen.
    private func sawTags(_ seen: SeenTags, of finding: FindingLife) -> Bool {
        if Self.ofSeveralCarriers.contains(finding.code), !finding.stores.isEmpty { return false }
        return seen.hasAll(of: finding)
    }

    private static let ofSeveralCarriers: Set<String> = ["cloned", "replaced"]

    /// Whether the audit saw so much of a finding's stores that it would have found it again.
    private func sawStores(of finding: FindingLife) -> Bool {
        guard !finding.stores.isEmpty, covered.isSuperset(of: finding.stores) else { return false }
        switch finding.code {
        // Age is looked for only when asked.
        case "stale": return false
        // Missing tags of other batches are not looked for.
        case "missing":
            return walked.isSuperset(of: finding.stores) && (batch.map { finding.batches == [$0.text] } ?? true)
        default: return true
        }
    }
}

/// What an audit says of the tags that known findings name: they are few, and its tags may be millions.
private struct SeenTags {
    /// A tag that was seen too vaguely was not looked at.
    private var undecided: Set<String> = []
    private var seen: Set<String> = []
    /// Seconds since 1970.
    private var lastInside: [String: Int64] = [:]

    init(_ verdicts: [TagVerdict], of known: [FindingLife]) {
        let named = Set(known.flatMap(\.tags))
        if named.isEmpty { return }
        for verdict in verdicts where named.contains(verdict.label) {
            seen.insert(verdict.label)
            if verdict.verdict == "undecided" { undecided.insert(verdict.label) }
            guard let inside = verdict.seenInside else { continue }
            lastInside[verdict.label] = max(lastInside[verdict.label] ?? inside, inside)
        }
    }

    func hasNoneUndecided(of finding: FindingLife) -> Bool { !finding.tags.contains(where: undecided.contains) }

    func hasAll(of finding: FindingLife) -> Bool {
        !finding.tags.isEmpty && finding.tags.allSatisfy { seen.contains($0) && !undecided.contains($0) }
    }

    /// A finding's tags that were seen where they belong after a moment (seconds since 1970).
    func inside(of finding: FindingLife, after moment: Int64) -> Set<String> {
        Set(finding.tags.filter { (lastInside[$0] ?? .min) > moment })
    }
}

extension TagVerdict {
    /// Seconds since 1970: when the tag was seen inside its store's region; nil when it was not.
    public var seenInside: Int64? { verdict == "inside" ? lastSeen : nil }
}
