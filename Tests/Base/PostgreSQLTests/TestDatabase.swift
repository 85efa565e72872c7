import Foundation
import PostgreSQL
import TestBench
import Testing

/// A database of a test's own in the server that the tests share.
struct TestDatabase {
    let name: String
    let server: PrivatePostgreSQL

    init(on server: PrivatePostgreSQL? = nil) async throws {
        self.server = if let server { server } else { try await PrivatePostgreSQL.shared.value }
        name = "test_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        let connection = try PostgresConnection(Self.address(self.server.host, "postgres"))
        // Where the server waits for a standby that is not there.
        try connection.change("SET synchronous_commit = local")
        try connection.change("CREATE DATABASE \(name)")
    }

    /// Through the server's own socket, or that of a proxy before it.
    func address(_ host: String? = nil) -> PostgresAddress { Self.address(host ?? server.host, name) }

    func connect() throws -> PostgresConnection { try PostgresConnection(address()) }

    private static func address(_ host: String, _ database: String) -> PostgresAddress {
        PostgresAddress(
            hosts: [PostgresAddress.Host(host)], database: database, user: PrivatePostgreSQL.user, encryption: .none)
    }
}

extension Trait where Self == ConditionTrait {
    static var needsPostgreSQL: Self {
        .enabled(if: PrivatePostgreSQL.canRun, Comment(rawValue: PrivatePostgreSQL.obstacle ?? ""))
    }
}
