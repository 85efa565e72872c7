internal import Registry

/// Explains all tags with the fewest causes.
struct Diagnosis {
    /// In the order of their contents and chips.
    let tags: [AuditedTag]
    let scope: AuditScope
    let stores: StoreMap
    let rules: AuditRules

    func findings() -> [Finding] {
        let exchanges = exchanges()
        let explained = Set(exchanges.flatMap(\.tags))
        let findings =
            exchanges.map(finding) + misplaced(except: explained) + foreign() + unregistered() + ambiguous()
            + unknownTags() + missing() + inconsistent()
        return findings.sorted(by: Finding.precedes)
    }

    /// The tags for which `key` is not nil, by key; each group and the groups in the order of the tags.
    func grouped<Key: Hashable>(_ key: (AuditedTag) -> Key?) -> [(key: Key, tags: [AuditedTag])] {
        var order: [Key] = []
        var groups: [Key: [AuditedTag]] = [:]
        for tag in tags {
            guard let key = key(tag) else { continue }
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(tag)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }

    /// The weakest case of all: if it convinces, so do the others.
    static func evidence(of tags: [AuditedTag]) -> Evidence {
        var evidence = Evidence()
        let judgements = tags.compactMap(\.judgement)
        evidence.p = judgements.map(\.p).max()
        evidence.probability = judgements.map(\.probability).max()
        evidence.distance = judgements.map(\.distance).min().map { ($0 * 100).rounded() / 100 }
        let batches = Set(tags.compactMap(\.lot.batchName)).sorted()
        evidence.batches = batches.isEmpty ? nil : batches
        return evidence
    }

    static func labels(of tags: [AuditedTag]) -> [String] {
        tags.map(\.label).sorted()
    }

    static func contents(of tags: [AuditedTag]) -> [String] {
        Array(Set(tags.map(\.url)).sorted().prefix(10))
    }
}
