import Faults
import Foundation
import Grants
import Registry
import Storage
import TestBench
import Testing

/// A backup of a time when a station worked by itself, and a hub has its tags now.
@Suite struct `A backup from before a hub` {
    private let author = Author(station: "berlin", actor: "alice")
    private let folder: TemporaryFolder
    private let handOver = JournalEvent.registryHandedOver(RegistryHandOver(hub: "north", chain: ChainName(bits: 7)))
    private var path: String { folder["r.sqlite"] }
    private var backup: String { folder["backup.sqlite"] }

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    private func record(_ events: [JournalEvent], in path: String? = nil) async throws -> SQLiteRegistry {
        let registry = try SQLiteRegistry(path: path ?? self.path, now: Bench.clock())
        for event in events { try await registry.record(event, by: author) }
        try await registry.checkpoint()
        return registry
    }

    private func joined() throws -> JournalEvent {
        .hubJoined(
            HubMembership(
                hub: "https://hub.example", name: try name("berlin"), chain: ChainName(bits: 1), era: Era(bits: 7)))
    }

    /// Nothing is changed.
    private func refuses(_ code: GrantFaultCode, sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> GrantError
    {
        let before = try folder.bytes("r.sqlite")
        let error = try await #require(throws: GrantError.self, sourceLocation: sourceLocation) {
            _ = try await RegistryReplacement(try BackupSource(backup), of: path)
        }
        #expect(error.code == code, sourceLocation: sourceLocation)
        #expect(error.message == "\(backup) is not restored", sourceLocation: sourceLocation)
        #expect(try folder.bytes("r.sqlite") == before, sourceLocation: sourceLocation)
        #expect(!FileManager.default.fileExists(atPath: path + ".restoring"), sourceLocation: sourceLocation)
        return error
    }

    @Test func `is not restored over the registry that a hub has adopted`() async throws {
        try await record(Samples.written())
        try await RegistryBackup.write(path, to: backup)
        try await record([handOver])
        let error = try await refuses(.registryAdopted)
        #expect(error.reason.contains("the hub north has adopted this registry"))
    }

    @Test func `is not restored where the entries before the adoption cannot be read`() async throws {
        try await record(Samples.written())
        try await RegistryBackup.write(path, to: backup)
        try await record([handOver])
        _ = try Command.sqlite.run([
            path, "DROP TRIGGER journal_is_not_shortened; DELETE FROM journal WHERE sequence < 5",
        ])
        _ = try await refuses(.registryAdopted)
    }

    @Test func `is not restored when it was made behind the adoption`() async throws {
        try await record(Samples.written() + [handOver])
        try await RegistryBackup.write(path, to: backup)
        _ = try await refuses(.registryAdopted)
        let check = await #expect(throws: GrantError.self) { try await BackupCheck.of(BackupSource(backup)) }
        #expect(check?.code == .registryAdopted)
    }

    /// As docs/hub.md says: a new registry is in the place of the adopted one, and has joined.
    @Test func `is not restored over a station of a hub`() async throws {
        try await record(Samples.written(), in: folder["former.sqlite"])
        try await RegistryBackup.write(folder["former.sqlite"], to: backup)
        try await record([joined()])
        let error = try await refuses(.alreadyJoined)
        #expect(error.reason.contains("station berlin of https://hub.example"))
        try await record([.hubLeft(HubDeparture(reason: "for good", released: []))])
        _ = try await refuses(.alreadyJoined)
    }

    @Test func `of another registry takes the place of an adopted one, and an empty one that of a station`()
        async throws
    {
        try await record(Samples.written() + [handOver])
        let other = folder["other.sqlite"]
        try await record(
            [.storesImported([Samples.store("cupertino")], file: "s"), .batchCreated(Samples.batch("other", ["o-1"]))],
            in: other)
        try await RegistryBackup.write(other, to: backup)
        try await RegistryReplacement(try BackupSource(backup), of: path).carryOut(by: author)
        #expect(try await SQLiteRegistry(path: path).standing() == .alone)

        for name in ["r.sqlite", "backup.sqlite", "other.sqlite"] {
            try FileManager.default.removeItem(atPath: folder[name])
        }
        try await record([.chipRefused(Samples.problem(nil, chip: 1))])
        try await RegistryBackup.write(path, to: backup)
        try await record([joined()])
        try await RegistryReplacement(try BackupSource(backup), of: path).carryOut(by: author)
    }
}
