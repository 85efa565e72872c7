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
internal import UnixSystem

extension Station {
    /// Audits sightings against the registry: those of the request, which are kept, or those of the history.
    func audit(_ request: AuditRequest, by author: Author) async throws -> AuditAnswer {
        // What is judged from the fold is not packed before.
        let isPacked = !request.sightings.isEmpty || !request.everything
        return try await conclude(try await draft(request, packing: isPacked, by: author), by: author)
    }

    /// Begins an audit whose files are imported next.
    func openAudit(_ request: AuditRequest, by author: Author) async throws -> AuditDraft {
        AuditDraft(id: await drafts.open(try await draft(request, packing: true, by: author)))
    }

    /// Audits what was imported for a draft.
    func endAudit(_ id: Int, by author: Author) async throws -> AuditAnswer {
        try await conclude(try await drafts.close(id), by: author)
    }

    /// Takes in what the request itself brings. All that can be wrong with the question is said before any file is kept.
    /// `packing`: sightings may come for it.
    private func draft(_ request: AuditRequest, packing: Bool, by author: Author) async throws -> OpenAudit {
        if let days = request.staleAfterDays, !(1...36_500).contains(days) {
            throw StationError(
                .outOfRange, "nothing was audited", why: "\(days) is not a number of days from 1 to 36500",
                next: "correct staleAfterDays")
        }
        try monitor.checkAuditable(
            bytes: (request.sightings + request.confirmations).reduce(0) { $0 + $1.content.count })
        if let batch = request.batch, try await history.batch(batch) == nil { throw RegistryError.unknownBatch(batch) }
        let audit = OpenAudit(
            request, plan: try request.plan.map { try SampleFile(Array($0.content), file: $0.name) },
            tags: packing ? try await history.tags() : [], erasures: try await storage.erasures().count,
            checkMemory: checkMemory)
        for file in request.confirmations { try await keep(file, .confirmations, for: audit, by: author) }
        for file in request.sightings { try await keep(file, .sightings, for: audit, by: author) }
        return audit
    }

    private func keep(
        _ file: AuditRequest.File, _ kind: EvidenceKind, for audit: OpenAudit, by author: Author
    ) async throws {
        _ = try await evidence.take(
            kind, file: file.name, import: nil, more: false, for: audit, RequestBody(Array(file.content)), by: author)
    }

    var checkMemory: @Sendable () throws -> Void {
        { [monitor] in
            guard StationMonitor.hasRoomForMore else {
                throw monitor.refusal(for: .whileReading(free: AvailableMemory.free))
            }
        }
    }

    private func conclude(_ audit: OpenAudit, by author: Author) async throws -> AuditAnswer {
        let request = audit.request
        if request.everything, !audit.files.hasSightings { return try await concludeEverything(audit, by: author) }
        let auditor = Auditor(
            try await scope(of: request.batch), rules: AuditRules(now: now(), staleAfterDays: request.staleAfterDays),
            sightings: audit.sightings)
        let files = audit.files
        auditor.intake.note(files.badRows)
        var imports = ReadImports.only(files.imports)
        if !files.hasSightings {
            // Before they are read: what comes meanwhile is news to the next audit. One of a time leaves older rows out.
            if request.since == nil { imports = .upTo(try await storage.endedImports()) }
            let last = request.since == nil ? try await storage.lastAuditedImport() : 0
            let since = request.since.map { $0.milliseconds / 1_000 } ?? .min
            try await addHistory(to: auditor, since: since, afterImport: last)
        }
        return try await conclude(
            auditor,
            Question(
                batch: request.batch, imports: imports, erasures: audit.erasures, plan: audit.plan,
                listsTags: request.listsTags,
                wantsMap: request.wantsMap,
                warnings: files.warnings.map(\.description)),
            by: author)
    }

