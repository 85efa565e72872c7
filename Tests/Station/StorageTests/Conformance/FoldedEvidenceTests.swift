import Chips
import Geodesy
import Registry
import Storage
import TestBench
import Testing

/// What is kept of each content is the fold of its rows, whatever came when.
@Suite(.takesTurns) struct `Folded evidence` {
    /// Random rows of few contents, devices and moments, so that they meet.
    private struct Rows {
        var random: SeededRandom

        private mutating func pick(_ limit: Int) -> Int { Int(random.next(below: UInt64(limit))) }

        private mutating func device() -> DevicePseudonym? {
            let number = pick(12)
            return number == 0 ? nil : DevicePseudonym([UInt8(number)])
        }

        mutating func sightings(_ count: Int) throws -> [KeptSighting] {
            try (0..<count).map { _ in
                KeptSighting(
                    time: Int64(1_795_000_000 + 100 * pick(400)), url: "https://example.com/\(pick(4))",
                    uid: pick(2) == 0 ? nil : try Samples.chip(UInt8(1 + pick(2))),
                    place: try Coordinate(latitude: 10 + Double(pick(5)), longitude: Double(pick(1_000)) / 100),
                    sigma: Double(1 + pick(9)) / 2, device: device())
            }
        }

        mutating func confirmations(_ count: Int) -> [KeptConfirmation] {
            (0..<count).map { _ in
                KeptConfirmation(
                    time: Int64(1_795_000_000 + pick(40_000)), url: "https://example.com/\(pick(4))",
                    outcome: Confirmation.Outcome.allCases[pick(4)].rawValue, device: device())
            }
        }
    }

    private func kept(_ history: any RegistryHistory) async throws -> Set<KeptFold> {
        try await history.foldEvidence { _ in }
        let all = try await history.readEvidence { evidence in
            var all: [SeenEvidence] = []
            try evidence.everything { all += $0 }
            return all
        }
        #expect(Set(all.map(\.content)).count == all.count)
        return Set(all.map(KeptFold.init))
    }

