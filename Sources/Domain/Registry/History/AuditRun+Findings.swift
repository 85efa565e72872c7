extension AuditRun {
    /// The findings that this audit adds or moves: new, still there, resolved.
    ///
    /// `known`: those that are not resolved, and those that the audit has found again. `last`: the highest number that was
    /// given out.
    public func moves(_ known: [FindingLife], numberedAfter last: Int64, at time: Timestamp) -> [FindingLife] {
        let evidence = lastSighting ?? 0
        var lives = Dictionary(known.map { ($0.identity, $0) }) { first, _ in first }
        var number = last
        var moved: [String] = []
        for finding in findings {
            if let life = lives[finding.identity] {
                let inside = insideLater(than: life.evidence)
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
        return moved.compactMap { lives.removeValue(forKey: $0) } + resolved(known, at: time)
    }

    /// Findings that this audit looked for and did not find.
    private func resolved(_ known: [FindingLife], at time: Timestamp) -> [FindingLife] {
        guard let last = lastSighting else { return [] }
        let found = Set(findings.map(\.identity))
        // A tag that was seen too vaguely was not looked at.
        let undecided = Set(verdicts.lazy.filter { $0.verdict == "undecided" }.map(\.label))
        let seen = Set(verdicts.map(\.label)).subtracting(undecided)
        return known.compactMap { finding in
            guard finding.state != .resolved, !found.contains(finding.identity), finding.evidence <= last else {
                return nil
            }
            let isOver =
                !finding.tags.contains(where: undecided.contains)
                && (!finding.tags.isEmpty && seen.isSuperset(of: finding.tags) || sawStores(of: finding))
            return finding.notFound(
                seenInside: insideLater(than: finding.evidence), isOver: isOver, evidence: last, at: time)
        }
    }

    /// Tags that were seen where they belong after a moment (seconds since 1970).
    private func insideLater(than moment: Int64) -> Set<String> {
        Set(verdicts.lazy.filter { ($0.seenInside ?? .min) > moment }.map(\.label))
    }

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

extension TagVerdict {
    /// Seconds since 1970: when the tag was seen inside its store's region; nil when it was not.
    public var seenInside: Int64? { verdict == "inside" ? lastSeen : nil }
}
