internal import Registry

/// Explains all tags with the fewest causes.
///
/// A class, so that looking into it copies none of its parts.
final class CauseSearch: Sendable {
    /// In the order of their contents and chips.
    let tags: [AuditedTag]
    let scope: AuditScope
    let stores: StoreMap
    let planned: PlannedTags
    let rules: AuditRules
    let lots: LotNumbers
    /// Tags that are certainly inside and not among `tags`.
    let fine: FineTags
    /// False when no identifier and no chip is on two of the tags, nor on one of them and one that is only counted.
    let mayHaveDoubles: Bool
    let refusals: RefusedURLs
    let known: KnownTags

    init(
        tags: [AuditedTag], scope: AuditScope, stores: StoreMap, planned: PlannedTags, rules: AuditRules,
        lots: LotNumbers, fine: FineTags, mayHaveDoubles: Bool, refusals: RefusedURLs, known: KnownTags
    ) {
        self.tags = tags
        self.scope = scope
        self.stores = stores
        self.planned = planned
        self.rules = rules
        self.lots = lots
        self.fine = fine
        self.mayHaveDoubles = mayHaveDoubles
        self.refusals = refusals
        self.known = known
    }

    /// A finding, and the positions of the tags that it explains.
    struct Cause {
        var finding: Finding
        let tags: [Int]
    }

    func findings() -> [Finding] { findings(gaps(), forgotten: forgotten()) }

    /// What is wrong with the tags that were seen; nothing about those that were not.
    func findingsOfSeen() -> [Finding] { findings([:], forgotten: []) }

    private func findings(_ gaps: [Gap: [Tag]], forgotten: [Finding]) -> [Finding] {
        var causes: [Cause] = []
        // Each kind of cause takes its tags away from the next ones.
        var explained = TagPositions()
        let kinds = [bygone, cloned, wrongContent, reprinted, regionSuspects, gone, moved, misplaced]
        for kind in kinds {
            for cause in kind(explained) {
                causes.append(cause)
                explained.formUnion(cause.tags)
            }
        }
        let explainedURLs = addRefusals(to: &causes)
        let (foreign, covered) = foreign(gaps)
        var findings = causes.map(\.finding) + foreign
        findings += unregistered() + ambiguous() + unknownTags(except: explained) + stale() + forgotten
        findings += missing(gaps.filter { !covered.contains($0.key) })
        findings += inconsistent(except: explained) + customerRefused(except: explainedURLs) + unmatched()
        return findings.sorted(by: Finding.precedes)
    }

    /// Customers' refusals of tags that a cause explains are evidence for it. Returns those tags' URLs.
    private func addRefusals(to causes: inout [Cause]) -> Set<String> {
        if refusals.refused.isEmpty { return [] }
        let refused = Dictionary(refusals.refused.map { ($0.url, $0.outcome.recentRefusals) }) { first, _ in first }
        var explained: Set<String> = []
        for index in causes.indices {
            let urls = Set(causes[index].tags.map { tags[$0].url })
            let count = urls.compactMap { refused[$0] }.reduce(0, +)
            if count > 0 { causes[index].finding.evidence.refusals = count }
            explained.formUnion(urls)
        }
        return explained
    }

    /// The tags for which `key` is not nil, by key; each group and the groups in the order of the tags.
    func grouped<Key: Hashable>(_ key: (AuditedTag) -> Key?) -> [(key: Key, tags: [AuditedTag])] {
        positions(except: TagPositions()) { key(tags[$0]) }.map { ($0.key, $0.positions.map { tags[$0] }) }
    }

    /// The positions of tags for which `key` is not nil, in the same order.
    func positions<Key: Hashable>(
        except explained: TagPositions, _ key: (Int) -> Key?
    ) -> [(key: Key, positions: [Int])] {
        var numbers: [Key: Int] = [:]
        var groups: [(key: Key, positions: [Int])] = []
        var last: Int?
        for position in tags.indices where !explained.contains(position) {
            guard let key = key(position) else { continue }
            // In the order of their contents the tags of one store mostly follow one another.
            if last.map({ groups[$0].key != key }) ?? true { last = numbers[key] }
            if let last {
                groups[last].positions.append(position)
            } else {
                last = groups.count
                numbers[key] = groups.count
                groups.append((key, [position]))
            }
        }
        return groups
    }

    /// The weakest case of all: if it convinces, so do the others.
    func evidence(of tags: [AuditedTag]) -> Evidence {
        var evidence = Evidence()
        let judgements = tags.compactMap(\.judgement)
        evidence.p = judgements.map(\.p).max()
        evidence.probability = judgements.map(\.probability).max()
        evidence.distance = judgements.map(\.distance).min().map { ($0 * 100).rounded() / 100 }
        evidence.name(tags.flatMap(batches))
        return evidence
    }

    /// The batch of the tag that the chip is by the journal, and that of the tag which the content names: a chip may hold
    /// what belongs to another, or to nothing of ours.
    func batches(of tag: AuditedTag) -> [BatchName] {
        let named = tag.reading.tag?.batch
        guard let own = tag.uid.flatMap(planned.tag) else { return [named].compactMap(\.self) }
        return own.isNamed(by: tag.url) ? [own.batch] : [own.batch, named].compactMap(\.self)
    }

    /// Seconds since 1970.
    static func lastSeen(of tags: [AuditedTag]) -> Int64 { Int64(tags.map(\.lastSeen).max() ?? 0) }

    /// The same for each of the tags whose carriers these are.
    static func moments(of carriers: some Sequence<(owner: TagID, seen: AuditedTag)>) -> [String: Int64] {
        Dictionary(carriers.map { ($0.owner.text, lastSeen(of: [$0.seen])) }, uniquingKeysWith: max)
    }

    /// The same of causes that rest on where tags are: of the last visit that says so. Later ones that were left out say
    /// something else.
    static func lastPlaced(of tags: [AuditedTag]) -> Int64 { tags.map(\.lastPlaced).max() ?? 0 }

    /// The one that was last seen where it is. Where a cause of this kind names a place by coordinates, it is the place of
    /// this one, as of the others that of the newest.
    static func newestPlaced(of tags: [AuditedTag]) -> AuditedTag {
        tags.max { $0.lastPlaced < $1.lastPlaced } ?? tags[0]
    }

    /// The one that was seen last. Where a text names a place by coordinates, it is the place of this one: with expired
    /// sightings coordinates are erased of findings that rest on nothing newer.
    static func newest(of tags: [AuditedTag]) -> AuditedTag { tags.max { $0.lastSeen < $1.lastSeen } ?? tags[0] }

    static func labels(of tags: [AuditedTag]) -> [String] {
        tags.map(\.label).sorted()
    }

    static func contents(of tags: [AuditedTag]) -> [String] {
        Array(Set(tags.map(\.url)).sorted().prefix(10))
    }

    func name(_ store: StoreID) -> String {
        stores[store]?.name ?? store.text
    }
}
