import Geodesy
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// What daemons of earlier versions folded by their rule has lost the latest visits. They may run beside a migrated database.
@Suite(.needsPostgreSQL, .takesTurns) struct `A hub's evidence of an earlier rule` {
    private let place: HubPlace
    private let registry: HubRegistry
    private let database: PostgresConnection

    init() async throws {
        place = try await HubPlace()
        registry = try await place.registry { Timestamp.now }
        database = try PostgresConnection(place.address)
    }

    private static func see(_ content: Int, times: Int, in registry: HubRegistry) async throws -> Int {
        let number = try await registry.beginImport(.sightings, file: "walk-\(content).csv")
        let seen = try (0..<times).map { time in
            KeptSighting(
                time: 1_795_000_000 + Int64(time) * 1_200, url: "https://example.com/\(content)", uid: nil,
                place: try Coordinate(latitude: 37, longitude: -122), sigma: 3, device: nil)
        }
        return try await registry.keep(seen, import: number)
    }

    /// How many sightings and visits of each content an audit reads, in the order of the contents.
    private func folded() async throws -> [[Int]] {
        let all = try await registry.readEvidence { evidence in
            var all: [SeenEvidence] = []
            try evidence.everything { all += $0 }
            return all
        }
        return all.sorted { $0.content.url < $1.content.url }.map { [$0.folded.sightings, $0.folded.visits.count] }
    }

    /// A daemon of the version before has come, and folds.
    private func beginOlderDaemon() throws { try database.change(Self.olderMark) }

    private static let olderMark =
        "INSERT INTO daemons (daemon, name, mark, run, seen, reads) VALUES ('\\x0e', 'hub-0', 'm', 'r', 1, 13)"

    private func endOlderDaemon() throws { try database.change("DELETE FROM daemons WHERE daemon = '\\x0e'") }

    /// As another daemon does.
    private func haveFoldedAgain() throws {
        try database.change(
            "WITH gone AS (DELETE FROM evidence RETURNING content) INSERT INTO refolds SELECT content FROM gone")
        try database.change("UPDATE judging SET plan = plan + 1")
    }

    private func waits(for statement: String, _ observer: PostgresConnection) throws -> Bool {
        try !observer.rows(
            """
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'
            """, [.text(statement)]
        ).isEmpty
    }

    @Test(.timeLimit(.minutes(20)))
    func `is folded once more from its rows, and judged again, when no daemon of an earlier version is left`()
        async throws
    {
        #expect(try await Self.see(1, times: 3, in: registry) == 3)
        try await registry.foldEvidence { _ in }
        let plan = try await registry.beginJudging().plan
        for _ in 0..<2 {
            try beginOlderDaemon()
            try database.change("UPDATE evidence SET visits = '', sightings = 1")
            try await registry.foldEvidence { _ in }
            #expect(try await folded() == [[1, 0]], "it would fold the next row by its own rule")
            try endOlderDaemon()
            try await registry.foldEvidence { _ in }
            #expect(try await folded() == [[3, 3]])
        }
        #expect(try await registry.beginJudging().plan == plan + 2)
        try await registry.foldEvidence { _ in }
        #expect(try await registry.beginJudging().plan == plan + 2, "all is folded by one rule")
    }

    /// It was killed, and does not come back.
    @Test(.timeLimit(.minutes(20))) func `waits for no daemon that has not said for long that it runs`() async throws {
        #expect(try await Self.see(1, times: 3, in: registry) == 3)
        try beginOlderDaemon()
        try database.change("UPDATE evidence SET visits = '', sightings = 1")
        try database.change(
            "UPDATE daemons SET alive = extract(epoch FROM clock_timestamp())::bigint - 700 WHERE reads = 13")
        try await registry.foldEvidence { _ in }
        #expect(try await folded() == [[3, 3]])
    }