    private func addHistory(to auditor: Auditor, since: Int64, afterImport last: Int64) async throws {
        let failure = Mutex<(any Error)?>(nil)
        _ = try await history.sightings(since: since, afterImport: last) { [checkMemory] kept in
            guard failure.withLock({ $0 == nil }) else { return }
            auditor.intake.add(kept.compactMap(Sighting.init))
            do { try checkMemory() } catch { failure.withLock { $0 = error } }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// What the history says now, as a map: an audit that leaves nothing behind.
    func map(since: Timestamp?, of batch: BatchName?) async throws -> AuditMap {
        let auditor = Auditor(try await scope(of: batch), rules: AuditRules(now: now()))
        let start = since.map { $0.milliseconds / 1_000 } ?? .min
        try await addHistory(to: auditor, since: start, afterImport: 0)
        try await history.confirmations { kept in
            for confirmation in kept.compactMap(Confirmation.init) { auditor.intake.add(confirmation) }
        }
        return auditor.outcome(keepingEveryTag: true, threads: threads).map
    }

    /// Ends a walk with an audit of what was seen on it. All that can be wrong with the question is said before it ends.
    func endWalk(_ id: Int, _ end: WalkEnd, by author: Author) async throws -> AuditAnswer {
        let plan = try end.plan.map { try SampleFile(Array($0.content), file: $0.name) }
        let auditor = Auditor(try await scope(of: end.batch), rules: AuditRules(now: now()))
        let walk = try await walks.end(id, by: author)
        auditor.intake.add(walk.seen)
        return try await conclude(
            auditor,
            Question(
                batch: end.batch, imports: .only(Set([walk.number].compactMap(\.self))), erasures: walk.erasures,
                plan: plan, listsTags: end.listsTags, wantsMap: end.wantsMap),
            by: author)
    }

    private struct Question {
        let batch: BatchName?
        let imports: ReadImports
        var readsEverything = false
        var erasures: Int64
        let plan: SampleFile?
        let listsTags: Bool
        let wantsMap: Bool
        /// Of files that were read already.
        var warnings: [String] = []

        var keepsEveryTag: Bool { listsTags || wantsMap || plan != nil }
    }

    /// Audits everything that the history has: judges what is new, and adds what is settled.
    private func concludeEverything(_ opened: OpenAudit, by author: Author) async throws -> AuditAnswer {
        let request = opened.request
        var question = Question(
            batch: request.batch, imports: .upTo(try await storage.endedImports()), readsEverything: true,
            erasures: opened.erasures, plan: opened.plan, listsTags: request.listsTags,
            wantsMap: request.wantsMap, warnings: opened.files.warnings.map(\.description))
        let read = try await readEverything(question, staleAfterDays: request.staleAfterDays)
        question.erasures = read.erasures
        let (outcome, settling) = read.audit.conclude(read.reading, badRows: opened.files.badRows, threads: threads)
        let answer = try await keep(outcome, question, knowing: read.open, by: author)
        if let settling { try await storage.settle(settling) }
        return answer
    }

    private struct ReadHistory {
        let audit: HistoryAudit
        let reading: HistoryAudit.Reading
        /// The findings that were open before.
        let open: [KeptFinding]
        /// How many there were before it was read. Nothing of what came before one is in it.
        let erasures: Int64
    }

    /// Reads all that is to be judged, as long as nothing of it waits to be folded again: what customers' phones have said
    /// would be missing, and findings that rest on it would be over for good.
    private func readEverything(_ question: Question, staleAfterDays days: Int?) async throws -> ReadHistory {
        for _ in 0..<Self.auditAttempts {
            try Task.checkCancellation()
            if !question.keepsEveryTag { try await judgeInParts(threads: threads) }
            try await storage.foldEvidence { _ in }
            let erasures = try await storage.erasures().count
            let mark = try await storage.beginJudging()
            let open = try await openFindings()
            let audit = HistoryAudit(
                try await auditTables.current(history) { try await self.scope(of: nil, known: []) }, of: question.batch,
                rules: AuditRules(now: now(), staleAfterDays: days),
                keepingEveryTag: question.keepsEveryTag, watching: Set(open.flatMap(\.tags)))
            let reading = try await history.readEvidence { [checkMemory, threads] evidence -> HistoryAudit.Reading? in
                guard try evidence.isWhole else { return nil }
                return try audit.read(evidence, since: mark, threads: threads, checkMemory: checkMemory)
            }
            if let reading { return ReadHistory(audit: audit, reading: reading, open: open, erasures: erasures) }
        }
        throw Self.auditOvertaken
    }

    /// What people call the tags of findings that are open.
    func watchedTags() async throws -> Set<String> { Set(try await openFindings().flatMap(\.tags)) }

    private func openFindings() async throws -> [KeptFinding] {
        try await history.findings(in: [.new, .stillThere, .accepted])
    }

    /// Adds what customers' phones have said so far, draws the conclusions and keeps them.
    private func conclude(_ auditor: Auditor, _ question: Question, by author: Author) async throws -> AuditAnswer {
        let open = try await openFindings()
        // Not from the one who writes: what happens at the readers is on record at once, however long this takes.
        try await history.confirmations { kept in
            for confirmation in kept.compactMap(Confirmation.init) { auditor.intake.add(confirmation) }
        }
        return try await keep(
            auditor.outcome(keepingEveryTag: question.keepsEveryTag, recording: true, threads: threads), question,
            knowing: open, by: author)
    }

    /// `open`: the findings that were open before customers' answers were read.
    private func keep(
        _ outcome: AuditOutcome, _ question: Question, knowing open: [KeptFinding], by author: Author
    ) async throws -> AuditAnswer {
        let report = outcome.report(listingTags: question.listsTags, plan: question.plan, batch: question.batch)
        let run = outcome.run(
            batch: question.batch, imports: question.imports, readsEverything: question.readsEverything,
            erasures: question.erasures,
            knownBefore: Dictionary(open.map { ($0.number, $0.lastFound) }) { first, _ in first })
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
            map: question.wantsMap ? try JSONEncoder().encode(outcome.map) : nil,
            warnings: question.warnings + outcome.warnings, lives: lives)
    }

    var threads: Int { ProcessInfo.processInfo.activeProcessorCount }

    func scope(of batch: BatchName?) async throws -> AuditScope {
        try await scope(of: batch, known: try await history.knownTags())
    }

    func scope(of batch: BatchName?, known: [KnownTag]) async throws -> AuditScope {
        if let batch, try await history.batch(batch) == nil { throw RegistryError.unknownBatch(batch) }
        return AuditScope(
            stores: try await history.stores(), experiences: try await history.experiences(),
            storeTemplates: try await history.templates(),
            tags: try await history.tags(), batch: batch, knownTags: known,
            formerCarriers: try await history.formerCarriers(),
            apps: try await history.deployments().flatMap(\.apps))
    }
}

extension Sighting {
    /// Nil for a row with an impossible error: the registry was changed from outside.
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
