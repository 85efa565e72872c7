/// Whether an audit that has not found a finding again shows that it is over. All in seconds since 1970.
///
/// Evidence counts for a finding by its own moment, not by when it came: a file that is uploaded late says what was so then.
struct FindingEnd {
    private let run: AuditRun
    private let seen: SeenTags
    private let gone: Set<String>

    /// `gone`: tags that are in service no more, of findings about what was not seen.
    init(_ run: AuditRun, _ seen: SeenTags, gone: Set<String>) {
        self.run = run
        self.seen = seen
        self.gone = gone
    }

    static func isAboutUnseen(_ finding: FindingLife) -> Bool {
        switch Looking(finding.code, finding.identity) {
        case .absence, .age: true
        case .sight, .answers: false
        }
    }

    /// The evidence by which a finding is over; nil where the audit did not look for it, looked at too little, or at older
    /// evidence than that by which it was found.
    func end(of finding: FindingLife) -> Int64? {
        switch Looking(finding.code, finding.identity) {
        case .answers:
            guard run.hasReadAnswers(since: finding) else { return nil }
            // Where another cause explains them they say so all the same.
            let isSaid = finding.tags.contains { label in
                run.refusals.contains(
                    CustomerRefusal(code: finding.code, store: finding.stores.first, label: label))
            }
            return isSaid ? nil : finding.evidence
        case .age:
            // Looked for only when asked: that it was not found says nothing.
            let tags = finding.tags.filter { !gone.contains($0) }
            let moments = seen.moments(of: tags)
            guard moments.count == tags.count, moments.allSatisfy({ $0 > finding.evidence }) else { return nil }
            return moments.min() ?? finding.evidence
        case .absence:
            return endOfAbsence(finding, finding.tags.filter { !gone.contains($0) })
        case .sight:
            if seen.hasUndecided(of: finding) { return nil }
            let moments = moments(of: finding)
            if leavesOutNews(of: finding, moments) { return nil }
            let hasTags = !moments.isEmpty && moments.count == finding.tags.count && !hasSeveralCarriers(finding)
            // Where each of them was looked at, what else was seen at their stores says nothing more of them.
            return hasTags ? end(of: finding, moments) : walked(finding).flatMap { end(of: finding, $0) }
        }
    }

    /// Where a tag is, only visits show that its verdict rests on; what it holds, every sighting does.
    private func moments(of finding: FindingLife) -> [Int64] {
        FoundFinding.placeCodes.contains(finding.code)
            ? seen.placedMoments(of: finding.tags) : seen.moments(of: finding.tags)
    }

    /// Whether a tag has its verdict of before the finding, only because the visit that was found is one against many: a bad fix
    /// until another confirms it. Where the visit that the finding rests on says something else now, the plan is another one.
    private func leavesOutNews(of finding: FindingLife, _ moments: [Int64]) -> Bool {
        guard FoundFinding.placeCodes.contains(finding.code), moments.max() != finding.evidence else { return false }
        return seen.leavesOutNews(of: finding)
    }

    /// What was seen later than the finding, all of it; in an audit of everything also the same, with another plan: then the
    /// finding rests on the newest of them.
    private func end(of finding: FindingLife, _ moments: [Int64]) -> Int64? {
        guard let first = moments.min(), let last = moments.max(),
            (run.readsEverything ? last : first) >= finding.evidence
        else { return nil }
        return max(first, finding.evidence)
    }

    /// Missing tags were seen since, or are not expected any more where they would have been missed again.
    private func endOfAbsence(_ finding: FindingLife, _ tags: [String]) -> Int64? {
        let moments = seen.moments(of: tags)
        if moments.contains(where: { $0 < finding.evidence }) { return nil }
        if moments.count == tags.count { return moments.min() ?? finding.evidence }
        guard let first = run.firstVisit, first >= finding.evidence else { return nil }
        // Those of other batches are not looked for.
        guard run.batch.map({ finding.batches == [$0.text] }) ?? true else { return nil }
        return walked(finding) == nil ? nil : finding.evidence
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
    enum Looking {
        case sight
        case absence
        case age
        /// Of customers' phones. Every audit has all of them.
        case answers

        init(_ code: String, _ identity: String) {
            func ends(with mark: String) -> Bool { identity.hasSuffix("| " + mark) }
            switch code {
            case "missing": self = .absence
            case "stale" where ends(with: FoundFinding.ageMark) || ends(with: FoundFinding.absenceMark): self = .age
            case "customer-refused": self = .answers
            case "unregistered" where identity.hasSuffix(" " + FoundFinding.answersMark): self = .answers
            default: self = .sight
            }
        }
    }
}
