internal import AppClips
internal import Languages
internal import Registry

/// Causes in the content of the tags.
extension CauseSearch {
    /// One finding for all content from one origin. Where as many tags of ours were not seen as foreign contents were,
    /// or fewer, they are most likely underneath: this finding covers those gaps. Returns them, too.
    func foreign(_ gaps: [Gap: [Tag]]) -> (findings: [Finding], covered: Set<Gap>) {
        var covered: Set<Gap> = []
        let findings = grouped { $0.reading.status.foreign?.origin }.map { origin, group -> Finding in
            let found = Set(group.flatMap { stores.everyStore(of: $0, model: rules.errorModel) })
                .sorted { $0.id < $1.id }
            var evidence = self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.place = group[0].whereabouts.place
            evidence.reason = group[0].reading.status.foreign?.reason
            let under = gaps.filter { gap, _ in found.contains { $0.id == gap.store } }
            let hidden = under.values.joined().map { "\($0.id) (\($0.placement))" }.sorted()
            let isCovering = !hidden.isEmpty && hidden.count <= group.count
            if isCovering {
                covered.formUnion(under.keys)
                evidence.notSeen = under.values.joined().map(\.id.text).sorted()
                evidence.name(group.flatMap(batches) + under.keys.map(\.batch))
            }
            let ours =
                isCovering
                ? Sentence("foreign.ours.named", ["tags": .list(hidden)]) : Sentence("foreign.ours")
            let values: [String: Sentence.Value] = [
                "count": .number(group.count), "things": Wording.count(group), "noun": Wording.noun(group),
                "origin": .text(origin), "stores": .list(found.map(\.name)), "ours": .sentence(ours),
            ]
            let away = found.isEmpty ? ".away" : ""
            return Finding(
                // Away from our stores it does not concern us; over one of our tags it is fraud.
                code: .foreign, severity: found.isEmpty ? .notice : .critical, stores: found.map(\.id),
                tags: Self.labels(of: group),
                words: FindingWords(Sentence("foreign\(away)", values), next: Sentence("foreign.next\(away)", values)),
                evidence: evidence, until: Self.lastSeen(of: group))
        }
        return (findings, covered)
    }

    private struct Unopened: Hashable {
        let store: StoreID?
        let host: String
        let reason: String
    }

    /// One finding for each store and reason.
    func unregistered() -> [Finding] {
        grouped { tag -> Unopened? in
            tag.reading.status.unregistered.map {
                Unopened(store: tag.reading.store, host: $0.host, reason: $0.reason)
            }
        }.map { key, group in
            var evidence = self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.reason = key.reason
            evidence.place = group[0].whereabouts.place
            let isPrefix = key.reason == NoMatch.noPrefix.description
            let values: [String: Sentence.Value] = [
                "count": .number(group.count), "the": Wording.the(group), "for": forStore(key.store),
                "reason": isPrefix ? .sentence(Sentence("unregistered.no-prefix")) : .text(key.reason),
                "url": .text(group[0].url),
            ]
            return Finding(
                code: .unregistered, severity: .critical, stores: key.store.map { [$0] } ?? [],
                tags: Self.labels(of: group),
                words: FindingWords(Sentence("unregistered", values), next: Sentence("unregistered.next", values)),
                evidence: evidence, until: Self.lastSeen(of: group))
        }
    }

    private struct Question: Hashable {
        let ambiguity: Ambiguity
        let candidate: InvocationURL?
    }

    /// One finding for each open question about one registered URL.
    func ambiguous() -> [Finding] {
        grouped { tag -> Question? in
            guard case .ambiguous(let ambiguity, let candidates) = tag.reading.status.amongActive else { return nil }
            return Question(ambiguity: ambiguity, candidate: candidates.first)
        }.map { question, group in
            var evidence = self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.reason = question.ambiguity.description
            if case .ambiguous(_, let candidates) = group[0].reading.status.amongActive {
                evidence.registered = candidates.prefix(10).map(\.text)
            }
            let stores = Set(group.compactMap(\.reading.store)).sorted()
            let values: [String: Sentence.Value] = [
                "url": .text(group[0].url),
                "registered": question.candidate.map { .text("\($0)") } ?? .sentence(Sentence("ambiguous.any")),
                "ambiguity": .sentence(Sentence("ambiguity.\(question.ambiguity.rawValue)")),
                "several": group.count > 1
                    ? .sentence(Sentence("phrase.several", ["things": Wording.count(group)])) : "",
            ]
            return Finding(
                code: .ambiguous, severity: .warning, stores: stores, tags: Self.labels(of: group),
                words: FindingWords(Sentence("ambiguous", values), next: Sentence("ambiguous.next")),
                evidence: evidence, until: Self.lastSeen(of: group))
        }
    }

    private struct Stranger: Hashable {
        let store: StoreID?
    }

    /// One finding for each store: URLs of ours that were never provisioned here, or that name no known store.
    func unknownTags(except explained: TagPositions) -> [Finding] {
        positions(except: explained) { position -> Stranger? in
            let tag = tags[position]
            guard tag.reading.status.isOurs, isUnknown(tag) else { return nil }
            return Stranger(store: tag.reading.store)
        }.map { key, positions in
            let group = positions.map { tags[$0] }
            var evidence = self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.place = group[0].whereabouts.place
            let known = key.store.map { stores[$0] != nil } ?? true
            let reason =
                known ? "never provisioned here" : "for the store \(key.store?.text ?? ""), which is not known"
            evidence.reason = reason
            let values: [String: Sentence.Value] = [
                "count": .number(group.count), "the": Wording.the(group), "for": forStore(key.store),
                "store": .text(key.store?.text ?? ""),
            ]
            let unknown = known ? "" : ".store"
            return Finding(
                code: .unknownTag, severity: .warning, stores: key.store.map { [$0] } ?? [],
                tags: Self.labels(of: group),
                words: FindingWords(
                    Sentence("unknown-tag\(unknown)", values), next: Sentence("unknown-tag.next\(unknown)", values)),
                evidence: evidence, until: Self.lastSeen(of: group))
        }
    }

    /// ` for Fruta Cupertino`, or nothing.
    private func forStore(_ store: StoreID?) -> Sentence.Value {
        store.map { .sentence(Sentence("phrase.for", ["store": .text(name($0))])) } ?? ""
    }

    private func isUnknown(_ tag: AuditedTag) -> Bool {
        if let store = tag.reading.store, stores[store] == nil { return true }
        return scope.tags != nil && tag.reading.tag == nil
    }
}
