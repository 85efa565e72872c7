import Foundation
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// A database of a test's own with the hub's tables, in the server that the tests share. It goes with the last reference.
final class HubPlace: Sendable {
    let address: PostgresAddress
    let chain = ChainName.drawn()
    private let server: PostgresAddress
    private let name: String

    init() async throws {
        let host = try await PrivatePostgreSQL.shared.value.host
        try await HubPlaces.shared.enter()
        server = Self.address(host, "postgres")
        name = "hub_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        address = Self.address(host, name)
        let template = try await HubPlaces.shared.template(on: server)
        try PostgresConnection(server).change("CREATE DATABASE \(name) TEMPLATE \(template)")
    }

    deinit {
        _ = try? PostgresConnection(server).change("DROP DATABASE \(name) WITH (FORCE)")
        Task { await HubPlaces.shared.leave() }
    }

    /// A registry of one daemon, with the place's chain or one of its own.
    func registry(
        daemon: String = "hub-1", chain: ChainName? = nil, through host: String? = nil,
        now: @escaping @Sendable () -> Timestamp
    ) throws -> HubRegistry {
        var address = address
        if let host { address.hosts = [PostgresAddress.Host(host)] }
        return try HubRegistry(address, daemon: daemon, chain: chain ?? self.chain, now: now)
    }

    static func address(_ host: String, _ database: String) -> PostgresAddress {
        PostgresAddress(
            hosts: [PostgresAddress.Host(host)], database: database, user: PrivatePostgreSQL.user, encryption: .none)
    }
}

/// What all places share: so many at a time, for a server has so many connections, and the database that they are copies of.
private actor HubPlaces {
    static let shared = HubPlaces()

    private var free = 12
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var making: Task<String, any Error>?

    func enter() async throws {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }

    func template(on server: PostgresAddress) async throws -> String {
        if let making { return try await making.value }
        let task = Task {
            let name = "hub_template"
            try PostgresConnection(server).change("CREATE DATABASE \(name)")
            var address = server
            address.database = name
            try HubSchema.migrate(address)
            return name
        }
        making = task
        return try await task.value
    }
}

extension Trait where Self == ConditionTrait {
    static var needsPostgreSQL: Self {
        .enabled(if: PrivatePostgreSQL.canRun, "PostgreSQL is not installed: apt-get install postgresql")
    }
}
