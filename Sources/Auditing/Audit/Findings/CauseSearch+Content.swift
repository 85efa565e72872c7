internal import AppClips
internal import Registry

/// Causes in the content of the tags.
extension CauseSearch {
    /// One finding for all content from one origin. Where as many tags of ours were not seen as foreign contents were,
    /// or fewer, they are most likely underneath: this finding covers those gaps. Returns them, too.
    func foreign(_ gaps: [Gap: [Tag]]) -> (findings: [Finding], covered: Set<Gap>) {
        var covered: Set<Gap> = []
        let findings = grouped { $0.reading.status.foreign?.origin }.map { origin, group -> Finding in
            let found = Set(group.flatMap { stores.everyStore(at: $0.whereabouts, model: rules.errorModel) })
                .sorted { $0.id < $1.id }
            var evidence = Self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.place = group[0].whereabouts.place
            evidence.reason = group[0].reading.status.foreign?.reason
            let under = gaps.filter { gap, _ in found.contains { $0.id == gap.store } }
            let hidden = under.values.joined().map { "\($0.id) (\($0.placement))" }.sorted()
            let isCovering = !hidden.isEmpty && hidden.count <= group.count
            if isCovering {
                covered.formUnion(under.keys)
                evidence.notSeen = under.values.joined().map(\.id.text).sorted()
                evidence.batches = Set(under.keys.map(\.batch.text)).sorted()
            }
            let ours = isCovering ? "our own \(Wording.list(hidden))" : "our own"
            let place = found.isEmpty ? "at none of our stores" : "at \(Wording.list(found.map(\.name)))"
            let noun = Wording.noun(group)
            return Finding(
                // Away from our stores it does not concern us; over one of our tags it is fraud.
                code: .foreign, severity: found.isEmpty ? .notice : .critical, stores: found.map(\.id),
                tags: Self.labels(of: group),
                message: "\(Wording.count(group)) \(Wording.choose(group.count, "leads", "lead")) to \(origin), "
                    + "which is not ours; seen \(place)",
                next: found.isEmpty
                    ? "Leave \(Wording.choose(group.count, "it", "them")) alone, "
                        + "unless a store of ours should be at this place: then correct the store's coordinates."
                    : "Do not open \(Wording.choose(group.count, "it", "them")). \(Wording.capitalized(place)), "
                        + "photograph and take down the \(noun) that \(Wording.choose(group.count, "leads", "lead")) "
                        + "to \(origin), look for \(ours) underneath, and report it as fraud.",
                evidence: evidence)
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
            var evidence = Self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.reason = key.reason
            evidence.place = group[0].whereabouts.place
            let store = key.store.map { " for \(name($0))" } ?? ""
            return Finding(
                code: .unregistered, severity: .critical, stores: key.store.map { [$0] } ?? [],
                tags: Self.labels(of: group),
                message: "\(Wording.the(group))\(store) \(Wording.choose(group.count, "opens", "open")) no App Clip: "
                    + "\(key.reason)",
                next: "Take down \(Wording.the(group)): customers get nothing from "
                    + "\(Wording.choose(group.count, "it", "them")). Or have \(group[0].url) registered in App Store "
                    + "Connect as an App Clip experience.",
                evidence: evidence)
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
            var evidence = Self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.reason = question.ambiguity.description
            if case .ambiguous(_, let candidates) = group[0].reading.status.amongActive {
                evidence.registered = candidates.prefix(10).map(\.text)
            }
            let registered = question.candidate.map { " opens \($0)" } ?? " opens an App Clip"
            let stores = Set(group.compactMap(\.reading.store)).sorted()
            return Finding(
                code: .ambiguous, severity: .warning, stores: stores, tags: Self.labels(of: group),
                message: "it is not known whether \(group[0].url)\(registered): "
                    + "\(question.ambiguity.description)"
                    + (group.count > 1 ? " (\(Wording.count(group)))" : ""),
                next: "Open one of them with an iPhone. If the right App Clip does not open, register an experience "
                    + "for this URL as it is written, or make new ones that continue the registered URL.",
                evidence: evidence)
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
            var evidence = Self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.place = group[0].whereabouts.place
            let known = key.store.map { stores[$0] != nil } ?? true
            let reason =
                known ? "never provisioned here" : "for the store \(key.store?.text ?? ""), which is not known"
            evidence.reason = reason
            return Finding(
                code: .unknownTag, severity: .warning, stores: key.store.map { [$0] } ?? [],
                tags: Self.labels(of: group),
                message: "\(Wording.the(group))\(known ? key.store.map { " for \(name($0))" } ?? "" : "") "
                    + "\(Wording.choose(group.count, "was", "were")) \(reason)",
                next: known
                    ? "Find out who made \(Wording.the(group)). If you did not have it made, take "
                        + "\(Wording.choose(group.count, "it", "them")) down; if we did, have the list of our tags completed."
                    : "If there is such a store, have it added to our list; if not, take down \(Wording.the(group)).",
                evidence: evidence)
        }
    }

    private func isUnknown(_ tag: AuditedTag) -> Bool {
        if let store = tag.reading.store, stores[store] == nil { return true }
        return scope.tags != nil && tag.reading.tag == nil
    }
}
