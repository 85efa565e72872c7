import Checkpoints
import Foundation
import HubStorage
import PostgreSQL
import Registry
import Synchronization
import TestBench
import Testing

/// The suite of a test with a hub's database has to say `.takesTurns`.
struct NoTurn: Error {}

/// A database of a test's own with the hub's tables, in the server that the tests share. It is another test's when the last
/// reference goes.
final class HubPlace: Sendable {
    enum Way { case direct, pooled }

    /// The way that its registries are opened on.
    let address: PostgresAddress
    let chain = ChainName.drawn()
    private let way: Way
    private let name: String
    private let folder: TemporaryFolder
    private let memories = Mutex<[String: HubMemory]>([:])

    /// Waits for the test's turn; its suite `.takesTurns`.
    init(_ way: Way = .direct) async throws {
        guard let turn = HubTurn.ofThisTest else { throw NoTurn() }
        try await turn.begin()
        self.way = way
        folder = try TemporaryFolder()
        let host = try await PrivatePostgreSQL.shared.value.host
        let pooler = way == .pooled ? try await PrivatePgBouncer.shared.value.host : host
        name = try await HubDatabases.of(way).take(on: host)
        address = Self.address(pooler, name)
    }

    deinit { HubDatabases.of(way).giveBack(name) }

    /// A registry of one daemon, with the place's chain or one of its own. `pausing`: after a lost race or connection.
    func registry(
        daemon: String = "hub-1", chain: ChainName? = nil, signer: NoteSigner? = nil, through host: String? = nil,
        pausing: Bool = true, lookingOverEach period: Duration = .milliseconds(250),
        now: @escaping @Sendable () -> Timestamp
    ) async throws -> HubRegistry {
        var address = address
        if let host { address.hosts = [PostgresAddress.Host(host)] }
        let pauses = pausing ? PostgresPauses() : PostgresPauses { _ in }
        return try HubRegistry(
            address, daemon: daemon, chain: chain ?? self.chain, signer: signer, memory: try await memory(daemon),
            pauses: pauses, lookingOverEach: period, now: now)
    }

    /// What a daemon knows apart from the database is with its place. It has looked, by another clock than the test's.
    private func memory(_ daemon: String) async throws -> HubMemory {
        if let memory = memories.withLock({ $0[daemon] }) { return memory }
        let folder = folder[UUID().uuidString]
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let memory = try HubMemory(in: folder, name: daemon, daemon: .drawn())
        let first = try HubRegistry(address, daemon: daemon, chain: .drawn(), memory: memory)
        _ = try await first.recall()
        return memories.withLock { memories in
            memories[daemon] = memories[daemon] ?? memory
            return memories[daemon] ?? memory
        }
    }

    /// Beside the memory of a daemon that has a registry here.
    func handBackNotes(of daemon: String) throws -> HandBackNotes {
        HandBackNotes(in: try memoryFolder(of: daemon))
    }

    func memoryFolder(of daemon: String) throws -> String {
        guard let memory = memories.withLock({ $0[daemon] }) else { throw NoTurn() }
        return URL(filePath: memory.path).deletingLastPathComponent().path
    }

    static func address(_ host: String, _ database: String) -> PostgresAddress {
        PostgresAddress(
            hosts: [PostgresAddress.Host(host)], database: database, user: PrivatePostgreSQL.user, encryption: .none)
    }
}

extension Trait where Self == ConditionTrait {
    static var needsPostgreSQL: Self {
        .enabled(if: PrivatePostgreSQL.canRun, "PostgreSQL is not installed: apt-get install postgresql")
    }
}
