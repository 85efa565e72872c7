/// Whether an audit that has not found a finding again shows that it is over. All in seconds since 1970.
///
/// Evidence counts for a finding by its own moment, not by when it came: a file that is uploaded late says what was so then.
struct FindingEnd {
    private let run: AuditRun
    private let seen: SeenTags

    init(_ run: AuditRun, _ seen: SeenTags) {
        self.run = run
        self.seen = seen
    }

    /// The evidence by which a finding is over; nil where the audit did not look for it, looked at too little, or at older
    /// evidence than that by which it was found.
    func end(of finding: FindingLife) -> Int64? {
        let moments = seen.moments(of: finding)
        let haveAll = !finding.tags.isEmpty && moments.count == finding.tags.count
        let first = haveAll ? moments.min() : nil
        switch Looking(finding) {
        case .answers:
            return max(finding.evidence, first ?? finding.evidence)
        case .age:
            // Looked for only when asked: that it was not found says nothing.
            return first.flatMap { $0 > finding.evidence ? $0 : nil }
        case .absence:
            return endOfAbsence(finding, moments)
        case .sight:
            if seen.hasUndecided(of: finding) { return nil }
            let hasTags = haveAll && !hasSeveralCarriers(finding)
            return (hasTags ? end(of: finding, moments) : nil) ?? walked(finding).flatMap { end(of: finding, $0) }
        }
    }

    /// What the newest of these sightings says is later than the finding or the same, with another plan.
    private func end(of finding: FindingLife, _ moments: [Int64]) -> Int64? {
        guard let last = moments.max(), let first = moments.min(), last >= finding.evidence else { return nil }
        return max(first, finding.evidence)
    }

    /// Missing tags were seen since, or are not expected any more.
    private func endOfAbsence(_ finding: FindingLife, _ moments: [Int64]) -> Int64? {
        if moments.contains(where: { $0 < finding.evidence }) { return nil }
        if moments.count == finding.tags.count, let first = moments.min() { return first }
        // Those of other batches are not looked for.
        guard run.batch.map({ finding.batches == [$0.text] }) ?? true else { return nil }
        guard let walked = walked(finding), walked.allSatisfy({ $0 >= finding.evidence }) else { return nil }
        return finding.evidence
    }

    /// When each of the finding's stores was seen last, where the audit saw so much of all that it would have found it again.
    private func walked(_ finding: FindingLife) -> [Int64]? {
        guard !finding.stores.isEmpty, run.walked.isSuperset(of: finding.stores) else { return nil }
        return finding.stores.map { run.covered[$0] ?? .min }
    }

    /// Where a finding is about several things with one name, a chip and its copy or the one before it, that name says nothing:
    /// the stores where they were have to be seen.
    private func hasSeveralCarriers(_ finding: FindingLife) -> Bool {
        ["cloned", "replaced"].contains(finding.code) && !finding.stores.isEmpty
    }

    /// How audits look for findings of a kind.
    private enum Looking {
        case sight
        case absence
        case age
        /// Of customers' phones. Every audit has all of them.
        case answers

        init(_ finding: FindingLife) {
            func ends(with mark: String) -> Bool { finding.identity.hasSuffix("| " + mark) }
            switch finding.code {
            case "missing": self = .absence
            case "stale" where ends(with: FoundFinding.ageMark) || ends(with: FoundFinding.absenceMark): self = .age
            case "customer-refused": self = .answers
            case "unregistered" where finding.identity.hasSuffix(" " + FoundFinding.answersMark): self = .answers
            default: self = .sight
            }
        }
    }
}
