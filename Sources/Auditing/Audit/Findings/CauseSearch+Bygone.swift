internal import Chips
internal import Geodesy
internal import Languages
internal import Registry

/// Chips and labels of yesterday that still hang: the journal knows them.
extension CauseSearch {
    /// One finding for each chip or tag that is out of service, and one for each store with what is to be done again.
    func bygone(except explained: TagPositions) -> [Cause] {
        guard planned.areKnown else { return [] }
        return positions(except: explained) { position -> BygoneGroup? in
            Bygone(tags[position], planned).map { BygoneGroup($0, planned) }
        }.map { key, positions in
            let group = positions.map { tags[$0] }
            let finding =
                switch key {
                case .one(.replaced(let former)): replaced(former, group)
                case .one(.retired(let id)), .one(.outdated(let id)): retired(id, group)
                case .outdated(let store, let isPrinted): outdated(store, isPrinted: isPrinted, group)
                }
            return Cause(finding: finding, tags: positions)
        }
    }

    private enum BygoneGroup: Hashable {
        case one(Bygone)
        case outdated(StoreID, isPrinted: Bool)

        init(_ bygone: Bygone, _ planned: PlannedTags) {
            if case .outdated(let id) = bygone, let tag = planned.tag(id) {
                self = .outdated(tag.store, isPrinted: tag.medium != .nfc)
            } else {
                self = .one(bygone)
            }
        }
    }

    private func replaced(_ former: FormerCarrier, _ group: [AuditedTag]) -> Finding {
        let day = former.ended.iso8601.prefix(10)
        let chip = former.uid?.hexadecimal ?? ""
        var evidence = bygoneEvidence(group, [former.tag])
        evidence.chips = [chip]
        evidence.reason = "the chip was replaced on \(day)"
        let places = places(of: group)
        let current = planned.tag(former.tag).flatMap(\.uid)
        let next = Sentence(
            current == nil ? "replaced.next.unwritten" : "replaced.next",
            ["places": places, "chip": .text(chip), "current": .text(current?.hexadecimal ?? "")])
        return Finding(
            code: .replaced, severity: severity(of: group), stores: bygoneStores(group, former.tag),
            tags: [former.tag.text],
            words: FindingWords(
                Sentence(
                    "replaced",
                    ["chip": .text(chip), "tag": .text(former.tag.text), "day": .day(String(day)), "places": places]),
                next: next),
            evidence: evidence, until: Self.lastSeen(of: group))
    }

    private func retired(_ id: TagID, _ group: [AuditedTag]) -> Finding {
        let day = planned.retirement(of: id).map { String($0.iso8601.prefix(10)) }
        var evidence = bygoneEvidence(group, [id])
        evidence.reason = "the tag was retired\(day.map { " on \($0)" } ?? "")"
        let noun = group.allSatisfy { $0.uid == nil } && planned.tag(id)?.medium != .nfc ? "label" : "tag"
        let values: [String: Sentence.Value] = [
            "tag": .text(id.text), "day": .day(day ?? ""), "places": places(of: group),
        ]
        return Finding(
            code: .retired, severity: severity(of: group), stores: bygoneStores(group, id), tags: [id.text],
            words: FindingWords(
                Sentence("retired.\(noun)\(day == nil ? "" : ".dated")", values),
                next: Sentence("retired.\(noun).next", values)),
            evidence: evidence, until: Self.lastSeen(of: group))
    }

    private func outdated(_ store: StoreID, isPrinted: Bool, _ group: [AuditedTag]) -> Finding {
        let carriers = group.compactMap { tag -> (owner: TagID, seen: AuditedTag)? in
            if case .outdated(let id) = Bygone(tag, planned) { (id, tag) } else { nil }
        }
        let owners = Set(carriers.map(\.owner)).sorted()
        var evidence = bygoneEvidence(group, owners)
        evidence.contents = Self.contents(of: group)
        let first = planned.tag(owners[0])
        evidence.reason = "\(first?.url ?? "another URL") is planned"
        let noun = isPrinted ? "label" : "tag"
        let values: [String: Sentence.Value] = [
            "count": .number(owners.count), "tag": .text(owners[0].text), "store": .text(name(store)),
            "url": .text(group[0].url), "planned": .text(first?.url ?? ""), "places": places(of: group),
            "names": Wording.series(owners.map(\.text)), "batch": .text(first?.batch.text ?? ""),
        ]
        return Finding(
            code: .outdated, severity: severity(of: group), stores: [store], tags: owners.map(\.text),
            words: FindingWords(
                Sentence(Wording.form("outdated.\(noun)", owners.count), values),
                next: Sentence(Wording.form("outdated.\(noun).next", owners.count), values)),
            evidence: evidence, until: Self.lastSeen(of: group), each: Self.moments(of: carriers))
    }

    /// Who opens it is sent somewhere else when it hangs at another store than it names.
    private func severity(of group: [AuditedTag]) -> Severity {
        group.contains { $0.verdict == .outside } ? .critical : .warning
    }

    private func bygoneEvidence(_ group: [AuditedTag], _ owners: [TagID]) -> Evidence {
        var evidence = self.evidence(of: group)
        evidence.place = (foundStores(group).isEmpty ? Self.newest(of: group) : group[0]).whereabouts.place
        let batches = owners.compactMap { planned.tag($0)?.batch }
        if !batches.isEmpty { evidence.name(batches) }
        return evidence
    }

    private func foundStores(_ group: [AuditedTag]) -> [Store] {
        Set(group.compactMap { stores.store(at: $0.whereabouts.decided, model: rules.errorModel) }).sorted {
            $0.id < $1.id
        }
    }

    private func bygoneStores(_ group: [AuditedTag], _ id: TagID) -> [StoreID] {
        let found = foundStores(group).map(\.id)
        return found.isEmpty ? planned.tag(id).map { [$0.store] } ?? [] : found
    }

    /// `Fruta Cupertino`, or `37.323000, -122.032200`.
    private func places(of group: [AuditedTag]) -> Sentence.Value {
        let found = foundStores(group).map(\.name)
        return found.isEmpty ? .text(Wording.place(Self.newest(of: group).whereabouts.place)) : .list(found)
    }
}