    @Test(.timeLimit(.minutes(20))) func `loses no content that comes while it is given up`() async throws {
        let (registry, other) = (registry, try await place.registry(daemon: "hub-2", chain: .drawn()) { Timestamp.now })
        #expect(try await Self.see(1, times: 2, in: registry) == 2)
        try beginOlderDaemon()
        try endOlderDaemon()
        // Holds up the statement that notes what is to be folded again.
        let (blocker, observer) = (try PostgresConnection(place.address), try PostgresConnection(place.address))
        try blocker.change("SET idle_in_transaction_session_timeout = '10min'")
        try blocker.change("BEGIN")
        try blocker.change("INSERT INTO refolds SELECT content FROM evidence")
        async let folding: Void = registry.foldEvidence { _ in }
        while try !waits(for: "INTO refolds", observer) { try await Task.sleep(for: .milliseconds(2)) }
        async let kept = Self.see(2, times: 1, in: other)
        while try !waits(for: "FROM gates", observer),
            try observer.rows("SELECT 1 FROM contents OFFSET 1").isEmpty
        { try await Task.sleep(for: .milliseconds(2)) }
        try blocker.change("ROLLBACK")
        #expect(try await kept == 1)
        try await folding
        try await registry.foldEvidence { _ in }
        #expect(try await folded() == [[2, 2], [1, 1]])
    }

    /// What customers have said is missing then.
    @Test(.timeLimit(.minutes(20))) func `is not whole to an audit that has begun, until it is folded`() async throws {
        #expect(try await Self.see(1, times: 2, in: registry) == 2)
        try await registry.foldEvidence { _ in }
        _ = try await registry.beginJudging()
        #expect(try await registry.readEvidence { try $0.isWhole })
        try haveFoldedAgain()
        #expect(try await !registry.readEvidence { try $0.isWhole })
        try await registry.foldEvidence { _ in }
        #expect(try await registry.readEvidence { try $0.isWhole })
        #expect(try await folded() == [[2, 2]])
    }

    /// As one in parts, which another daemon had begun.
    @Test(.timeLimit(.minutes(20))) func `is judged by the audit behind one that ended without it`() async throws {
        for content in 1...2 { #expect(try await Self.see(content, times: 1, in: registry) == 1) }
        try await registry.foldEvidence { _ in }
        try database.change("DELETE FROM changed")
        try haveFoldedAgain()
        let mark = try await registry.beginJudging()
        #expect(try await registry.endParts(noting: [], by: mark))
        try await registry.foldEvidence { _ in }
        #expect(try await registry.beginJudging().isCurrent)
        let unsettled = try await registry.readEvidence { evidence in
            var urls: [String] = []
            try evidence.unsettled { urls += $0.map(\.content.url) }
            return urls.sorted()
        }
        #expect(unsettled == ["https://example.com/1", "https://example.com/2"])
    }

    @Test(.timeLimit(.minutes(20)))
    func `is folded once more behind a daemon of an earlier version that began while it was given up`() async throws {
        let (registry, address) = (registry, place.address)
        #expect(try await Self.see(1, times: 2, in: registry) == 2)
        try beginOlderDaemon()
        try endOlderDaemon()
        let (blocker, observer) = (try PostgresConnection(address), try PostgresConnection(address))
        try blocker.change("SET idle_in_transaction_session_timeout = '10min'")
        try blocker.change("BEGIN")
        try blocker.change("INSERT INTO refolds SELECT content FROM evidence")
        async let folding: Void = registry.foldEvidence { _ in }
        while try !waits(for: "INTO refolds", observer) { try await Task.sleep(for: .milliseconds(2)) }
        async let begun: Void = Apart().run { _ in try PostgresConnection(address).change(Self.olderMark) }
        while try !waits(for: "INTO daemons", observer),
            try observer.rows("SELECT 1 FROM daemons WHERE daemon = '\\x0e'").isEmpty
        { try await Task.sleep(for: .milliseconds(2)) }
        try blocker.change("ROLLBACK")
        try await folding
        try await begun
        try database.change("UPDATE evidence SET visits = '', sightings = 1")
        try endOlderDaemon()
        try await registry.foldEvidence { _ in }
        #expect(try await folded() == [[2, 2]])
    }
}
