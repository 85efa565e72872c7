internal import API
internal import AppClips
internal import Audit
internal import Geodesy
internal import Registry

/// Walks with a reader: each tag is judged at once and kept as a sighting.
actor Walks {
    private struct OpenWalk {
        let audit: SpotAudit
        let author: Author
        /// How often evidence had been erased when it began.
        let erasures: Int64
        var sightings: [Sighting] = []
        var number: Int64?
        var new = 0
        /// When the last tag was seen.
        var used = ContinuousClock.now
        /// Nothing more is seen on it.
        var isEnding = false
    }

    private let storage: any RegistryStorage & RegistryHistory
    private let evidence: EvidenceImporter
    private let now: @Sendable () -> Timestamp
    private var walks = Numbered<OpenWalk>.forClients()

    /// More walks at a time than this are clients that went away without an end: the oldest is given up. What was seen
    /// on it is kept.
    private static let limit = 8
    /// A walk on which nothing is seen for so long is given up, too.
    static let idleLimit = Duration.seconds(12 * 3_600)

    init(
        storage: any RegistryStorage & RegistryHistory, evidence: EvidenceImporter,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.storage = storage
        self.evidence = evidence
        self.now = now
    }

    /// Begins a walk. What tags are compared with is what the registry knows now.
    nonisolated func begin(_ scope: AuditScope, by author: Author) async throws -> Walk {
        // Here, so that no other walk waits for the tables.
        try await open(
            OpenWalk(audit: SpotAudit(scope), author: author, erasures: try await storage.erasures().count))
    }

    private func open(_ walk: OpenWalk) async throws -> Walk {
        if walks.count >= Self.limit, let oldest = walks.all.filter({ !$0.value.isEnding }).map(\.key).min() {
            try await giveUp(oldest)
        }
        return Walk(id: walks.add(walk))
    }

    func see(_ seen: WalkSighting, onWalk id: Int) async throws -> WalkVerdict {
        let walk = try walk(id)
        let sighting = Sighting(
            time: now(), url: seen.url, uid: seen.uid, place: seen.place,
            error: try PositionError(accuracy: seen.accuracy, confidence: seen.confidence), device: seen.device)
        let (number, isNew) = try await evidence.keep(sighting, import: walk.number, by: walk.author)
        walks[id]?.number = number
        walks[id]?.used = .now
        walks[id]?.sightings.append(sighting)
        if isNew { walks[id]?.new += 1 }
        let answer = walk.audit.judge(sighting)
        return WalkVerdict(
            tag: answer.tag, storeName: answer.store?.name, placement: answer.planned?.placement,
            findings: answer.findings)
    }

    /// What was seen on a walk.
    struct Ended {
        /// In the order in which it was.
        let seen: [Sighting]
        /// Nil for a walk on which nothing was.
        let number: Int64?
        /// How often evidence had been erased before.
        let erasures: Int64
    }

    /// Journals the walk.
    func end(_ id: Int, by author: Author) async throws -> Ended {
        let walk = try await journal(try walk(id), id, by: author)
        return Ended(seen: walk.sightings, number: walk.number, erasures: walk.erasures)
    }

    /// Journals walks on which nothing was seen since then. For now and then, and for the end.
    func giveUp(unusedSince moment: ContinuousClock.Instant = .now - Walks.idleLimit) async throws {
        for (id, walk) in walks.all where !walk.isEnding && walk.used <= moment { try await giveUp(id) }
    }

    private func giveUp(_ id: Int) async throws {
        guard let walk = walks[id], !walk.isEnding else { return }
        _ = try await journal(walk, id, by: walk.author)
    }

    /// Where that fails, the walk has not ended.
    private func journal(_ walk: OpenWalk, _ id: Int, by author: Author) async throws -> OpenWalk {
        walks[id]?.isEnding = true
        defer { walks[id]?.isEnding = false }
        if let number = walk.number {
            let record = EvidenceImport(
                number: number, kind: .sightings, file: "a walk", digest: nil, rows: walk.sightings.count,
                new: walk.new, badRows: 0, isComplete: true)
            try await storage.record(.evidenceImported(record), by: author)
        }
        walks[id] = nil
        return walk
    }

    private func walk(_ id: Int) throws -> OpenWalk {
        guard let walk = walks[id], !walk.isEnding else {
            throw StationError(
                .unknownWalk, "walk \(id) is not known", why: "it has ended, or the daemon was started again",
                next: "begin another one: waymark audit --live; what was seen is kept")
        }
        return walk
    }
}
