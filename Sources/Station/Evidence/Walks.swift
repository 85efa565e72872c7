internal import API
internal import AppClips
internal import Audit
internal import Geodesy
internal import Registry

/// Walks with a reader: each tag is judged at once and kept as a sighting.
actor Walks {
    private struct Course {
        let scope: AuditScope
        var sightings: [Sighting] = []
        var number: Int64?
        var new = 0
    }

    private let storage: any RegistryStorage & RegistryHistory
    private let evidence: EvidenceDesk
    private let now: @Sendable () -> Timestamp
    private var courses: [Int: Course] = [:]
    private var lastID = 0

    init(
        storage: any RegistryStorage & RegistryHistory, evidence: EvidenceDesk,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.storage = storage
        self.evidence = evidence
        self.now = now
    }

    /// Begins a walk. What tags are compared with is what the registry knows now.
    func begin(_ scope: AuditScope) -> Walk {
        lastID += 1
        courses[lastID] = Course(scope: scope)
        return Walk(id: lastID)
    }

    func see(_ seen: WalkSighting, onWalk id: Int) async throws -> WalkVerdict {
        let course = try course(id)
        let sighting = Sighting(
            time: now(), url: seen.url, uid: seen.uid, place: seen.place,
            error: try PositionError(accuracy: seen.accuracy, confidence: seen.confidence), device: seen.device)
        let (number, isNew) = try await evidence.keep(sighting, import: course.number)
        courses[id]?.number = number
        courses[id]?.sightings.append(sighting)
        if isNew { courses[id]?.new += 1 }
        let auditor = Auditor(course.scope, rules: AuditRules(now: now()))
        auditor.add(sighting)
        let outcome = auditor.outcome(keepingEveryTag: true)
        let report = outcome.report(listingTags: true)
        let tag = report.tags?.first
        let store = course.scope.stores.first { $0.id.text == tag?.store }
        let planned = course.scope.tags?.first { $0.id.text == tag?.tag }
        return WalkVerdict(
            tag: tag, storeName: store?.name, placement: planned?.placement,
            // The others of the store are not missing: they are just not seen yet.
            findings: report.findings.filter { $0.code != .missing })
    }

    /// What was seen, in the order in which it was; journals the walk.
    func end(_ id: Int, by author: Author) async throws -> [Sighting] {
        let course = try course(id)
        courses[id] = nil
        if let number = course.number {
            let record = EvidenceImport(
                number: number, kind: .sightings, file: "a walk", digest: nil, rows: course.sightings.count,
                new: course.new, badRows: 0, isComplete: true)
            try await storage.record(.evidenceImported(record), by: author)
        }
        return course.sightings
    }

    private func course(_ id: Int) throws -> Course {
        guard let course = courses[id] else {
            throw StationError(
                404, "unknown-walk", "there is no walk \(id)", why: "it has ended, or the daemon was started again",
                next: "begin another one: waymark audit --live; what was seen is kept")
        }
        return course
    }
}
