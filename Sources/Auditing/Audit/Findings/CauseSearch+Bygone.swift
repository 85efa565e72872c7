internal import Chips
internal import Geodesy
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
        let successor = planned.tag(former.tag).flatMap(\.uid).map { "the tag is on chip \($0) now" }
        let current = successor ?? "the tag is not on another chip yet: write it (waymark write)"
        let place = place(of: group)
        return Finding(
            code: .replaced, severity: severity(of: group), stores: bygoneStores(group, former.tag),
            tags: [former.tag.text],
            message: "the chip \(chip) of tag \(former.tag), which was replaced on \(day), is still in use \(place)",
            next: "\(Wording.capitalized(place)), take down the chip \(chip) and destroy it; \(current).",
            evidence: evidence)
    }

    private func retired(_ id: TagID, _ group: [AuditedTag]) -> Finding {
        let day = planned.retirement(of: id).map { " on \($0.iso8601.prefix(10))" } ?? ""
        var evidence = bygoneEvidence(group, [id])
        evidence.reason = "the tag was retired\(day)"
        let place = place(of: group)
        let noun = group.allSatisfy { $0.uid == nil } && planned.tag(id)?.medium != .nfc ? "label" : "tag"
        return Finding(
            code: .retired, severity: severity(of: group), stores: bygoneStores(group, id), tags: [id.text],
            message: "the \(noun) \(id), which was retired\(day), is still in use \(place)",
            next: "\(Wording.capitalized(place)), take down the \(noun) \(id) and destroy it.", evidence: evidence)
    }

    private func outdated(_ store: StoreID, isPrinted: Bool, _ group: [AuditedTag]) -> Finding {
        let owners = Set(
            group.compactMap { tag -> TagID? in
                if case .outdated(let id) = Bygone(tag, planned) { id } else { nil }
            }
        ).sorted()
        var evidence = bygoneEvidence(group, owners)
        evidence.contents = Self.contents(of: group)
        let isOne = owners.count == 1
        let first = planned.tag(owners[0])
        let batch = first.map { "\($0.batch)" } ?? ""
        evidence.reason = "\(first?.url ?? "another URL") is planned"
        let noun = isPrinted ? "label" : "tag"
        let subject = isOne ? "the \(noun) \(owners[0])" : "\(owners.count) \(noun)s"
        let place = place(of: group)
        let work =
            isPrinted
            ? "print \(isOne ? "it" : "them") again (waymark sheet \(batch) --again) and change the \(isOne ? noun : noun + "s")"
            : "put the \(isOne ? "chip" : "chips") on a reader while the batch is written (waymark write \(batch))"
        return Finding(
            code: .outdated, severity: severity(of: group), stores: [store], tags: owners.map(\.text),
            message:
                "\(subject) of \(name(store)) still \(isOne ? "carries" : "carry") the URL from before the batch was "
                + "revised: \(group[0].url); \(first?.url ?? "") is planned",
            next:
                "\(Wording.capitalized(place)), take down \(subject): \(owners.prefix(5).map(\.text).joined(separator: ", "))"
                + "\(owners.count > 5 ? " and \(owners.count - 5) more" : ""); \(work).",
            evidence: evidence)
    }

    /// Who opens it is sent somewhere else when it hangs at another store than it names.
    private func severity(of group: [AuditedTag]) -> Severity {
        group.contains { $0.verdict == .outside } ? .critical : .warning
    }

    private func bygoneEvidence(_ group: [AuditedTag], _ owners: [TagID]) -> Evidence {
        var evidence = Self.evidence(of: group)
        evidence.place = group[0].whereabouts.place
        let batches = Set(owners.compactMap { planned.tag($0)?.batch.text }).sorted()
        if !batches.isEmpty { evidence.batches = batches }
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

    /// `at Fruta Cupertino`, or `at 37.323000, -122.032200`.
    private func place(of group: [AuditedTag]) -> String {
        let found = foundStores(group).map(\.name)
        if !found.isEmpty { return "at \(Wording.list(found))" }
        let place = group[0].whereabouts.place
        return "at \(Wording.degrees(place.latitude)), \(Wording.degrees(place.longitude))"
    }
}
