import AppClips
import Audit
import Foundation
import Geodesy
import HubStorage
import Registry
import TestBench

/// Evidence kept and folded, and audits of it from the database.
struct EvidenceBench {
    private static let rowsOfACall = 50_000
    /// Rows of evidence.
    let count: Int
    /// As many as there are rows of each content on average.
    private var contents: Int { max(1, count / 10) }

    /// Resident now, and at most so far, in MB.
    private var memory: (now: Int, peak: Int) {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        func megabytes(_ name: String) -> Int {
            lines.first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1_000 } ?? 0
        }
        return (megabytes("VmRSS"), megabytes("VmHWM"))
    }

    private func url(_ tag: Int) -> String { "https://chain.example/store/s\(tag % 500)?tag=t\(tag)" }

    private func place(_ store: Int) throws -> Coordinate {
        try Coordinate(latitude: -40 + Double(store % 80), longitude: -170 + 10 * Double(store / 80))
    }

    private func device(_ random: inout SeededRandom) throws -> DevicePseudonym {
        try required(DevicePseudonym(Array(repeating: UInt8(random.next(below: 250)), count: 32)))
    }

    // MARK: Confirmations

    /// Kept and folded by two connections.
    func measureConfirmations(in database: BenchDatabase) async throws {
        let before = memory
        let seconds = try await time {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for half in 0..<2 {
                    let registry = try await database.registry()
                    group.addTask { try await confirm(registry, half) }
                }
                try await group.waitForAll()
            }
        }
        let after = memory
        say(
            "\(count) confirmations of \(contents) contents kept and folded by two connections: "
                + "\(Int(Double(count) / seconds)) rows/s; resident \(before.now) MB before, \(after.now) MB after, "
                + "\(after.peak) MB at most")
    }

    private func confirm(_ registry: HubRegistry, _ half: Int) async throws {
        var random = SeededRandom(seed: UInt64(half + 1))
        let number = try await registry.beginImport(.confirmations, file: "c.csv")
        var rest = count / 2
        while rest > 0 {
            let rows = try (0..<min(rest, Self.rowsOfACall)).map { _ in
                KeptConfirmation(
                    time: 1_795_000_000 + Int64(random.next(below: 86_400)),
                    url: url(Int(random.next(below: UInt64(contents)))), outcome: "inRegion",
                    device: try device(&random))
            }
            rest -= rows.count
            _ = try await registry.keep(rows, import: number)
        }
    }

    // MARK: Sightings

    func measureAudits(in database: BenchDatabase) async throws {
        let registry = try await database.registry()
        try await plan(registry)
        let keeping = try await time { try await keep(registry) }
        say("\(count) sightings kept and folded by one connection: \(Int(Double(count) / keeping)) rows/s")
        // The server does so by itself in the minutes behind an import, and would take one of two processors from the audit.
        try database.vacuum()
        try await auditFolded(registry)
        for daemons in 1...2 { try await auditInParts(database, daemons: daemons) }
        try await auditRows(registry)
    }

    /// A chain of 500 stores; every tag is planned.
    private func plan(_ registry: HubRegistry) async throws {
        let stores = try (0..<500).map {
            Store(
                id: try required(StoreID("s\($0)")), name: "Store", region: try Region(centre: place($0), radius: 150))
        }
        let experience = try Experience(
            url: InvocationURL("https://chain.example/store/"),
            card: Card(title: "Egg", subtitle: "Breakfast", action: .open))
        let author = Author(station: "hub", actor: "alice")
        try await registry.record(.storesImported(stores, file: "stores.csv"), by: author)
        try await registry.record(.experiencesImported([experience], file: "e.csv"), by: author)
        for first in stride(from: 0, to: contents, by: Self.rowsOfACall) {
            let name = try required(BatchName("lot-\(first / Self.rowsOfACall)"))
            let tags = try (first..<min(first + Self.rowsOfACall, contents)).map { number in
                Tag(
                    id: try required(TagID("t\(number)")), batch: name, store: stores[number % stores.count].id,
                    placement: "table \(number)", medium: .qr, url: url(number))
            }
            let batch = Batch(name: name, template: "https://chain.example/store/{store}{?tag}", tags: tags)
            try await registry.record(.batchCreated(batch), by: author)
        }
    }

    /// As the product reads it.
    private func scope(_ registry: HubRegistry) async throws -> AuditScope {
        AuditScope(
            stores: try await registry.stores(), experiences: try await registry.experiences(),
            storeTemplates: try await registry.templates(), tags: try await registry.tags(), knownTags: [],
            formerCarriers: try await registry.formerCarriers(),
            apps: try await registry.deployments().flatMap(\.apps))
    }

    private func keep(_ registry: HubRegistry) async throws {
        var random = SeededRandom(seed: 1)
        let number = try await registry.beginImport(.sightings, file: "a.csv")
        var rest = count
        while rest > 0 {
            let rows = try (0..<min(rest, Self.rowsOfACall)).map { _ in
                let tag = Int(random.next(below: UInt64(contents)))
                return KeptSighting(
                    time: 1_795_000_000 + Int64(random.next(below: 2_592_000)), url: url(tag), uid: nil,
                    place: try place((isMisplaced(tag) ? tag + 1 : tag) % 500),
                    sigma: 4 + Double(random.next(below: 30)),
                    device: try device(&random))
            }
            rest -= rows.count
            _ = try await registry.keep(rows, import: number)
        }
    }

    /// One tag in a thousand is at the next store, of another store each.
    private func isMisplaced(_ tag: Int) -> Bool { tag % 1_000 == tag / 1_000 % 1_000 }

    /// As the product audits everything.
    private func auditFolded(_ registry: HubRegistry) async throws {
        let rules = AuditRules(now: Timestamp(milliseconds: 1_798_000_000_000))
        let mark = try await registry.beginJudging()
        var tables: PreparedScope?
        let planning = try await time { tables = PreparedScope(try await scope(registry)) }
        say("the plan of \(contents) tags read for audits: \(planning) s")
        let audit = HistoryAudit(try required(tables), rules: rules, watching: [])
        var results: (outcome: AuditOutcome, settling: Settling?)?
        let seconds = try await time {
            let reading = try await registry.readEvidence { try audit.read($0, since: mark, threads: 2) }
            results = audit.conclude(reading, threads: 2)
        }
        let (outcome, kept) = try required(results)
        say(
            "\(count) rows audited by what they fold to, \(contents) contents: \(seconds) s, "
                + "\(outcome.findings.count) findings; at most \(memory.peak) MB")
        let recording = try await time {
            let run = outcome.run(batch: nil)
            let record = AuditRecord(batch: nil, sightings: count, badRows: 0, findings: [:])
            try await registry.record(.audited(record, run: run), by: Author(station: "hub", actor: "alice"))
        }
        let settling = try required(kept)
        let settled = try await time { try await registry.settle(settling) }
        say("verdicts recorded: \(recording) s; put away for the next audit: \(settled) s")
    }

    /// As daemons of a hub do where an audit would take more memory than it may: with all that is put away, and what is left to
    /// judge behind the parts.
    private func auditInParts(_ database: BenchDatabase, daemons: Int) async throws {
        var registries: [HubRegistry] = []
        for _ in 0..<daemons { registries.append(try await database.registry()) }
        let moved = Store(
            id: try required(StoreID("s0")), name: "Store",
            region: try Region(centre: place(0), radius: 150 + Double(daemons)))
        try await registries[0].record(
            .storesImported([moved], file: "stores.csv"), by: Author(station: "hub", actor: "alice"))
        let mark = try await registries[0].beginJudging()
        let tables = PreparedScope(try await scope(registries[0]))
        let now = Timestamp(milliseconds: 1_798_000_000_000)
        let seconds = try await time {
            try await registries[0].openParts(Self.parts, by: mark)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for registry in registries {
                    let audit = PartAudit(tables, now: now, watching: [])
                    group.addTask { try await judgeParts(registry, audit, threads: 2 / daemons) }
                }
                try await group.waitForAll()
            }
            let shared = try await registries[0].readEvidence { try $0.sharedContents }
            guard try await registries[0].endParts(noting: shared, by: mark) else { throw Unprepared() }
        }
        let next = try await registries[0].beginJudging()
        let audit = HistoryAudit(tables, rules: AuditRules(now: now), watching: [])
        var found = 0
        let rest = try await time {
            let reading = try await registries[0].readEvidence { try audit.read($0, since: next, threads: 2) }
            found = audit.conclude(reading, threads: 2).outcome.findings.count
        }
        say(
            "the same in \(Self.parts) parts by \(daemons) of the hub's daemons, with verdicts, put away: \(seconds) s, and what is "
                + "left judged: \(rest) s, \(found) findings; resident \(memory.now) MB")
    }

    private static let parts = 8

    private func judgeParts(_ registry: HubRegistry, _ audit: PartAudit, threads: Int) async throws {
        while case .taken(let part, let mark) = try await registry.takePart() {
            let judged = try await registry.readEvidence { try audit.judge(part, of: $0, by: mark, threads: threads) }
            let outcome = try required(judged)
            _ = try await registry.keepVerdicts(of: AuditRun(verdicts: outcome.verdicts))
            try await registry.settle(outcome.settling)
            try await registry.endPart(part, by: mark, isJudged: true)
        }
    }

    private func auditRows(_ registry: HubRegistry) async throws {
        let auditor = Auditor(
            try await scope(registry), rules: AuditRules(now: Timestamp(milliseconds: 1_798_000_000_000)))
        let seconds = try await time {
            _ = try await registry.sightings(since: .min, afterImport: 0) { rows in
                auditor.intake.add(
                    rows.compactMap { row in
                        (try? PositionError(sigma: row.sigma)).map {
                            Sighting(
                                time: Timestamp(milliseconds: row.time * 1_000), url: row.url, uid: row.uid,
                                place: row.place, error: $0, device: row.device?.hexadecimal)
                        }
                    })
            }
            _ = auditor.outcome(keepingEveryTag: false, threads: 2)
        }
        say("\(count) rows audited one by one: \(seconds) s")
    }
}
