internal import AuditLedger
public import Registry

/// Judges one sighting after another, as on a walk. What they are compared with is made ready once; a sighting then
/// costs a few look-ups, however many stores and tags there are.
public struct SpotAudit: Sendable {
    /// What is said of a tag on the spot.
    public struct Answer: Sendable {
        public let tag: TagReport?
        /// The store that its content names, when it is known.
        public let store: Store?
        /// The tag as it was provisioned, when it was.
        public let planned: Tag?
        /// What is wrong with it, worst first. Tags that were not seen yet are not missing.
        public let findings: [Finding]
    }

    private let scope: AuditScope
    private let evaluator: Evaluator
    private let mirrored: MirroredURLs

    public init(_ scope: AuditScope) { self.init(PreparedScope(scope)) }

    /// The same with tables that are there already.
    public init(_ prepared: PreparedScope) {
        scope = prepared.scope
        evaluator = prepared.evaluator.asked(
            AuditRules(), known: KnownTags(scope.knownTags), keepingEveryTag: true, recording: false)
        mirrored = prepared.mirrored
    }

    /// The same as an audit of this sighting alone says of its tag.
    public func judge(_ sighting: Sighting) -> Answer {
        let url = mirrored.plain(Array(sighting.url.utf8))
        let visit = SightingRow(sighting, url: url.span).visit
        let tags =
            evaluator.tag(
                String(decoding: url, as: UTF8.self), on: sighting.uid, [visit], rows: 1, lastSeen: visit.time
            )
            .map { [$0] } ?? []
        let diagnosis = CauseSearch(
            tags: tags, scope: scope, stores: evaluator.stores, planned: evaluator.reader.planned,
            rules: evaluator.rules,
            lots: evaluator.lots, fine: FineTags(Tally(planned: 0)),
            mayHaveDoubles: false, refusals: RefusedURLs(),
            known: evaluator.known)
        return Answer(
            tag: tags.first.map(TagReport.init), store: tags.first?.store, planned: tags.first?.reading.tag,
            findings: diagnosis.findingsOfSeen())
    }
}
