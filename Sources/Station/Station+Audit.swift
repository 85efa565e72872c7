internal import API
internal import AppClips
internal import Audit
internal import CSV
internal import Foundation
internal import Geodesy
internal import HTTPServer
internal import Metrics
internal import Registry
internal import Synchronization

extension Station {
    /// Audits sightings against the registry: those of the request, which are kept, or those of the history.
    func audit(_ request: AuditRequest, by author: Author) async throws -> AuditAnswer {
        if let days = request.staleAfterDays, !(1...36_500).contains(days) {
            throw StationError(
                422, "out-of-range", "nothing was audited", why: "\(days) is no number of days from 1 to 36500",
                next: "correct staleAfterDays")
        }
        try watch.checkAuditable(bytes: (request.sightings + request.confirmations).reduce(0) { $0 + $1.content.count })
        let rules = AuditRules(now: now(), staleAfterDays: request.staleAfterDays)
        let auditor = Auditor(try await scope(of: request.batch), rules: rules)
        // Read first: a file that is refused is not kept.
        for file in request.sightings { try auditor.readSightings(file.name, bytes: Array(file.content)) }
        for file in request.confirmations {
            let progress = try await keep(file, .confirmations, by: author)
            if let bad = progress.badRows { auditor.note(bad) }
        }
        for file in request.sightings { _ = try await keep(file, .sightings, by: author) }
        if request.sightings.isEmpty {
            let last = request.since == nil ? try await storage.lastAuditedImport() : 0
            let since = request.since.map { $0.milliseconds / 1_000 } ?? .min
            let hasRoom = Mutex(true)
            _ = try await survey.sightings(since: since, afterImport: last) { kept in
                guard hasRoom.withLock({ $0 }) else { return }
                auditor.add(kept.compactMap(Sighting.init))
                if !StationWatch.hasRoomForMore { hasRoom.withLock { $0 = false } }
            }
            guard hasRoom.withLock({ $0 }) else { throw watch.memoryShort() }
        }
        return try await conclude(
            auditor,
            Question(
                batch: request.batch, plan: request.plan, listsTags: request.listsTags, wantsMap: request.wantsMap),
            by: author)
    }

    /// What the history says now, as a map: an audit that leaves nothing behind.
    func map(since: Timestamp?, of batch: BatchName?) async throws -> AuditMap {
        let auditor = Auditor(try await scope(of: batch), rules: AuditRules(now: now()))
        let start = since.map { $0.milliseconds / 1_000 } ?? .min
        _ = try await survey.sightings(since: start, afterImport: 0) { kept in
            auditor.add(kept.compactMap(Sighting.init))
        }
        try await survey.confirmations { kept in
            for confirmation in kept.compactMap(Confirmation.init) { auditor.add(confirmation) }
        }
        return auditor.outcome(keepingEveryTag: true).map
    }

    /// Ends a walk with an audit of what was seen on it.
    func endWalk(_ id: Int, _ end: WalkEnd, by author: Author) async throws -> AuditAnswer {
        let auditor = Auditor(try await scope(of: end.batch), rules: AuditRules(now: now()))
        auditor.add(try await walks.end(id, by: author))
        return try await conclude(
            auditor, Question(batch: end.batch, plan: end.plan, listsTags: end.listsTags, wantsMap: end.wantsMap),
            by: author)
    }

    private struct Question {
        let batch: BatchName?
        let plan: AuditRequest.File?
        let listsTags: Bool
        let wantsMap: Bool
    }

    /// Adds what customers' phones have said so far, draws the conclusions and keeps them.
    private func conclude(_ auditor: Auditor, _ question: Question, by author: Author) async throws -> AuditAnswer {
        // Not from the one who writes: what happens at the readers is on record at once, however long this takes.
        try await survey.confirmations { kept in
            for confirmation in kept.compactMap(Confirmation.init) { auditor.add(confirmation) }
        }
        let plan = try question.plan.map { try SampleFile(Array($0.content), file: $0.name) }
        let outcome = auditor.outcome(keepingEveryTag: true)
        let report = outcome.report(listingTags: question.listsTags, plan: plan)
        let run = outcome.run(batch: question.batch)
        let record = AuditRecord(
            batch: question.batch, sightings: report.summary.sightings, badRows: report.badRows?.count ?? 0,
            findings: report.findingCounts)
        try await storage.record(.audited(record, run: run), by: author)
        metrics.store.add(to: StationMetrics.audits)
        metrics.store.add(Double(record.sightings), to: StationMetrics.auditRows, "taken")
        metrics.store.add(Double(record.badRows), to: StationMetrics.auditRows, "bad")
        let lives = try await storage.findings(identities: run.findings.map(\.identity))
        let accepted = Set(lives.indices.filter { lives[$0].state == .accepted })
        return AuditAnswer(
            report: report.leavingOut(accepted: accepted),
            map: question.wantsMap ? try JSONEncoder().encode(outcome.map) : nil, warnings: outcome.warnings,
            lives: lives)
    }

    private func keep(
        _ file: AuditRequest.File, _ kind: EvidenceKind, by author: Author
    ) async throws -> EvidenceProgress {
        try await evidence.take(
            kind, file: file.name, import: nil, more: false, RequestBody(Array(file.content)), by: author)
    }

    func scope(of batch: BatchName?) async throws -> AuditScope {
        let templates = try await survey.templates().map { try URLTemplate($0) }
        if let batch, try await survey.batch(batch) == nil { throw StationError.unknownBatch(batch) }
        return AuditScope(
            stores: try await survey.stores(), experiences: try await survey.experiences(), templates: templates,
            tags: try await survey.tags(), batch: batch, knownTags: try await survey.knownTags())
    }
}

extension Sighting {
    /// Nil for a row that nobody could have measured: the registry was changed from outside.
    init?(_ kept: KeptSighting) {
        guard let error = try? PositionError(sigma: kept.sigma) else { return nil }
        self.init(
            time: Timestamp(milliseconds: kept.time * 1_000), url: kept.url, uid: kept.uid, place: kept.place,
            error: error, device: kept.device?.hexadecimal)
    }
}

extension Confirmation {
    init?(_ kept: KeptConfirmation) {
        guard let outcome = Outcome(rawValue: kept.outcome) else { return nil }
        self.init(
            time: Timestamp(milliseconds: kept.time * 1_000), url: kept.url, outcome: outcome,
            device: kept.device?.hexadecimal)
    }
}
