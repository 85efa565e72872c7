import PostgreSQL
import Synchronization
import TestBench
import Testing
import UnixSystem

@Suite(.needsPostgreSQL) struct `A commit that waits for a standby` {
    /// What the other connection has done.
    private struct Progress {
        var waits = 0
        var problem: String?
    }

    /// The wait is cancelled, which the server reports as done, with a warning. The look at what became of it waits as
    /// well; the caller hears nothing before that is over.
    @Test func `and is cancelled there is not done before a look at it was confirmed`() async throws {
        let server = try await PrivatePostgreSQL(settings: ["synchronous_standby_names=none_such"])
        let database = try await TestDatabase(on: server)
        let direct = try database.connect()
        try direct.change("SET synchronous_commit = local")
        try Appends.create(on: direct)
        let address = database.address()
        let shared = Shared()
        try DedicatedThread.start("other client") {
            do { try Self.disturb(address, shared) } catch { shared.progress.withLock { $0.problem = "\(error)" } }
        }
        let head = try Appends.append("first", after: 0, in: PostgresSession(address))
        let seen = shared.progress.withLock { $0 }
        #expect(head == 1)
        #expect(seen.waits == 2)
        #expect(seen.problem == nil)
        #expect(try Appends.entries(on: direct) == ["first"])
    }

    private final class Shared: Sendable {
        let progress = Mutex(Progress())
    }

    /// Cancels the first wait, and at the second lets all be confirmed.
    private static func disturb(_ address: PostgresAddress, _ shared: Shared) throws {
        let connection = try PostgresConnection(address)
        try connection.change("SET synchronous_commit = local")
        let first = try waiting(connection, besides: 0)
        shared.progress.withLock { $0.waits = 1 }
        try connection.rows("SELECT pg_cancel_backend(\(first))")
        _ = try waiting(connection, besides: first)
        shared.progress.withLock { $0.waits = 2 }
        try connection.change("ALTER SYSTEM SET synchronous_standby_names = ''")
        try connection.rows("SELECT pg_reload_conf()")
    }

    /// The server process that waits for a standby.
    private static func waiting(_ connection: PostgresConnection, besides former: Int64) throws -> Int64 {
        for _ in 0..<3_000 {
            let found = try connection.rows(
                "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid <> \(former)")
            if let process = try found.first?.integer(0) { return process }
            try connection.rows("SELECT pg_sleep(0.01)")
        }
        throw NothingWaits()
    }

    private struct NothingWaits: Error {}
}
