public import Registry

extension AuditOutcome {
    /// What this audit leaves in the history. The outcome must have kept or recorded every tag. `imports`,
    /// `readsEverything`, `erasures`, `knownBefore`: see ``AuditRun``.
    public func run(
        batch: BatchName?, imports: ReadImports = .only([]), readsEverything: Bool = false, erasures: Int64? = nil,
        knownBefore: [Int64: Timestamp]? = nil
    ) -> AuditRun {
        let verdicts = tags.map(TagVerdict.init) + counted.map(\.verdict)
        var covered = settled.lastSeen
        for verdict in verdicts {
            guard let store = verdict.foundStore else { continue }
            covered[store] = max(covered[store] ?? verdict.lastSeen, verdict.lastSeen)
        }
        return AuditRun(
            batch: batch, imports: imports, readsEverything: readsEverything, erasures: erasures,
            knownBefore: knownBefore, firstVisit: firstVisit, refusals: refusals, covered: covered, walked: walked,
            verdicts: verdicts, findings: foundFindings)
    }

    /// Two causes that nothing distinguishes are two findings all the same.
    private var foundFindings: [FoundFinding] {
        var counts: [String: Int] = [:]
        return findings.map { finding in
            let count = (counts[finding.identity] ?? 0) + 1
            counts[finding.identity] = count
            return FoundFinding(
                identity: finding.identity + (count > 1 ? "#\(count)" : ""), code: finding.code.rawValue,
                severity: finding.severity.rawValue, stores: finding.storeIDs, tags: finding.tags,
                batches: finding.evidence.batches ?? [], message: finding.message, next: finding.next,
                words: finding.words, evidence: finding.lastEvidence ?? 0,
                moments: finding.moments)
        }
    }
}

extension TagVerdict {
    init(_ tag: AuditedTag) {
        self.init(
            url: tag.url, uid: tag.uid, label: tag.label, store: tag.reading.store, verdict: tag.verdict?.rawValue,
            probability: tag.judgement?.probability, distance: tag.judgement?.distance,
            foundStore: tag.foundStore?.id, lastSeen: Int64(tag.lastSeen), lastPlaced: tag.lastPlaced)
    }
}

extension AuditReport {
    /// Leaves out findings that a person has accepted, by position, and counts them.
    public func leavingOut(accepted positions: Set<Int>) -> AuditReport {
        guard !positions.isEmpty else { return self }
        var report = AuditReport(
            schema: schema, summary: summary,
            findings: findings.enumerated().filter { !positions.contains($0.offset) }.map(\.element), tags: tags,
            badRows: badRows)
        report.sample = sample
        report.batch = batch
        report.accepted = positions.count
        return report
    }
}
