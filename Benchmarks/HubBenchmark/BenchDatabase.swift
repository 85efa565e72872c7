import Foundation
import HubStorage
import PostgreSQL
import Registry
import TestBench

/// A database of a measurement's own, with a hub's tables, in a private server that forces to the disk what it commits.
struct BenchDatabase {
    let address: PostgresAddress
    private let folder: TemporaryFolder

    init(_ name: String, on server: PrivatePostgreSQL) throws {
        try PostgresConnection(Self.address("postgres", server)).change("CREATE DATABASE \(name)")
        address = Self.address(name, server)
        try HubSchema.migrate(address)
        folder = try TemporaryFolder()
    }

    private static func address(_ database: String, _ server: PrivatePostgreSQL) -> PostgresAddress {
        PostgresAddress(
            hosts: [PostgresAddress.Host(server.host)], database: database, user: PrivatePostgreSQL.user,
            encryption: .none)
    }

    func vacuum() throws { try PostgresConnection(address).change("VACUUM (ANALYZE)") }

    /// The registry of one daemon, which has looked at what it knows apart from the database: that is forced to the disk
    /// before a grant goes out, and is measured as well.
    func registry() async throws -> HubRegistry {
        let place = folder[UUID().uuidString]
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let memory = try HubMemory(in: place, name: "benchmark", daemon: .drawn())
        let registry = try HubRegistry(address, daemon: "benchmark", chain: .drawn(), memory: memory)
        _ = try await registry.recall()
        return registry
    }
}
