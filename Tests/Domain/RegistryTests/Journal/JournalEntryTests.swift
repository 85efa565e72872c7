import Registry
import Testing

@Suite struct `A journal entry` {
    private func entry(station: String = "bench-1", actor: String = "alice (uid 1000)") throws -> JournalEntry {
        JournalEntry(
            sequence: 7, time: try #require(Timestamp(iso8601: "2026-11-21T09:30:00.250+09:00")),
            author: Author(station: station, actor: actor), kind: "reader-added",
            payload: #"{"connection":"pn532_uart:/dev/ttyUSB0","name":"bench 1"}"#,
            previous: JournalEntry.beforeTheFirst)
    }

    @Test func `has canonical bytes that printf can make`() throws {
        // printf '7\n2026-11-21T00:30:00.250Z\n...' without a line feed at the end.
        let lines = """
            7
            2026-11-21T00:30:00.250Z
            bench-1
            alice (uid 1000)
            reader-added
            {"connection":"pn532_uart:/dev/ttyUSB0","name":"bench 1"}
            0000000000000000000000000000000000000000000000000000000000000000
            """
        #expect(try entry().canonicalBytes == Array(lines.utf8))
    }

    @Test func `stays seven lines whatever its author is called`() throws {
        let entry = try entry(station: "be\nnch\r\n", actor: "al\u{0}ice\u{85}\t")
        #expect(entry.author.station == "be nch  ")
        #expect(entry.author.actor == "al ice  ")
        #expect(entry.canonicalBytes.count { $0 == 0x0A } == 6)
    }

    @Test func `can be sent as JSON and read again`() throws {
        let entry = try entry()
        #expect(try JSON.value(JSON.text(entry), as: JournalEntry.self) == entry)
    }
}
