import Audit
import Registry
import TestBench

/// What daemons do before an audit of everything that does not fit into memory.
extension RandomHistory {
    /// Judges everything in parts, in any order; some are judged twice, as where a daemon was thought to have died. In one case
    /// of four it ends before all of them are judged. Returns how many contents were settled.
    mutating func settleInParts() async throws -> Int {
        try await registry.foldEvidence { _ in }
        let mark = try await registry.beginJudging()
        let open = try await registry.findings(in: [.new, .stillThere, .accepted])
        let audit = PartAudit(
            PreparedScope(try await scope()), now: now, watching: Set(open.flatMap(\.tags)))
        let count = 1 + Int(random.next(below: 5))
        var parts = (0..<count).map { EvidencePart(number: $0, count: count) }
        parts += parts.filter { _ in random.next(below: 3) == 0 }
        parts.shuffle(using: &random)
        let isInterrupted = random.next(below: 4) == 0
        if isInterrupted { parts.removeLast(1 + Int(random.next(below: UInt64(parts.count)))) }
        var settled = 0
        for part in parts {
            // What comes meanwhile is judged behind the parts.
            if random.next(below: 3) == 0 { try await step() }
            // What was erased of.
            try await registry.foldEvidence { _ in }
            let threads = 1 + Int(random.next(below: 3))
            let judged = try await registry.readEvidence {
                try audit.judge(part, of: $0, by: mark, threads: threads)
            }
            guard let judged else { return settled }
            _ = try await registry.keepVerdicts(of: AuditRun(verdicts: judged.verdicts))
            try await registry.settle(judged.settling)
            settled += judged.settling.settled.count
        }
        if !isInterrupted {
            let shared = try await registry.readEvidence { try $0.sharedContents }
            _ = try await registry.endParts(noting: shared, by: mark)
        }
        return settled
    }
}
