import Audit
import Foundation
import Geodesy
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// How many thousand rows of evidence; nil where no figures are taken.
private let thousands = ProcessInfo.processInfo.environment["WAYMARK_FIGURES"].flatMap { Int($0) }

/// What a hub's registry does in a second. `Benchmarks/hub` builds for release and prints the figures with the machine's load;
/// a test asserts no times. `WAYMARK_FIGURES`: how many thousand rows of evidence.
@Suite(.enabled(if: thousands != nil, "figures are taken by Benchmarks/hub"), .serialized)
struct HubFigures {
    private static let rowsOfACall = 50_000
    private let count = (thousands ?? 1) * 1_000

    /// As many as there are rows of each content on average.
    private var contents: Int { max(1, count / 10) }

    private func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let began = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - began) / .seconds(1)
    }

    /// Resident now, and at most so far, in MB.
    private var memory: (now: Int, peak: Int) {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        func megabytes(_ name: String) -> Int {
            lines.first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1_000 } ?? 0
        }
        return (megabytes("VmRSS"), megabytes("VmHWM"))
    }

    private func say(_ figure: String) {
        let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first ?? "?"
        print("figure: \(figure) (load \(load))")
    }

    private static func url(_ tag: Int) -> String { "https://chain.example/store/s\(tag % 500)?tag=t\(tag)" }

    private func place(_ store: Int) throws -> Coordinate {
        try Coordinate(latitude: -40 + Double(store % 80), longitude: -170 + Double(store))
    }

    @Test func `confirmations are kept and folded by two connections`() async throws {
        let place = try await HubPlace()
        let before = memory
        let time = try await seconds {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for half in 0..<2 {
                    let registry = try await place.registry(chain: .drawn()) { Timestamp(milliseconds: 1) }
                    group.addTask { try await self.confirm(registry, half) }
                }
                try await group.waitForAll()
            }
        }
        let after = memory
        say(
            "\(count) confirmations of \(contents) contents kept and folded by two connections: "
                + "\(Int(Double(count) / time)) rows/s; resident \(before.now) MB before, \(after.now) MB after")
    }

    private func confirm(_ registry: HubRegistry, _ half: Int) async throws {
        var random = SeededRandom(seed: UInt64(half + 1))
        let number = try await registry.beginImport(.confirmations, file: "c.csv")
        var rest = count / 2
        while rest > 0 {
            let rows = (0..<min(rest, Self.rowsOfACall)).map { _ in
                KeptConfirmation(
                    time: 1_795_000_000 + Int64(random.next(below: 86_400)),
                    url: Self.url(Int(random.next(below: UInt64(contents)))), outcome: "inRegion",
                    device: DevicePseudonym(Array(repeating: UInt8(random.next(below: 250)), count: 32)))
            }
            rest -= rows.count
            _ = try await registry.keep(rows, import: number)
        }
    }

    @Test func `rows are audited from the database`() async throws {
        let place = try await HubPlace()
        let registry = try await place.registry { Timestamp(milliseconds: 1_795_000_000_000) }
        let stores = try (0..<500).map {
            Store(id: try name("s\($0)"), name: "Store", region: try Region(centre: self.place($0), radius: 150))
        }
        let author = Author(station: "hub", actor: "alice")
        try await registry.record(.storesImported(stores, file: "stores.csv"), by: author)
        try await registry.record(
            .experiencesImported([try Samples.experience("https://chain.example/store/")], file: "e.csv"), by: author)
        var random = SeededRandom(seed: 1)
        let number = try await registry.beginImport(.sightings, file: "a.csv")
        var rest = count
        let keeping = try await seconds {
            while rest > 0 {
                let rows = try (0..<min(rest, Self.rowsOfACall)).map { _ in
                    let tag = Int(random.next(below: UInt64(contents)))
                    return KeptSighting(
                        time: 1_795_000_000 + Int64(random.next(below: 2_592_000)), url: Self.url(tag), uid: nil,
                        place: try self.place(tag % 500), sigma: 4 + Double(random.next(below: 30)),
                        device: DevicePseudonym(Array(repeating: UInt8(random.next(below: 250)), count: 32)))
                }
                rest -= rows.count
                _ = try await registry.keep(rows, import: number)
            }
        }
        say("\(count) sightings kept and folded by one connection: \(Int(Double(count) / keeping)) rows/s")
        let scope = AuditScope(
            stores: stores, experiences: try await registry.experiences(),
            storeTemplates: [try StoreTemplate("https://chain.example/store/{store}{?tag}", of: nil)], tags: [],
            knownTags: [],
            formerCarriers: [])
        let mark = try await registry.beginJudging()
        let audit = HistoryAudit(
            PreparedScope(scope), rules: AuditRules(now: Timestamp(milliseconds: 1_798_000_000_000)))
        var settling: Settling?
        let folded = try await seconds {
            let reading = try await registry.readEvidence { try audit.read($0, since: mark) }
            settling = audit.conclude(reading, threads: 2).settling
        }
        say("\(count) rows audited by what they fold to, \(contents) contents: \(folded) s")
        let settled = try #require(settling)
        say("put away: \(try await seconds { try await registry.settle(settled) }) s")
        let auditor = Auditor(scope, rules: AuditRules(now: Timestamp(milliseconds: 1_798_000_000_000)))
        let whole = try await seconds {
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
        say("\(count) rows audited one by one: \(whole) s")
    }

    /// Sixteen clients, each with some of the chains in turns, beside pgbench with the same statements.
    @Test func `events are journalled in many chains`() async throws {
        let place = try await HubPlace()
        let (clients, events) = (16, 150)
        let author = Author(station: "hub", actor: "alice")
        var registries: [HubRegistry] = []
        for _ in 0..<clients {
            registries.append(try await place.registry(chain: .drawn()) { Timestamp(milliseconds: 1) })
        }
        let problem = TagProblem(
            tag: nil, batch: try name("opening"), uid: nil, reader: try name("bench 1"), code: "locked",
            message: "page 06 is locked for ever")
        let time = try await seconds {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for registry in registries {
                    group.addTask {
                        for _ in 0..<events { try await registry.record(.chipRefused(problem), by: author) }
                    }
                }
                try await group.waitForAll()
            }
        }
        let ours = Double(clients * events) / time
        let bare = try pgbench(place, clients: clients)
        say(
            "\(clients) chains by \(clients) clients: \(Int(ours)) events/s, pgbench with the same statements \(Int(bare)): "
                + "\((ours / bare * 100).rounded() / 100) of it")
    }

    private func pgbench(_ place: HubPlace, clients: Int) throws -> Double {
        let folder = try TemporaryFolder()
        let script = """
            \\set chain random(1, \(clients))
            BEGIN ISOLATION LEVEL READ COMMITTED;
            SELECT gate FROM gates WHERE gate BETWEEN :chain - 1 AND :chain - 1 ORDER BY gate FOR UPDATE;
            INSERT INTO chains (chain, sequence, digest) VALUES (int8send(:chain), 0, '') ON CONFLICT DO NOTHING;
            SELECT sequence, digest, time FROM chains WHERE chain = int8send(:chain) FOR UPDATE;
            INSERT INTO journal (chain, sequence, time, station, actor, kind, payload, previous)
                SELECT chain, sequence + 1, 1, 'hub', 'alice', 'chip-refused', repeat('x', 120), repeat('0', 64)
                FROM chains WHERE chain = int8send(:chain);
            UPDATE chains SET sequence = sequence + 1, digest = repeat('0', 64), time = 1 WHERE chain = int8send(:chain);
            COMMIT;
            """
        try folder.write(script, to: "script")
        let programs = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql").sorted()
        let program = "/usr/lib/postgresql/\(try #require(programs.last))/bin/pgbench"
        let run = Process()
        run.executableURL = URL(filePath: program)
        run.arguments = [
            "-n", "-M", "extended", "-c", "\(clients)", "-j", "2", "-T", "6", "-f", folder["script"], "-h",
            place.address.hosts[0].name, "-U", place.address.user, place.address.database,
        ]
        let output = Pipe()
        run.standardOutput = output
        try run.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        run.waitUntilExit()
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("tps = ") }, "\(text)")
        let figure = try #require(line.split(separator: " ").dropFirst(2).first)
        return try #require(Double(figure))
    }
}
