import Faults
import PostgreSQL
import TestBench
import Testing

@Suite(.needsPostgreSQL) struct `What a database refuses` {
    @Test(arguments: [
        ("INSERT INTO kept VALUES (1), (1)", PostgresFaultCode.ruleViolated, "23505", "kept_pkey"),
        ("INSERT INTO kept VALUES (-1)", .ruleViolated, "23514", "positive"),
        ("SELECT * FROM nothing", .schemaRefused, "42P01", ""),
        ("SELECT nothing FROM kept", .schemaRefused, "42703", ""),
        ("SELECT 1 / 0", .statementRefused, "22012", ""),
        ("SELEKT 1", .statementRefused, "42601", ""),
    ])
    func `is classified by its SQLSTATE`(
        statement: String, code: PostgresFaultCode, state: String, constraint: String
    ) async throws {
        let connection = try await TestDatabase().connect()
        try connection.change("CREATE TABLE kept (number bigint PRIMARY KEY CONSTRAINT positive CHECK (number > 0))")
        let fault = try #require(#expect(throws: PostgresError.self) { try connection.change(statement) })
        #expect(fault.code == code)
        #expect(fault.context.state == SQLState(state))
        #expect(fault.context.constraint == (constraint.isEmpty ? nil : constraint))
        #expect(fault.reason.contains(state))
        #expect(connection.isOpen)
    }

    @Test func `for want of a right is a matter of the schema, and of a server that only reads one of the server`()
        async throws
    {
        let connection = try await TestDatabase().connect()
        try connection.change("CREATE TABLE kept (number bigint)")
        // Roles are the whole server's.
        let role = "role_" + (try connection.rows("SELECT current_database()::text").first?.text(0) ?? "")
        try connection.change("CREATE ROLE \(role)")
        try connection.change("SET ROLE \(role)")
        #expect(
            #expect(throws: PostgresError.self) { try connection.rows("SELECT * FROM kept") }?.code == .schemaRefused)
        try connection.change("RESET ROLE")
        try connection.change("DROP ROLE \(role)")
        try connection.change("SET default_transaction_read_only = on")
        #expect(
            #expect(throws: PostgresError.self) { try connection.change("INSERT INTO kept VALUES (1)") }?.code
                == .databaseAway)
    }

    /// The table of what a program does; those that no test can bring about here, as well.
    @Test(arguments: [
        (["40001", "40P01", "55P03"], PostgresFaultCode.raceLost),
        (["08000", "08006", "08P01", "57P01", "57P02", "57P03", "25006", "53300"], .databaseAway),
        (["23505", "23514"], .ruleViolated), (["53100"], .databaseFull), (["58030"], .databaseFailing),
        (["XX001"], .databaseDamaged), (["42501", "42P01", "42703"], .schemaRefused),
        (["22P02", "57014", "XX000", "0A000"], .statementRefused),
    ])
    func `has one meaning for a program`(states: [String], code: PostgresFaultCode) {
        for state in states { #expect(SQLState(state).meaning == code, "\(state)") }
    }

    @Test func `a server that is not there is away, and the next host is tried`() async throws {
        let database = try await TestDatabase()
        let folder = try TemporaryFolder()
        let fault = #expect(throws: PostgresError.self) { try PostgresConnection(database.address(folder.path)) }
        #expect(fault?.code == .databaseAway)
        #expect(fault?.reason.contains(folder.path) == true)
        var several = database.address()
        several.hosts.insert(PostgresAddress.Host(folder.path), at: 0)
        #expect(try PostgresConnection(several).rows("SELECT 1").count == 1)
    }

    @Test func `a database that only reads is passed over, unless that will do`() async throws {
        let database = try await TestDatabase()
        try database.connect().change("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
        var address = database.address()
        #expect(#expect(throws: PostgresError.self) { try PostgresConnection(address) }?.code == .databaseAway)
        address.mayOnlyRead = true
        #expect(try PostgresConnection(address).rows("SELECT 1").count == 1)
    }

    @Test func `a connection that the server ends is away, and says so from then on`() async throws {
        let database = try await TestDatabase()
        let (one, other) = (try database.connect(), try database.connect())
        let process = try #require(try one.rows("SELECT pg_backend_pid()").first?.integer(0))
        try other.rows("SELECT pg_terminate_backend(\(process))")
        let fault = #expect(throws: PostgresError.self) { try one.rows("SELECT pg_sleep(60)") }
        #expect(fault?.code == .databaseAway)
        #expect(!one.isOpen)
        #expect(#expect(throws: PostgresError.self) { try one.rows("SELECT 1") }?.code == .databaseAway)
    }
}

@Suite(.needsPostgreSQL) struct `A server whose machine fails` {
    /// A connection on which nothing was read since says that it is open, and its next statement is not even sent.
    @Test func `is away, and is found again by the next transaction when it is back`() async throws {
        let server = try await FailingServer()
        let address = PostgresAddress(
            hosts: [PostgresAddress.Host(server.host)], database: "postgres", user: PrivatePostgreSQL.user,
            encryption: .none)
        let session = PostgresSession(address, pauses: PostgresPauses { _ in })
        let connection = try PostgresConnection(address)
        let looked = try session.read { try $0.connection.rows("SELECT 1::bigint").count }
        #expect(looked == 1)
        try await server.kill()
        let gone = #expect(throws: PostgresError.self) { try connection.change("SELECT 1") }
        #expect(gone?.code == .databaseAway)
        #expect(!connection.isOpen)
        try await server.start()
        let again = try session.read { try $0.connection.rows("SELECT 1::bigint").count }
        #expect(again == 1)
        try await server.kill()
        let away = #expect(throws: PostgresError.self) { try session.read { try $0.connection.rows("SELECT 1") } }
        #expect(away?.code == .databaseAway)
    }
}
