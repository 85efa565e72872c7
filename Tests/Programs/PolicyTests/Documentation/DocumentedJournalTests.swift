import Foundation
import Registry
import Storage
import TestBench
import Testing

/// What docs/journal.md says of entries and of their chain.
struct DocumentedJournalTests {
    private static let page = "docs/journal.md"
    private static let sqlite = Tool("sqlite3")
    /// In CI the tool is there, or something is wrong.
    private static let isExpected = sqlite != nil || ProcessInfo.processInfo.environment["CI"] != nil

    @Test func `every kind of entry is explained`() throws {
        let kinds = try Repository.table(in: Self.page, after: "| kind | says | payload |")
        let named = kinds.flatMap { $0[0].split(separator: ", ").map(String.init) }
        #expect(named.sorted() == JournalEvent.Kind.allCases.map(\.rawValue).sorted())
    }

    @Test(.enabled(if: isExpected, "needs sqlite3 (Debian package sqlite3)"))
    func `the check of the page walks the chain of a registry and ends at its last digest`() async throws {
        let (folder, last) = try await Self.registry()
        let ending = try Self.check(folder)
        #expect(ending.output == "3 entries, the last is \(try last.digest())\n")
        #expect(ending.status == 0)
        #expect(ending.errors == "")
    }

    @Test(.enabled(if: isExpected, "needs sqlite3 (Debian package sqlite3)"))
    func `the check of the page finds an entry that was changed`() async throws {
        let (folder, _) = try await Self.registry()
        let change = """
            DROP TRIGGER journal_is_not_edited; UPDATE journal SET actor = 'somebody else' WHERE sequence = 2
            """
        #expect(try Self.sqlite?.run([folder["registry.sqlite"], change]).status == 0)
        let ending = try Self.check(folder)
        #expect(ending.output == "the chain is broken at entry 3\n")
        #expect(ending.status == 1)
    }

    /// A registry with three entries, closed, and the last of them.
    private static func registry() async throws -> (TemporaryFolder, JournalEntry) {
        let folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["registry.sqlite"])
        let author = Author(station: "bench | 1", actor: "Zoë (uid 1000)")
        let store = Store(id: try #require(StoreID("cupertino")), name: "Fruta Cupertino", region: nil)
        let reader = ReaderRecord(name: try #require(ReaderName("bench-1")), connection: #"pn532_uart:/dev/tty"\1"#)
        try await registry.record(.storesImported([store], file: "stores.csv"), by: author)
        try await registry.record(.readerAdded(reader), by: author)
        return (folder, try await registry.record(.readerRemoved(reader), by: author))
    }

    private static func check(_ folder: TemporaryFolder) throws -> Tool.Ending {
        try folder.write(try Repository.block("bash", in: page, after: "## The chain"), to: "check.sh")
        let bash = try #require(Tool("bash"))
        return try bash.run([folder["check.sh"], folder["registry.sqlite"]])
    }
}
