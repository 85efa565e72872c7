import Audit
import Foundation
import Geodesy
import Registry
import Storage
import Synchronization
import TestBench
import Testing

/// An audit of everything that judges what is new alone says what judging every row says.
@Suite(.takesTurns) struct `An audit of what is new` {
    /// Every row that is kept, judged from the first on.
    private func full(
        _ history: RandomHistory, _ scope: AuditScope, _ rules: AuditRules, keepingEveryTag: Bool
    ) async throws -> AuditOutcome {
        let auditor = Auditor(scope, rules: rules)
        _ = try await history.registry.sightings(since: .min, afterImport: 0) { rows in
            for row in rows {
                guard let error = try? PositionError(sigma: row.sigma) else { continue }
                auditor.intake.add(
                    Sighting(
                        time: Timestamp(milliseconds: row.time * 1_000), url: row.url, uid: row.uid, place: row.place,
                        error: error, device: row.device?.hexadecimal))
            }
        }
        try await history.registry.confirmations { rows in
            for row in rows {
                guard let outcome = Confirmation.Outcome(rawValue: row.outcome) else { continue }
                auditor.intake.add(
                    Confirmation(
                        time: Timestamp(milliseconds: row.time * 1_000), url: row.url, outcome: outcome,
                        device: row.device?.hexadecimal))
            }
        }
        return auditor.outcome(keepingEveryTag: keepingEveryTag, recording: true)
    }

    /// `WAYMARK_PROOF=long` takes twenty seeds.
    private static let seeds = SeededRandom.seeds(
        ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long" ? 20 : 6)

    @Test(arguments: StorageKind.settling, seeds)
    func `is equal to an audit of everything, whatever happened in between`(
        kind: StorageKind, seed: UInt64
    ) async throws {
        let open = try await kind.makePlace()
        let registry = try #require(try await open({ Timestamp.now }) as? any RegistryStorage & RegistryHistory)
        var history = try await RandomHistory(registry, seed: seed)
        var (settled, settledInParts, findings) = (0, 0, 0)
        var (lives, others) = (FindingLives(), FindingLives())
        // Of audits that others overtake.
        var late: [Settling] = []
        for round in 0..<72 {
            // A history in which nothing was settled, or nothing was wrong, goes on: it would prove nothing.
            if round >= 18, settled > 0, settledInParts > 0, findings > 0 { break }
            for _ in 0..<(1 + Int(history.random.next(below: 6))) { try await history.step() }
            if history.random.next(below: 3) == 0 {
                settledInParts += try await history.settleInParts()
            }
            let stale = history.random.next(below: 3) == 0 ? 5 : nil
            let every = history.random.next(below: 5) == 0
            let rules = AuditRules(now: history.now, staleAfterDays: stale)
            try await history.registry.foldEvidence { _ in }
            let mark = try await history.registry.beginJudging()
            let scope = try await history.scope()
            // The registry erases findings with the evidence that they name; the lives here go on.
            let open = try await history.registry.findings(in: [.new, .stillThere, .accepted])
            let watched = Set(open.flatMap(\.tags)).union(lives.openTags)
            let audit = HistoryAudit(
                PreparedScope(scope), rules: rules, keepingEveryTag: every, watching: watched)
            // Results do not depend on it.
            let threads = 1 + Int(history.random.next(below: 3))
            let reading = try await history.registry.readEvidence { try audit.read($0, since: mark, threads: threads) }
            let (outcome, settling) = audit.conclude(reading, threads: threads)
            let whole = try await full(history, scope, rules, keepingEveryTag: every)
            let note = "seed \(history.random.seed), round \(round)"
            #expect(outcome.report(listingTags: every) == whole.report(listingTags: every), "\(note)")
            let (run, other) = (outcome.run(batch: nil), whole.run(batch: nil))
            #expect(run.findings == other.findings, "\(note)")
            #expect(run.covered == other.covered && run.walked == other.walked, "\(note)")
            // What is recorded of a tag is what the whole audit would record.
            let verdicts = Set(other.verdicts)
            #expect(run.verdicts.allSatisfy(verdicts.contains), "\(note)")
            let record = AuditRecord(
                batch: nil, sightings: 1, badRows: 0, findings: outcome.report().findingCounts)
            try await history.registry.record(
                .audited(record, run: run), by: Author(station: "bench-1", actor: "alice"))
            lives.move(by: run, at: history.now)
            others.move(by: other, at: history.now)
            #expect(lives.all == others.all, "\(note)")
            // What comes while an audit is made is judged by the next one.
            if history.random.next(below: 3) == 0 { try await history.step() }
            if let settling { late.append(settling) }
            while let next = late.last, history.random.next(below: 4) > 0 {
                try await history.registry.settle(next)
                late.removeLast()
            }
            settled += reading.settledContents
            findings += run.findings.count
        }
        withExtendedLifetime(open) {}
        #expect(settled > 0 && settledInParts > 0 && findings > 0, "seed \(history.random.seed)")
    }

    /// Tables that were made before the plan changed know less than what is settled.
    @Test(arguments: StorageKind.settling)
    func `judges everything by a plan that does not know what is settled`(kind: StorageKind) async throws {
        let open = try await kind.makePlace()
        let registry = try #require(try await open({ Timestamp.now }) as? any RegistryStorage & RegistryHistory)
        var history = try await RandomHistory(registry, seed: SeededRandom().seed &+ 77)
        for _ in 0..<20 { try await history.step() }
        let rules = AuditRules(now: history.now)
        func audit(_ scope: AuditScope) async throws -> (HistoryAudit.Reading, AuditOutcome, Settling?) {
            try await history.registry.foldEvidence { _ in }
            let mark = try await history.registry.beginJudging()
            let audit = HistoryAudit(PreparedScope(scope), rules: rules, watching: [])
            let reading = try await history.registry.readEvidence { try audit.read($0, since: mark) }
            let (outcome, settling) = audit.conclude(reading)
            return (reading, outcome, settling)
        }
        let scope = try await history.scope()
        if let settling = try await audit(scope).2 { try await history.registry.settle(settling) }
        #expect(try await audit(scope).0.settledContents > 0)
        let seen = try await audit(scope).1.run(batch: nil).covered.keys
        for store in seen {
            let less = AuditScope(
                stores: scope.stores.filter { $0.id != store }, experiences: scope.experiences,
                storeTemplates: scope.templates, tags: scope.tags, formerCarriers: scope.formerCarriers)
            let (_, outcome, _) = try await audit(less)
            let whole = try await full(history, less, rules, keepingEveryTag: false)
            #expect(outcome.report() == whole.report(), "seed \(history.random.seed), without \(store)")
        }
        withExtendedLifetime(open) {}
        #expect(!seen.isEmpty)
    }
}

/// Findings as a registry keeps them, moved by one audit after the other.
private struct FindingLives {
    private(set) var all: [FindingLife] = []

    var openTags: [String] { all.filter { $0.state != .resolved }.flatMap(\.tags) }

    mutating func move(by run: AuditRun, at time: Timestamp) {
        let found = Set(run.findings.map(\.identity))
        let known = all.filter { $0.state != .resolved || found.contains($0.identity) }
        for moved in run.moves(known, numberedAfter: Int64(all.count), at: time) {
            if let place = all.firstIndex(where: { $0.identity == moved.identity }) {
                all[place] = moved
            } else {
                all.append(moved)
            }
        }
    }
}
