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
        let scope = try await prepare(registry)
        let keeping = try await time { try await keep(registry) }
        say("\(count) sightings kept and folded by one connection: \(Int(Double(count) / keeping)) rows/s")
        try await auditFolded(registry, scope)
        try await auditRows(registry, scope)
    }

    private func prepare(_ registry: HubRegistry) async throws -> AuditScope {
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
        return AuditScope(
            stores: stores, experiences: try await registry.experiences(),
            storeTemplates: [try StoreTemplate("https://chain.example/store/{store}{?tag}", of: nil)], tags: [],
            knownTags: [], formerCarriers: [])
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
                    place: try place(tag % 500), sigma: 4 + Double(random.next(below: 30)),
                    device: try device(&random))
            }
            rest -= rows.count
            _ = try await registry.keep(rows, import: number)
        }
    }

    /// As the product audits everything.
    private func auditFolded(_ registry: HubRegistry, _ scope: AuditScope) async throws {
        let mark = try await registry.beginJudging()
        let rules = AuditRules(now: Timestamp(milliseconds: 1_798_000_000_000))
        let audit = HistoryAudit(PreparedScope(scope), rules: rules)
        var settling: Settling?
        let seconds = try await time {
            let reading = try await registry.readEvidence { try audit.read($0, since: mark) }
            settling = audit.conclude(reading, threads: 2).settling
        }
        say("\(count) rows audited by what they fold to, \(contents) contents: \(seconds) s")
        let settled = try required(settling)
        say("put away: \(try await time { try await registry.settle(settled) }) s")
    }

    private func auditRows(_ registry: HubRegistry, _ scope: AuditScope) async throws {
        let auditor = Auditor(scope, rules: AuditRules(now: Timestamp(milliseconds: 1_798_000_000_000)))
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
