import HubStorage
import PostgreSQL
import Registry
import TestBench

/// Events journalled in many chains, beside pgbench with the same statements, in turns.
struct EventBench {
    let chains: Int
    let clients: Int
    /// By each client, in each round.
    let events: Int
    let rounds: Int

    func measure(in database: BenchDatabase) async throws {
        var registries: [[HubRegistry]] = []
        for _ in 0..<clients {
            var own: [HubRegistry] = []
            for _ in 0..<(chains / clients) { own.append(try await database.registry()) }
            registries.append(own)
        }
        var ratios: [Double] = []
        for _ in 0..<rounds {
            let seconds = try await time { try await journal(registries) }
            let ours = Double(clients * events) / seconds
            let bare = try await pgbench(database, seconds: max(3, Int(seconds.rounded())))
            ratios.append(ours / bare)
            say(
                "\(chains) chains by \(clients) clients: \(Int(ours)) events/s, pgbench with the same statements "
                    + "\(Int(bare)): \((ours / bare * 100).rounded() / 100) of it")
        }
        let median = ratios.sorted()[ratios.count / 2]
        say("events beside pgbench: median \((median * 100).rounded() / 100) (target 0.5)")
    }

    private func journal(_ registries: [[HubRegistry]]) async throws {
        let author = Author(station: "hub", actor: "alice")
        let problem = TagProblem(
            tag: nil, batch: try required(BatchName("opening")), uid: nil, reader: try required(ReaderName("bench 1")),
            code: "locked", message: "page 06 is locked for ever")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for own in registries {
                group.addTask {
                    for number in 0..<events {
                        try await own[number % own.count].record(.chipRefused(problem), by: author)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Transactions in a second.
    private func pgbench(_ database: BenchDatabase, seconds: Int) async throws -> Double {
        let folder = try TemporaryFolder()
        // Keys of eight bytes: none is a chain of ours.
        try folder.write(
            """
            \\set chain random(1, \(chains))
            BEGIN ISOLATION LEVEL READ COMMITTED;
            SELECT gate FROM gates WHERE gate BETWEEN :chain - 1 AND :chain - 1 ORDER BY gate FOR UPDATE;
            INSERT INTO chains (chain, sequence, digest) VALUES (int8send(:chain), 0, '') ON CONFLICT DO NOTHING;
            SELECT sequence, digest, time FROM chains WHERE chain = int8send(:chain) FOR UPDATE;
            INSERT INTO journal (chain, sequence, time, station, actor, kind, payload, previous)
                SELECT chain, sequence + 1, 1, 'hub', 'alice', 'chip-refused', repeat('x', 120), repeat('0', 64)
                FROM chains WHERE chain = int8send(:chain);
            UPDATE chains SET sequence = sequence + 1, digest = repeat('0', 64), time = 1 WHERE chain = int8send(:chain);
            COMMIT;
            """, to: "script")
        let run = try RunningProgram(
            path: "\(try required(PrivatePostgreSQL.programs))/pgbench",
            [
                "-n", "-M", "extended", "-c", "\(clients)", "-j", "2", "-T", "\(seconds)", "-f", folder["script"], "-h",
                database.address.hosts[0].name, "-U", database.address.user, database.address.database,
            ])
        let text = await run.wait().output
        let line = try required(text.split(separator: "\n").first { $0.hasPrefix("tps = ") })
        return try required(line.split(separator: " ").dropFirst(2).first.flatMap { Double($0) })
    }
}
