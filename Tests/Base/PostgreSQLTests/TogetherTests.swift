import Faults
import PostgreSQL
import TestBench
import Testing

@Suite(.needsPostgreSQL) struct `Statements that are sent together` {
    private let database: TestDatabase

    init() async throws {
        database = try await TestDatabase()
        try database.connect().change("CREATE TABLE kept (name text PRIMARY KEY)")
    }

    private static func keep(_ name: String) -> PostgresStatement {
        PostgresStatement("INSERT INTO kept VALUES ($1) ON CONFLICT DO NOTHING", [.text(name)])
    }

    private static let names = PostgresStatement("SELECT name FROM kept ORDER BY name")

    private func names() throws -> [String?] { try database.connect().rows(Self.names.text).map { try $0.text(0) } }

    @Test func `give the rows of each, and each sees what those before it have done`() throws {
        let connection = try database.connect()
        let many = PostgresStatement("SELECT g FROM generate_series(1::bigint, $1) AS g", [.integer(2_000)])
        let answers = try connection.together([Self.keep("a"), Self.names, many, Self.keep("b"), Self.names])
        #expect(answers.map(\.count) == [0, 1, 2_000, 0, 2])
        #expect(try answers[4].map { try $0.text(0) } == ["a", "b"])
        #expect(try answers[2].last?.integer(0) == 2_000)
        #expect(try connection.together([]).isEmpty)
        #expect(try connection.rows("SELECT 1").count == 1)
    }

    @Test func `are not done where one of them fails, and the connection is free`() throws {
        let connection = try database.connect()
        let fault = #expect(throws: PostgresError.self) {
            try connection.together([
                Self.keep("a"), PostgresStatement("INSERT INTO kept VALUES ('z'), ('z')"), Self.names, Self.keep("b"),
            ])
        }
        #expect(fault?.code == .ruleViolated, "\(String(describing: fault))")
        #expect(try names() == [])
        #expect(try connection.together([Self.keep("c"), Self.names])[1].count == 1)
        let refused = #expect(throws: PostgresError.self) {
            try connection.together([PostgresStatement("SELECT no_such_column")])
        }
        #expect(refused?.code == .schemaRefused)
        #expect(try names() == ["c"])
    }

    @Test func `are away with their server`() throws {
        let (one, other) = (try database.connect(), try database.connect())
        let process = try #require(try one.rows("SELECT pg_backend_pid()").first?.integer(0))
        try other.rows("SELECT pg_terminate_backend(\(process))")
        let fault = #expect(throws: PostgresError.self) {
            try one.together([Self.keep("a"), PostgresStatement("SELECT pg_sleep(60)")])
        }
        #expect(fault?.code == .databaseAway && !one.isOpen, "\(String(describing: fault))")
        #expect(try names() == [])
    }

    /// At each message of each side, of the connection's opening as well, until there is none left to cut.
    @Test(arguments: CuttingProxy.Side.allCases)
    func `are done, and answered, when the connection is cut between them`(side: CuttingProxy.Side) throws {
        let proxy = try CuttingProxy(before: database.server.host)
        var cuts = 0
        while true {
            let session = PostgresSession(database.address(proxy.host), pauses: PostgresPauses { _ in })
            proxy.cut(at: cuts + 1, of: side)
            let answers = try session.single {
                try $0.together([Self.keep("a"), Self.names, PostgresStatement("SELECT count(*) FROM kept")])
            }
            #expect(try answers[1].map { try $0.text(0) } == ["a"] && answers[2][0].integer(0) == 1)
            proxy.heal()
            guard proxy.cuts == cuts + 1 else { break }
            cuts += 1
            try database.connect().change("DELETE FROM kept")
        }
        #expect(cuts >= 10)
    }
}
