extension AuditRun {
    /// The findings that this audit adds or moves: new, still there, resolved.
    ///
    /// `known`: those that are not resolved, and those that the audit has found again. `last`: the highest number that was
    /// given out. `gone`: those of ``doubtful(_:)`` that are in service no more.
    public func moves(
        _ known: [FindingLife], numberedAfter last: Int64, gone: Set<String> = [], at time: Timestamp
    ) -> [FindingLife] {
        let seen = SeenTags(self, of: known)
        var lives = Dictionary(known.map { ($0.identity, $0) }) { first, _ in first }
        var number = last
        var moved: [String] = []
        for finding in findings {
            if let life = lives[finding.identity] {
                guard let next = life.found(again: finding, by: seen, looked: looked(for: finding), at: time)
                else { continue }
                lives[finding.identity] = next
            } else {
                number += 1
                lives[finding.identity] = FindingLife(number: number, found: finding, since: time, lastFound: time)
            }
            moved.append(finding.identity)
        }
        return moved.compactMap { lives.removeValue(forKey: $0) } + resolved(known, seen, gone: gone, at: time)
    }

    /// For what is missing its stores were looked through; anything else was seen itself.
    private func looked(for finding: FoundFinding) -> Int64 {
        guard finding.code == "missing" else { return finding.evidence }
        return finding.stores.compactMap { covered[$0] }.max() ?? finding.evidence
    }

    /// Findings that this audit looked for and did not find.
    private func resolved(
        _ known: [FindingLife], _ seen: SeenTags, gone: Set<String>, at time: Timestamp
    ) -> [FindingLife] {
        let end = FindingEnd(self, seen, gone: gone)
        return notFoundAgain(known).compactMap { finding in
            finding.notFound(
                seenInside: seen.inside(of: finding), gone: FindingEnd.isAboutUnseen(finding) ? gone : [],
                end: end.end(of: finding), at: time)
        }
    }

    private func notFoundAgain(_ known: [FindingLife]) -> [FindingLife] {
        let found = Set(findings.map(\.identity))
        return known.filter { $0.state != .resolved && !found.contains($0.identity) }
    }

    /// The tags of known findings about what was not seen, that this audit has not found again at stores where it saw
    /// anything: they may have been retired.
    public func doubtful(_ known: [FindingLife]) -> Set<String> {
        let about = notFoundAgain(known).filter { finding in
            FindingEnd.isAboutUnseen(finding) && (readsEverything || finding.stores.contains { covered[$0] != nil })
        }
        return Set(about.flatMap(\.tags))
    }
}

extension TagVerdict {
    /// Seconds since 1970: when the tag was seen inside its store's region, by the newest visit that says so; nil when it was
    /// not.
    public var seenInside: Int64? { verdict == "inside" ? lastPlaced : nil }

    /// Whether its last visit was left out: it says something else than the verdict. One that is a bad fix does, and so does the
    /// first one after the tag was put right or carried away.
    var leavesOutLastVisit: Bool { lastPlaced / Self.slot < lastSeen / Self.slot }

    /// Of one slot the more accurate fix counts, whichever came first.
    private static var slot: Int64 { Int64(PackedVisit.slotLength) }
}
