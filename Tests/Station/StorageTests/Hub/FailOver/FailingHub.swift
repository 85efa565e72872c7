import Checkpoints
import Faults
import Foundation
import HubStorage
import PostgreSQL
import Registry
import TestBench

/// A hub of several daemons whose database server may fail.
final class FailingHub {
    let author = Author(station: "office", actor: "ada")
    /// Those that daemons look for: the first that takes writes is used.
    private let servers: [FailingServer]
    /// Those that run.
    private(set) var daemons: [Int: HubRegistry] = [:]
    private let folder: TemporaryFolder
    private let signer: NoteSigner

    init(_ servers: [FailingServer], daemons count: Int) async throws {
        self.servers = servers
        folder = try TemporaryFolder()
        signer = try .ofTest()
        try HubSchema.migrate(address)
        for number in 1...count { try await start(number) }
        try await daemon(1).record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
    }

    var address: PostgresAddress {
        PostgresAddress(
            hosts: servers.map { PostgresAddress.Host($0.host) }, database: "postgres", user: PrivatePostgreSQL.user,
            encryption: .none)
    }

    struct NotRunning: Error {}

    func daemon(_ number: Int) throws -> HubRegistry {
        guard let daemon = daemons[number] else { throw NotRunning() }
        return daemon
    }

    /// Returns the era that begins because the database has forgotten something.
    @discardableResult
    func start(_ number: Int) async throws -> EraBeginning? {
        let (place, chain) = (folder["hub-\(number)"], ChainName.drawn())
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let memory = try HubMemory(in: place, name: "hub-\(number)", daemon: chain)
        let registry = try HubRegistry(
            address, daemon: "hub-\(number)", chain: chain, signer: signer, memory: memory,
            pauses: PostgresPauses { _ in },
            now: Bench.clock())
        let era = try await registry.recall()
        daemons[number] = registry
        return era
    }

    /// As SIGKILL ends a daemon: it says nothing to anyone.
    func kill(_ number: Int) { daemons[number] = nil }

    /// What a daemon has noted so far.
    func notes(of number: Int) throws -> Data { try Data(contentsOf: URL(filePath: folder["hub-\(number)/memory"])) }

    /// As if a daemon had ended before it noted more.
    func setBack(_ number: Int, to notes: Data) throws {
        kill(number)
        try notes.write(to: URL(filePath: folder["hub-\(number)/memory"]))
    }

    /// What a daemon does once a second. One that has to end is started again; returns the era that begins then.
    func recheck(_ number: Int) async throws -> EraBeginning? {
        if daemons[number] == nil { return try await start(number) }
        do { try await daemons[number]?.recheck() } catch let error as RegistryError where error.code == .hubBehind {
            kill(number)
            return try await start(number)
        }
        return nil
    }

    /// As the command does on the machine of a daemon.
    func handBack(_ batch: String, to path: String, beside number: Int = 1) async throws -> HandBack.Outcome {
        let command = try HubRegistry(
            address, daemon: "hand-back", chain: .drawn(), pauses: PostgresPauses { _ in }, now: Bench.clock())
        return try await HandBack(
            of: [try name(batch)], from: command, to: path, noting: HandBackNotes(in: folder["hub-\(number)"]),
            by: author
        ).run()
    }

    /// Waits until a standby of the server that takes writes has all that it has.
    func waitForStandby() throws {
        let connection = try PostgresConnection(address)
        let sent = try connection.rows("SELECT pg_current_wal_lsn()::text").first?.text(0)
        for _ in 0..<3_000 {
            let found = try connection.rows(
                "SELECT 1::bigint FROM pg_stat_replication WHERE replay_lsn >= $1::pg_lsn", [.text(sent ?? "")])
            if !found.isEmpty { return }
            try connection.rows("SELECT pg_sleep(0.01)")
        }
        throw NotRunning()
    }

    /// A batch of so many tags.
    func plan(_ batch: String, _ count: Int) async throws {
        let names = (1...count).map { "\(batch)-\($0)" }
        try await daemon(1).record(.batchCreated(try Samples.batch(batch, names)), by: author)
    }
}
