import Faults
import PostgreSQL
import Testing

@Suite(.needsPostgreSQL) struct `A statement` {
    @Test func `takes and gives every kind of value with all its bits`() async throws {
        let connection = try await TestDatabase().connect()
        let doubles = [0.1, -0.0, .infinity, .leastNonzeroMagnitude, 47.123456789012345]
        let text = "Café \u{1F3F7}\u{FE0F} 'quoted' \\ \n"
        for double in doubles {
            let row = try #require(
                try connection.rows(
                    "SELECT $1::bigint, $2::double precision, $3::text, $4::bytea, $5::boolean, $6::text",
                    [.integer(.min), .double(double), .text(text), .bytes([0, 255, 10]), .bool(true), .null]
                ).first)
            #expect(try row.integer(0) == .min)
            #expect(try row.double(1)?.bitPattern == double.bitPattern)
            #expect(try row.text(2) == text)
            #expect(try row.bytes(3) == [0, 255, 10])
            #expect(try row.bool(4) == true)
            #expect(try row.text(5) == nil)
            #expect(row.isNull(5))
            #expect(row.count == 6)
        }
        let small = try #require(try connection.rows("SELECT 7::smallint, -9::integer, 'n'::name, ''::text").first)
        #expect(try small.integer(0) == 7)
        #expect(try small.integer(1) == -9)
        #expect(try small.text(2) == "n")
        #expect(try small.text(3) == "")
        #expect(#expect(throws: PostgresError.self) { try small.text(0) }?.code == .unexpectedType)
    }

    @Test func `takes arrays as rows`() async throws {
        let connection = try await TestDatabase().connect()
        let rows = try connection.rows(
            "SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::double precision[])",
            [
                .integers([1, -2, .max]), .texts(["a", "", "{\"b\",NULL}"]), .byteStrings([[], [0], [1, 2]]),
                .doubles([0.5, -0.0, .nan]),
            ])
        #expect(try rows.map { try $0.integer(0) } == [1, -2, .max])
        #expect(try rows.map { try $0.text(1) } == ["a", "", "{\"b\",NULL}"])
        #expect(try rows.map { try $0.bytes(2) } == [[], [0], [1, 2]])
        #expect(try rows[1].double(3)?.bitPattern == (-0.0).bitPattern)
        #expect(try rows[2].double(3)?.isNaN == true)
        #expect(try connection.rows("SELECT unnest($1::text[])", [.texts([])]) == [])
        let nulls = try connection.rows(
            "SELECT * FROM unnest($1::bigint[], $2::text[], $3::double precision[], $4::bytea[])",
            [.integers([nil, 3]), .texts(["a", nil]), .doubles([nil, nil]), .byteStrings([[7], nil])])
        #expect(try nulls.map { [try $0.integer(0), try $0.bytes(3).map { Int64($0[0]) }] } == [[nil, 7], [3, nil]])
        #expect(try nulls.map { try $0.text(1) } == ["a", nil] && nulls.allSatisfy { $0.isNull(2) })
    }

    @Test func `is no place for what a value says`() async throws {
        let connection = try await TestDatabase().connect()
        try connection.change("CREATE TABLE kept (name text)")
        try connection.change("INSERT INTO kept VALUES ($1)", [.text("'); DROP TABLE kept; --")])
        #expect(try connection.rows("SELECT name FROM kept").first?.text(0) == "'); DROP TABLE kept; --")
    }

    @Test func `gives its rows one after the other, and the connection is free after an error of the receiver`()
        async throws
    {
        let connection = try await TestDatabase().connect()
        var sum: Int64 = 0
        try connection.forEachRow(of: "SELECT g FROM generate_series(1::bigint, 100000) AS g") {
            sum += try $0.integer(0) ?? 0
        }
        #expect(sum == 5_000_050_000)
        struct Enough: Error {}
        var seen = 0
        #expect(throws: Enough.self) {
            try connection.forEachRow(of: "SELECT g FROM generate_series(1::bigint, 1000) AS g") { _ in
                seen += 1
                if seen == 3 { throw Enough() }
            }
        }
        #expect(seen == 3)
        // What fails after the first rows is no end of the rows.
        #expect(throws: PostgresError.self) {
            try connection.rows("SELECT 1 / (5 - g) FROM generate_series(1, 9) AS g")
        }
        #expect(try connection.rows("SELECT 1").first?.integer(0) == 1)
    }

    @Test func `says how many rows it has changed`() async throws {
        let connection = try await TestDatabase().connect()
        #expect(try connection.change("CREATE TABLE numbers (number bigint)") == 0)
        #expect(try connection.change("INSERT INTO numbers SELECT generate_series(1, 7)") == 7)
        #expect(try connection.change("DELETE FROM numbers WHERE number > $1", [.integer(4)]) == 3)
    }

    @Test func `copies rows in and out`() async throws {
        let connection = try await TestDatabase().connect()
        try connection.change(
            "CREATE TABLE copied (number bigint PRIMARY KEY, name text, place double precision, raw bytea)")
        func row(_ number: Int) -> [PostgresValue] {
            let name: PostgresValue = number % 3 == 0 ? .null : .text("name \(number)")
            return [.integer(Int64(number)), name, .double(Double(number) / 7), .bytes([UInt8(number & 255)])]
        }
        let rows = (0..<20_000).lazy.map(row)
        #expect(try connection.copyIn("COPY copied FROM STDIN (FORMAT binary)", rows) == 20_000)
        #expect(try connection.copyIn("COPY copied FROM STDIN (FORMAT binary)", [[PostgresValue]]()) == 0)
        var number: Int64 = 0
        var wrong = 0
        try connection.copyOut("COPY (SELECT * FROM copied ORDER BY number) TO STDOUT (FORMAT binary)") { columns in
            let name = number % 3 == 0 ? nil : "name \(number)"
            #expect(columns.rest == 4)
            let isRight =
                try columns.integer() == number && columns.text() == name && columns.double() == Double(number) / 7
                && columns.bytes() == [UInt8(number & 255)] && columns.rest == 0
            if !isRight { wrong += 1 }
            number += 1
        }
        #expect(number == 20_000)
        #expect(wrong == 0)
        struct Enough: Error {}
        #expect(throws: Enough.self) {
            try connection.copyOut("COPY copied TO STDOUT (FORMAT binary)") { _ in throw Enough() }
        }
        // One row twice: nothing of the copy is kept.
        let fault = #expect(throws: PostgresError.self) {
            try connection.copyIn(
                "COPY copied (number) FROM STDIN (FORMAT binary)", [[.integer(50_000)], [.integer(3)]])
        }
        #expect(fault?.code == .ruleViolated)
        #expect(try connection.rows("SELECT count(*) FROM copied").first?.integer(0) == 20_000)
        #expect(throws: PostgresError.self) { try connection.copyIn("SELECT 1", [[.null]]) }
        // Rows that do not come to their end: none is kept, and the connection is free again.
        #expect(throws: Enough.self) {
            try connection.copyIn("COPY copied (number) FROM STDIN (FORMAT binary)") { take in
                for number in 30_000..<60_000 { try take([.integer(Int64(number))]) }
                throw Enough()
            }
        }
        #expect(try connection.rows("SELECT count(*) FROM copied").first?.integer(0) == 20_000)
        #expect(throws: PostgresError.self) { try connection.copyOut("SELECT 1") { _ in } }
    }

    @Test func `copies out what is read as what it is, or refused`() async throws {
        let connection = try await TestDatabase().connect()
        func first<Value>(_ read: (inout CopiedRow) throws -> Value) throws -> Value? {
            var value: Value?
            try connection.copyOut("COPY (SELECT 7::integer, '\\xff'::bytea) TO STDOUT (FORMAT binary)") {
                value = try read(&$0)
            }
            return value
        }
        #expect(#expect(throws: PostgresError.self) { try first { try $0.integer() } }?.code == .unexpectedType)
        let second = #expect(throws: PostgresError.self) {
            try first { row in
                _ = try row.bytes()
                return try row.text()
            }
        }
        #expect(second?.code == .unexpectedType)
        #expect(
            #expect(throws: PostgresError.self) { try first { row in for _ in 0..<3 { _ = try row.bytes() } } }?.code
                == .unexpectedType)
        #expect(try connection.rows("SELECT 1").count == 1)
    }
}
