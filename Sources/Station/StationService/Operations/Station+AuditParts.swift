internal import Audit
internal import Faults
internal import Logging
internal import Registry
internal import UnixSystem

/// Audits of everything that does not fit into memory: it is judged in parts, by every daemon of a hub. What is left is an
/// audit of what is new.
extension Station {
    /// Bytes for what an audit judges at once: half of what is free, unless it was said.
    private var memoryForAudits: UInt64 {
        if let auditMemory { return auditMemory }
        return AvailableMemory.free.map { $0 / 2 } ?? .max
    }

    /// Judges everything in parts where it has to be. `threads`: of the processors.
    func judgeInParts(threads: Int) async throws {
        let memory = memoryForAudits
        for _ in 0..<Self.auditAttempts {
            // Each time: the plan changes with the rule by which evidence is folded, too.
            try await storage.foldEvidence { _ in }
            let parts = try await history.readEvidence { evidence -> Int? in
                guard try evidence.isWhole else { return nil }
                if EvidencePart.all(contents: try evidence.openContents, memory: memory).count == 1 { return 1 }
                return EvidencePart.all(contents: try evidence.contents, memory: memory).count
            }
            guard let parts else { continue }
            guard parts > 1 else { return }
            let mark = try await storage.beginJudging()
            try await storage.openParts(parts, by: mark)
            logger.notice("an audit judges in parts", metadata: ["parts": "\(parts)"])
            if try await judgeParts(by: mark, threads: threads) { return }
        }
        throw Self.auditOvertaken
    }

    /// How often an audit of everything begins anew, because what it reads has changed under it. Each takes as long as a whole
    /// one, and at a hub all that is kept meanwhile waits for the beginning of each.
    static let auditAttempts = 3

    static var auditOvertaken: RegistryError {
        RegistryError(
            .contradiction, "nothing was audited",
            why: "each time that it was read, the plan was changed, or evidence was erased or had to be folded again",
            next: "audit again when no stores, experiences or batches are being changed and nothing is being erased")
    }

    /// A part that takes half an hour is another daemon's to try.
    private static let holds = 90

    /// Until all are done. False where the plan has changed.
    private func judgeParts(by mark: JudgingMark, threads: Int) async throws -> Bool {
        while true {
            try Task.checkCancellation()
            switch try await storage.takePart() {
            case .taken(let part, let mark): try await judge(part, by: mark, threads: threads)
            case .othersWork: try await Task.sleep(for: .milliseconds(200))
            case .none:
                let shared = try await history.readEvidence { try $0.sharedContents }
                return try await storage.endParts(noting: shared, by: mark)
            }
        }
    }

    /// Judges parts that another daemon has opened, one at a time, until the task is cancelled.
    func helpWithParts(threads: Int) async {
        while (try? await Task.sleep(for: .seconds(3))) != nil {
            do {
                while case .taken(let part, let mark) = try await storage.takePart() {
                    try await judge(part, by: mark, threads: threads)
                    logger.info("a part of another daemon's audit is judged", metadata: ["part": "\(part.number)"])
                }
            } catch {
                logger.notice("a part of another daemon's audit is not judged", metadata: ["error": "\(error)"])
                // Where this daemon cannot do it, others may.
                try? await Task.sleep(for: .seconds(60))
            }
        }
    }

    /// One at a time in this process.
    private func judge(_ part: EvidencePart, by mark: JudgingMark, threads: Int) async throws {
        let holding = Task { [storage] in
            for _ in 0..<Self.holds where (try? await Task.sleep(for: .seconds(20))) != nil {
                try? await storage.holdPart(part)
            }
        }
        defer { holding.cancel() }
        do {
            let isJudged = try await partDesk.alone { [self] in try await judgeAlone(part, by: mark, threads) }
            try await storage.endPart(part, by: mark, isJudged: isJudged)
        } catch {
            try? await storage.endPart(part, by: mark, isJudged: false)
            throw error
        }
    }

    /// False where the plan has changed: then no part of its is taken any more; and where evidence waits to be folded again:
    /// then it is taken again, which folds that. Throws where evidence was erased while the part was read.
    private func judgeAlone(_ part: EvidencePart, by mark: JudgingMark, _ threads: Int) async throws -> Bool {
        try await storage.foldEvidence { _ in }
        let erasures = try await storage.erasures().count
        // By a plan that is as new as the mark, or newer: then the evidence says so.
        let tables = try await auditTables.current(history) { try await self.scope(of: nil, known: []) }
        let audit = PartAudit(tables, now: now(), watching: try await watchedTags())
        let judged = try await history.readEvidence { [checkMemory] evidence in
            try audit.judge(part, of: evidence, by: mark, threads: threads, checkMemory: checkMemory)
        }
        guard let judged else { return false }
        _ = try await storage.keepVerdicts(of: AuditRun(erasures: erasures, verdicts: judged.verdicts))
        try await storage.settle(judged.settling)
        return true
    }
}

/// Where parts wait for each other: each takes as much memory as an audit may.
actor PartDesk {
    private var running: Task<Bool, any Error>?

    func alone(_ work: @escaping @Sendable () async throws -> Bool) async throws -> Bool {
        while let running { _ = try? await running.value }
        let task = Task {
            defer { running = nil }
            return try await work()
        }
        running = task
        return try await task.value
    }
}
