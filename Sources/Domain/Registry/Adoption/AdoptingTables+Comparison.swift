internal import AppClips

/// Whether a registry that was adopted is at the hub as it was, value by value.
extension AdoptingTables {
    public func differences(from other: some AdoptedTables, as adoption: RegistryAdoption) throws -> AdoptionReport {
        var report = AdoptionReport()
        let own = try AdoptionDocuments(self)
        for store in try other.stores() {
            report.compare("store \(store.id.fullText)", own[store]?.document, with: store.document)
        }
        for experience in try other.experiences() {
            report.compare("experience \(experience.url)", own[experience]?.document, with: experience.document)
        }
        for profile in try other.profiles() {
            report.compare("deployment \(profile.name)", own[profile]?.document, with: profile.document)
        }
        for batch in try other.batchHeads() {
            report.compare("batch \(batch.name)", own[batch]?.document, with: batch.document)
            try compareTags(of: batch.name, with: other, in: &report)
        }
        try compareCarriers(of: other, adoption, in: &report)
        for spent in try other.spentTags() {
            report.compare("tag \(spent.id), which no batch holds", try spentTag(spent.id), with: spent)
        }
        try compareFindings(of: other, adoption, in: &report)
        try inPieces(other.forEachVerdict) { verdicts in
            let own = try self.verdicts(on: verdicts.map(\.content))
            for verdict in verdicts {
                let kept = own[verdict.content]
                // A later look may have come from elsewhere.
                if let kept, kept.lastSeen > verdict.lastSeen { continue }
                let expected = verdict.lastInside == nil ? verdict.seenInside(kept?.lastInside) : verdict
                report.compare("the last look at \(verdict.content.url)", kept, with: expected)
            }
        }
        return report
    }

    private func compareTags(
        of name: BatchName, with other: some AdoptedTables, in report: inout AdoptionReport
    ) throws {
        var count = 0
        try other.forEachPiece(of: name) { tags in
            count += tags.count
            let own = try placed(tags.map(\.tag.id))
            for tag in tags {
                let kept = own[tag.tag.id]
                let subject = "tag \(tag.tag.id)"
                guard let kept, kept.tag.batch == name else {
                    report.add(subject, "the hub does not have it in batch \(name)")
                    continue
                }
                if kept.tag.document(inRow: kept.row) != tag.tag.document(inRow: tag.row) {
                    report.add(subject, "its plan is another one at the hub")
                }
                if kept.tag.life != tag.tag.life {
                    report.add(subject, "it is \(kept.tag.life.summary) at the hub; it was \(tag.tag.life.summary)")
                }
            }
        }
        let kept = try countTags(of: name, upTo: count + 1)
        if kept != count { report.add("batch \(name)", "it has other tags at the hub: \(kept), and had \(count)") }
    }

    private func compareCarriers(
        of other: some AdoptedTables, _ adoption: RegistryAdoption, in report: inout AdoptionReport
    ) throws {
        var own = try formerCarriers(adoptedWith: adoption.chain).makeIterator()
        try other.forEachFormerCarrier { former in
            report.compare("what tag \(former.tag) was on", own.next(), with: former)
        }
        if let more = own.next() { report.add("what tag \(more.tag) was on", "the station did not know of it") }
    }

    private func compareFindings(
        of other: some AdoptedTables, _ adoption: RegistryAdoption, in report: inout AdoptionReport
    ) throws {
        let findings = try other.findings()
        let kept = try self.findings(numbered: findings.map { $0.number + adoption.findingsBehind })
        let byNumber = Dictionary(kept.map { ($0.number, $0) }) { first, _ in first }
        for finding in findings {
            let expected = finding.numbered(behind: adoption.findingsBehind)
            guard let own = byNumber[expected.number] else {
                // The hub may have found the same before.
                let same = try self.findings(openOrIdentifiedBy: [finding.identity])
                    .contains { $0.identity == finding.identity }
                if !same { report.add("finding \(finding.number)", "the hub does not have it") }
                continue
            }
            report.compare("finding \(finding.number)", own, with: expected)
            guard finding.repair != nil else { continue }
            report.compare(
                "the pictures of finding \(finding.number)", try pictures(of: own.number),
                with: try other.pictures(of: finding.number))
        }
    }
}

extension AdoptionReport {
    fileprivate mutating func compare<Value: Equatable>(_ subject: String, _ own: Value?, with expected: Value?) {
        guard own != expected else { return }
        add(subject, own == nil ? "the hub does not have it" : "it is not what it was at the station")
    }
}

extension KeptVerdict {
    /// The hub may know of an earlier look that the station does not.
    fileprivate func seenInside(_ moment: Int64?) -> KeptVerdict {
        KeptVerdict(
            content: content, store: store, verdict: verdict, probability: probability, distance: distance,
            foundStore: foundStore, lastSeen: lastSeen, lastInside: moment)
    }
}
