internal import Registry

/// What an audit says of one content, which it may name several times.
struct LatestVerdict: Sendable {
    let name: ContentName
    private(set) var verdict: TagVerdict
    private(set) var lastInside: Int64?

    private init(_ name: ContentName, _ verdict: TagVerdict) {
        self.name = name
        self.verdict = verdict
        lastInside = verdict.seenInside
    }

    var content: SeenContent { SeenContent(url: verdict.url, uid: verdict.uid) }

    private mutating func take(_ later: TagVerdict) {
        guard later.lastSeen >= verdict.lastSeen else { return }
        verdict = later
        lastInside = later.seenInside ?? lastInside
    }

    /// One for each content, in the order of their names.
    static func inOrder(_ verdicts: [TagVerdict]) throws -> [LatestVerdict] {
        var latest: [ContentName: LatestVerdict] = [:]
        for verdict in verdicts {
            let name = try ContentName(SeenContent(url: verdict.url, uid: verdict.uid))
            latest[name, default: LatestVerdict(name, verdict)].take(verdict)
        }
        return latest.values.sorted { $0.name < $1.name }
    }

    /// The same, not on the registry's thread, which others wait for.
    @concurrent static func named(_ verdicts: [TagVerdict]) async throws -> [LatestVerdict] { try inOrder(verdicts) }
}