    /// Contents of which rows came or went, and which are seen still.
    private func news(_ history: any RegistryHistory) async throws -> Set<SeenContent> {
        try await history.readEvidence { evidence in
            var news: Set<SeenContent> = []
            try evidence.unsettled { news.formUnion($0.map(\.content)) }
            return news
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func `is the same in every storage, through imports in pieces, repetitions and forgetting`(seed: Int) async throws {
        var benches: [Bench] = []
        for kind in StorageKind.all { benches.append(try await Bench(kind)) }
        var rows = Rows(random: SeededRandom(seed: UInt64(seed)))
        var (sightings, confirmations) = ([KeptSighting](), [KeptConfirmation]())
        for step in 0..<12 {
            let (seen, said) = (try rows.sightings(60), rows.confirmations(80))
            sightings += seen
            confirmations += said
            let again = (sightings.shuffled(using: &rows.random).prefix(30), confirmations.suffix(20))
            let forgotten: JournalEvent? =
                switch step % 4 {
                case 2:
                    .evidenceForgotten(
                        Forgetting(cause: .asked, before: nil), device: DevicePseudonym([UInt8(1 + step)]))
                case 3:
                    .evidenceForgotten(
                        Forgetting(
                            cause: .expired,
                            before: Timestamp(milliseconds: (1_795_000_000 + Int64(step) * 777) * 1_000)
                        ), device: nil)
                default: nil
                }
            for bench in benches {
                let number = try await bench.history.beginImport(.sightings, file: "a.csv")
                _ = try await bench.history.keep(seen + again.0, import: number)
                if let forgotten { try await bench.record(forgotten) }
                // Some of them while what was forgotten is not folded yet.
                _ = try await bench.history.keep(said + again.1, import: number)
            }
            guard step % 3 == 1 || step == 11 else { continue }
            let first = try await kept(benches[0].history)
            for bench in benches.dropFirst() { #expect(try await kept(bench.history) == first) }
        }
        let first = try await news(benches[0].history)
        #expect(!first.isEmpty)
        for bench in benches.dropFirst() { #expect(try await news(bench.history) == first) }
    }

    /// The file as an upgrade leaves it: the rows are there, and nothing is folded.
    private func unfolded(_ path: String) throws {
        let least = "-9223372036854775807 - 1"
        let sql = """
            DELETE FROM evidence; DELETE FROM changed; DELETE FROM arrivals;
            INSERT INTO folding VALUES (1, \(least), \(least), \(least), \(least))
            """
        #expect(try Command.sqlite.run([path, sql]).status == 0)
    }

    @Test(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
    func `of an older registry is made in short transactions, while rows come in`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["r.sqlite"]
        var rows = Rows(random: SeededRandom(seed: 9))
        let (first, more, said) = (try rows.sightings(3_000), try rows.sightings(500), rows.confirmations(2_000))
        func fill() async throws {
            let registry = try SQLiteRegistry(path: path)
            let number = try await registry.beginImport(.sightings, file: "a.csv")
            _ = try await registry.keep(first, import: number)
            _ = try await registry.keep(said, import: number)
            try await registry.checkpoint()
        }
        try await fill()
        try unfolded(path)
        let registry = try SQLiteRegistry(path: path)
        #expect(try await news(registry).isEmpty)
        let number = try await registry.beginImport(.sightings, file: "b.csv")
        async let folding: Void = registry.foldEvidence { _ in }
        _ = try await registry.keep(more + first.reversed(), import: number)
        try await folding
        let other = try await Bench(.memory)
        let source = try await other.history.beginImport(.sightings, file: "b")
        _ = try await other.history.keep(first + more, import: source)
        _ = try await other.history.keep(said, import: source)
        #expect(try await kept(registry) == kept(other.history))
        #expect(try await news(registry) == news(other.history))
    }

    private func answers(_ count: Int, from first: Int = 0) -> [KeptConfirmation] {
        (first..<first + count).map {
            KeptConfirmation(
                time: Int64(1_795_000_000 + $0), url: "https://example.com/\($0 % 2_000)", outcome: "inRegion",
                device: DevicePseudonym([UInt8($0 % 200)]))
        }
    }

    /// As when the process ends between two transactions.
    @Test(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
    func `goes on where folding has stopped, and folds no row twice`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["r.sqlite"]
        var rows = Rows(random: SeededRandom(seed: 4))
        let (seen, said, more) = (try rows.sightings(500), answers(6_000), answers(300, from: 7_000))
        func keep(_ history: any RegistryHistory) async throws {
            let number = try await history.beginImport(.confirmations, file: "a.csv")
            _ = try await history.keep(said, import: number)
            _ = try await history.keep(seen, import: number)
        }
        do {
            let registry = try SQLiteRegistry(path: path)
            try await keep(registry)
            try await registry.checkpoint()
        }
        let stop = """
            CREATE TRIGGER stop BEFORE UPDATE ON arrival_fold WHEN (SELECT count(*) FROM evidence) > 700
            BEGIN SELECT RAISE(ABORT, 'the power is gone'); END
            """
        #expect(try Command.sqlite.run([path, stop]).status == 0)
        do {
            let registry = try SQLiteRegistry(path: path)
            await #expect(throws: RegistryError.self) { try await registry.foldEvidence { _ in } }
            try await registry.checkpoint()
        }
        let folded = try Command.sqlite.run([path, "DROP TRIGGER stop; SELECT count(*) FROM evidence"]).output
        #expect((1...700).contains(Int(folded.dropLast()) ?? 0))
        let registry = try SQLiteRegistry(path: path)
        let number = try await registry.beginImport(.confirmations, file: "b.csv")
        _ = try await registry.keep(more, import: number)
        let other = try await Bench(.memory)
        try await keep(other.history)
        _ = try await other.history.keep(more, import: try await other.history.beginImport(.confirmations, file: "b"))
        #expect(try await kept(registry) == kept(other.history))
        #expect(try await news(registry) == news(other.history))
    }

    /// How many sightings audits would read now.
    private func foldedSightings(_ registry: SQLiteRegistry) async throws -> Int {
        try await registry.readEvidence { evidence in
            var count = 0
            try evidence.everything { for one in $0 { count += one.folded.sightings } }
            return count
        }
    }

    @Test(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
    func `ends between two pieces where it is cancelled, and is made whole the next time`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["r.sqlite"]
        var rows = Rows(random: SeededRandom(seed: 11))
        let (seen, said) = (try rows.sightings(3_000), answers(3_000))
        func keep(_ history: any RegistryHistory) async throws {
            _ = try await history.keep(seen, import: try await history.beginImport(.sightings, file: "a.csv"))
            _ = try await history.keep(said, import: try await history.beginImport(.confirmations, file: "b.csv"))
        }
        func fill() async throws {
            let registry = try SQLiteRegistry(path: path)
            try await keep(registry)
            try await registry.checkpoint()
        }
        try await fill()
        try unfolded(path)
        let registry = try SQLiteRegistry(path: path)
        // It is cancelled when the first piece is done.
        let folding = Task { try await registry.foldEvidence { _ in cancelThisTask() } }
        await #expect(throws: CancellationError.self) { try await folding.value }
        let first = try await foldedSightings(registry)
        let other = try await Bench(.memory)
        try await keep(other.history)
        let whole = try await kept(other.history)
        #expect(first > 0 && first < seen.count / 2)
        #expect(try await kept(registry) == whole)
    }

    @Test func `of rows that wait is made by the one who still wants it`() async throws {
        let folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        let said = answers(6_000)
        _ = try await registry.keep(said, import: try await registry.beginImport(.confirmations, file: "a.csv"))
        let cancelled = Task {
            cancelThisTask()
            try await registry.foldEvidence { _ in }
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let left = Task { try await registry.foldEvidence { _ in } }
        async let wanted: Void = registry.foldEvidence { _ in }
        left.cancel()
        try await wanted
        _ = await left.result
        let other = try await Bench(.memory)
        _ = try await other.history.keep(said, import: try await other.history.beginImport(.confirmations, file: "a"))
        #expect(try await kept(registry) == kept(other.history))
    }

    /// Rows that wait to be folded when others are erased are folded with what is left of their contents.
    @Test func `is right when rows come in while others are forgotten`() async throws {
        let folder = try TemporaryFolder()
        let (registry, other) = (try SQLiteRegistry(path: folder["r.sqlite"]), try await Bench(.memory))
        let (old, new) = (answers(4_000), answers(4_000, from: 4_000))
        let forgotten = JournalEvent.evidenceForgotten(
            Forgetting(cause: .expired, before: Timestamp(milliseconds: (1_795_000_000 + 3_000) * 1_000)), device: nil)
        let number = try await registry.beginImport(.confirmations, file: "a.csv")
        _ = try await registry.keep(old, import: number)
        try await withThrowingTaskGroup { group in
            group.addTask {
                _ = try await registry.record(forgotten, by: Author(station: "bench-1", actor: "alice"))
            }
            for start in stride(from: 0, to: new.count, by: 100) {
                group.addTask { _ = try await registry.keep(Array(new[start..<start + 100]), import: number) }
            }
            try await group.waitForAll()
        }
        let source = try await other.history.beginImport(.confirmations, file: "a.csv")
        _ = try await other.history.keep(old, import: source)
        try await other.record(forgotten)
        _ = try await other.history.keep(new, import: source)
        #expect(try await kept(registry) == kept(other.history))
        #expect(try await news(registry) == news(other.history))
    }
}

private func cancelThisTask() {
    withUnsafeCurrentTask { task in
        if let task { task.cancel() }
    }
}
