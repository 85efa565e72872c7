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
        /// Of its import, which is begun with the first sighting.
        var opening: Task<Int64, any Error>?
        var number: Int64?
        var new = 0
        /// When the last tag was seen.
        var used = ContinuousClock.now
        /// Nothing more is seen on it.
        var isEnding = false
        /// Sightings that are being kept, and who waits for the last of them.
        var running = 0
        var waitingForLast: CheckedContinuation<Void, Never>?

        var isAtRest: Bool { running == 0 && !isEnding }
    }

    private let storage: any RegistryStorage & RegistryHistory
    private let evidence: EvidenceImporter
    private let now: @Sendable () -> Timestamp
    private var walks = Numbered<OpenWalk>.forClients()

    /// More walks at a time than this are clients that went away without an end: the one that was used least recently
    /// is given up, of the same author if there is one. What was seen on it is kept.
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

    var areOpen: Bool { walks.count > 0 }

    /// Begins a walk. What tags are compared with is what the registry knows now.
    nonisolated func begin(_ scope: AuditScope, by author: Author) async throws -> Walk {
        // Here, so that no other walk waits for the tables.
        try await open(
            OpenWalk(audit: SpotAudit(scope), author: author, erasures: try await storage.erasures().count))
    }

    private func open(_ walk: OpenWalk) async throws -> Walk {
        if walks.count >= Self.limit {
            let left = walks.all.filter { $0.value.isAtRest }.map { id, walk in
                OpenWork(id: id, author: walk.author, used: walk.used)
            }
            if let id = left.leastRecentlyUsed(by: walk.author) { try await giveUp(id) }
        }
        return Walk(id: walks.add(walk))
    }

    func see(_ seen: WalkSighting, onWalk id: Int) async throws -> WalkVerdict {
        let walk = try walk(id)
        let sighting = Sighting(
            time: now(), url: seen.url, uid: seen.uid, place: seen.place,
            error: try PositionError(accuracy: seen.accuracy, confidence: seen.confidence), device: seen.device)
        walks[id]?.running += 1
        defer { endSighting(onWalk: id) }
        let isNew = try await evidence.keep(sighting, import: try await number(ofWalk: id))
        walks[id]?.used = .now
        walks[id]?.sightings.append(sighting)
        if isNew { walks[id]?.new += 1 }
        let answer = walk.audit.judge(sighting)
        return WalkVerdict(
            tag: answer.tag, storeName: answer.store?.name, placement: answer.planned?.placement,
            findings: answer.findings)
    }

    private func number(ofWalk id: Int) async throws -> Int64 {
        let opening =
            walks[id]?.opening ?? Task { [storage] in try await storage.beginImport(.sightings, file: "a walk") }
        walks[id]?.opening = opening
        do {
            let number = try await opening.value
            walks[id]?.number = number
            return number
        } catch {
            walks[id]?.opening = nil
            throw error
        }
    }

    private func endSighting(onWalk id: Int) {
        walks[id]?.running -= 1
        if walks[id]?.running == 0 { walks[id]?.waitingForLast.take()?.resume() }
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
        _ = try walk(id)
        let walk = try await journal(id, by: author)
        return Ended(seen: walk.sightings, number: walk.number, erasures: walk.erasures)
    }

    /// Journals walks on which nothing is seen any more, or all. For now and then, and for the end.
    func giveUp(all: Bool = false, at moment: ContinuousClock.Instant = .now) async throws {
        for id in walks.all.map(\.key) {
            // As it is now: something may have been seen on it while others were journalled.
            guard let walk = walks[id], all || walk.used + Self.idleLimit <= moment else { continue }
            try await giveUp(id)
        }
    }

    private func giveUp(_ id: Int) async throws {
        guard let walk = walks[id], walk.isAtRest else { return }
        _ = try await journal(id, by: walk.author)
    }

    /// Where that fails, the walk has not ended.
    private func journal(_ id: Int, by author: Author) async throws -> OpenWalk {
        walks[id]?.isEnding = true
        defer { walks[id]?.isEnding = false }
        if let running = walks[id]?.running, running > 0 {
            await withCheckedContinuation { walks[id]?.waitingForLast = $0 }
        }
        guard let walk = walks[id] else { throw Self.unknown(id) }
        // Not open: it is in the journal, and the answer to that was lost.
        if let number = walk.number, try await storage.keptRows(ofOpen: number) != nil {
            let record = EvidenceImport(
                number: number, kind: .sightings, file: "a walk", digest: nil, rows: walk.sightings.count,
                new: walk.new, badRows: 0, isComplete: true)
            try await storage.end(record, by: author)
        }
        walks[id] = nil
        return walk
    }

    private func walk(_ id: Int) throws -> OpenWalk {
        guard let walk = walks[id], !walk.isEnding else { throw Self.unknown(id) }
        return walk
    }

    private static func unknown(_ id: Int) -> StationError {
        StationError(
            .unknownWalk, "walk \(id) is not known", why: "it has ended, or the daemon was started again",
            next: "begin another one: waymark audit --live; what was seen is kept")
    }
}
