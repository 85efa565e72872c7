import HubStorage
import PostgreSQL
import Registry
import Testing

/// The look at contents of which no row is left, while others erase.
@Suite(.needsPostgreSQL, .takesTurns) struct `A sweep of a hub` {
    /// Contents are looked at in their order; another daemon's erasure notes one that was passed already.
    @Test func `is followed by another one where evidence is erased meanwhile`() async throws {
        let place = try await HubPlace()
        let hub = try await place.registry(now: Bench.clock())
        let database = try PostgresConnection(place.address)
        for statement in [
            """
            INSERT INTO contents (content, url) VALUES
                (decode(repeat('00', 16), 'hex'), 'https://a.example/1'),
                (decode(repeat('ff', 16), 'hex'), 'https://b.example/2')
            """,
            "INSERT INTO loose_contents VALUES (decode(repeat('ff', 16), 'hex'))",
            "UPDATE erasures SET count = 1, swept = 0",
            """
            CREATE FUNCTION erase_meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF OLD.content = decode(repeat('ff', 16), 'hex') THEN
                    INSERT INTO loose_contents VALUES (decode(repeat('00', 16), 'hex'));
                    UPDATE erasures SET count = count + 1;
                END IF;
                RETURN NULL;
            END $$
            """,
            "CREATE TRIGGER erase_meanwhile AFTER DELETE ON contents FOR EACH ROW EXECUTE FUNCTION erase_meanwhile()",
        ] { try database.change(statement) }
        // The database is another test's afterwards.
        defer { _ = try? database.change("DROP FUNCTION erase_meanwhile() CASCADE") }
        #expect(try await hub.scrub())
        #expect(try database.rows("SELECT url FROM contents").isEmpty)
        #expect(try database.rows("SELECT content FROM loose_contents").isEmpty)
        #expect(try database.rows("SELECT count, swept FROM erasures").first?.integer(1) == 2)
    }
}
