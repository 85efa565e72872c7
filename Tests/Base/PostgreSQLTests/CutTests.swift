import Faults
import PostgreSQL
import TestBench
import Testing

@Suite(.needsPostgreSQL) struct `An append whose connection is cut` {
    /// At each message of each side, of the connection's opening as well, until there is none left to cut.
    @Test(arguments: CuttingProxy.Side.allCases, [true, false])
    func `is done exactly once`(side: CuttingProxy.Side, isConnected: Bool) async throws {
        let database = try await TestDatabase()
        let direct = try database.connect()
        try Appends.create(on: direct)
        let proxy = try CuttingProxy(before: database.server.host)
        var (head, cuts) = (Int64(0), 0)
        var expected: [String] = []
        while true {
            let session = PostgresSession(database.address(proxy.host), pauses: PostgresPauses { _ in })
            if isConnected { _ = try session.read { try $0.connection.rows("SELECT 1") } }
            proxy.cut(at: cuts + 1, of: side)
            let payload = "entry \(head)"
            head = try Appends.append(payload, after: head, in: session)
            expected.append(payload)
            #expect(head == Int64(expected.count))
            #expect(try Appends.entries(on: direct) == expected)
            proxy.heal()
            guard proxy.cuts == cuts + 1 else { break }
            cuts += 1
        }
        print("cut at \(cuts) messages of the \(side), connected before: \(isConnected): \(proxy.lost)")
        // BEGIN, the head, two changes and COMMIT are five messages each with parameters, and as many answers and more.
        #expect(cuts >= 25)
    }

    /// The answer to COMMIT is lost, and then the look at what became of it is cut, at each of its messages.
    @Test func `and cut again while it is settled is done exactly once`() async throws {
        let database = try await TestDatabase()
        let direct = try database.connect()
        try Appends.create(on: direct)
        let proxy = try CuttingProxy(before: database.server.host)
        var expected: [String] = []
        while true {
            let head = Int64(expected.count)
            let before = proxy.cuts
            // A pause comes after a look that has failed: then nothing is cut any more.
            let session = PostgresSession(database.address(proxy.host), pauses: PostgresPauses { _ in proxy.heal() })
            _ = try session.read { try $0.connection.rows("SELECT 1") }
            proxy.cut(atAnswer: "COMMIT", then: expected.count + 1)
            #expect(try Appends.append("entry \(head)", after: head, in: session) == head + 1)
            proxy.heal()
            expected.append("entry \(head)")
            #expect(try Appends.entries(on: direct) == expected)
            guard proxy.cuts == before + 2 else { break }
        }
        print("cut at COMMIT and at \(expected.count - 1) messages after it")
        #expect(expected.count > 20)
    }

    @Test func `before COMMIT was sent has changed nothing, and after it is not known`() async throws {
        let database = try await TestDatabase()
        let direct = try database.connect()
        try Appends.create(on: direct)
        let proxy = try CuttingProxy(before: database.server.host)
        let session = PostgresSession(database.address(proxy.host), pauses: PostgresPauses { _ in })
        struct Looked: Error {}
        proxy.cut(atAnswer: "COMMIT", then: nil)
        #expect(throws: Looked.self) {
            try session.transaction(
                settle: { _ in throw Looked() },
                { try $0.connection.change("UPDATE heads SET head = 9 WHERE chain = 1") })
        }
        #expect(try direct.rows("SELECT head FROM heads").first?.integer(0) == 9)
        // No way to look: the caller is not told that it failed.
        proxy.cut(atAnswer: "COMMIT", then: 1, forEver: true)
        let fault = #expect(throws: PostgresError.self) { try Appends.append("late", after: 9, in: session) }
        #expect(fault?.code == .outcomeUnknown)
        #expect(try Appends.entries(on: direct) == ["late"])
    }
}
