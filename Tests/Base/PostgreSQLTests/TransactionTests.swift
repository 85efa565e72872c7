import Faults
import PostgreSQL
import Synchronization
import TestBench
import Testing

@Suite(.needsPostgreSQL) struct `A transaction` {
    @Test func `that fails keeps nothing, and the session is good for the next`() async throws {
        let database = try await TestDatabase()
        let direct = try database.connect()
        try Appends.create(on: direct)
        let session = PostgresSession(database.address())
        struct Changed: Error {}
        #expect(throws: Changed.self) {
            try session.change { transaction in
                try transaction.connection.change("DELETE FROM heads")
                throw Changed()
            }
        }
        #expect(
            #expect(throws: PostgresError.self) {
                try session.change { try $0.connection.change("INSERT INTO heads VALUES (1, 1)") }
            }?.code == .ruleViolated)
        #expect(try Appends.append("first", after: 0, in: session) == 1)
        #expect(throws: Appends.ForeignEntry.self) { try Appends.append("again", after: 0, in: session) }
        #expect(try Appends.entries(on: direct) == ["first"])
    }

    /// A body that swallows the error of a statement does not commit half of itself.
    @Test func `of which a statement has failed is not committed`() async throws {
        let database = try await TestDatabase()
        let direct = try database.connect()
        try Appends.create(on: direct)
        let session = PostgresSession(database.address())
        #expect(throws: PostgresError.self) {
            try session.change { transaction in
                try transaction.connection.change("UPDATE heads SET head = 5")
                _ = try? transaction.connection.change("SELECT 1 / 0")
            }
        }
        #expect(try direct.rows("SELECT head FROM heads").first?.integer(0) == 0)
    }

    @Test func `that loses a race runs again, eight times at most, with longer and longer pauses`() async throws {
        let database = try await TestDatabase()
        let direct = try database.connect()
        try Appends.create(on: direct)
        let pauses = Mutex<[Duration]>([])
        let session = PostgresSession(
            database.address(), pauses: PostgresPauses { pause in pauses.withLock { $0.append(pause) } })
        try direct.change("BEGIN")
        try direct.change("SELECT head FROM heads FOR UPDATE")
        var runs = 0
        let locked = #expect(throws: PostgresError.self) {
            try session.change { transaction in
                runs += 1
                try transaction.connection.change("SELECT head FROM heads FOR UPDATE NOWAIT")
            }
        }
        #expect(locked?.code == .raceLost)
        #expect(locked?.context.state == SQLState("55P03"))
        #expect(runs == PostgresSession.tries)
        let slept = pauses.withLock { $0 }
        #expect(slept.count == PostgresSession.tries - 1)
        for (index, pause) in slept.enumerated() {
            let longest = PostgresPauses.longest(after: index + 1)
            #expect(pause >= longest / 2 && pause <= longest)
        }
        #expect(PostgresPauses.longest(after: 1) == .milliseconds(5))
        #expect(PostgresPauses.longest(after: 8) == .milliseconds(640))
        // It is won when the other has ended.
        let winner = PostgresSession(
            database.address(), pauses: PostgresPauses { _ in _ = try? direct.change("ROLLBACK") })
        let head = try winner.change { transaction in
            try transaction.connection.rows("SELECT head FROM heads FOR UPDATE NOWAIT").first?.integer(0)
        }
        #expect(head == 0)
    }

    @Test func `whose server is away is tried again, and then says so`() async throws {
        let database = try await TestDatabase()
        let folder = try TemporaryFolder()
        let pauses = Mutex(0)
        let session = PostgresSession(
            database.address(folder.path), pauses: PostgresPauses { _ in pauses.withLock { $0 += 1 } })
        let fault = #expect(throws: PostgresError.self) { try session.change { _ in } }
        #expect(fault?.code == .databaseAway)
        #expect(pauses.withLock { $0 } == PostgresSession.tries - 1)
    }

    /// The server's own process ends in the middle, as when it is shut down or its machine is rebooted.
    @Test func `whose server ends it in the middle runs again from its beginning`() async throws {
        let database = try await TestDatabase()
        let direct = try database.connect()
        try Appends.create(on: direct)
        let session = PostgresSession(database.address(), pauses: PostgresPauses { _ in })
        var runs = 0
        let head = try session.change { transaction in
            runs += 1
            let connection = transaction.connection
            let process = try connection.rows("SELECT pg_backend_pid()").first?.integer(0) ?? 0
            try connection.change("UPDATE heads SET head = head + 1")
            if runs == 1 { try direct.rows("SELECT pg_terminate_backend(\(process), 60000)") }
            return try connection.rows("SELECT head FROM heads").first?.integer(0)
        }
        #expect(runs == 2)
        #expect(head == 1)
        #expect(try direct.rows("SELECT head FROM heads").first?.integer(0) == 1)
    }

    @Test func `that only reads cannot change anything`() async throws {
        let database = try await TestDatabase()
        let direct = try database.connect()
        try Appends.create(on: direct)
        let session = PostgresSession(database.address(), pauses: PostgresPauses { _ in })
        #expect(try session.read { try $0.connection.rows("SELECT head FROM heads").first?.integer(0) } == 0)
        let fault = #expect(throws: PostgresError.self) {
            try session.read { try $0.connection.change("UPDATE heads SET head = 5") }
        }
        #expect(fault?.context.state == SQLState("25006"))
        #expect(try direct.rows("SELECT head FROM heads").first?.integer(0) == 0)
    }
}
