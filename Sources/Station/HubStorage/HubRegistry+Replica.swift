internal import Faults
internal import PostgreSQL
internal import Registry

/// Audits may read evidence from a replica, so that reading all of it takes nothing from those who write.
///
/// What is settled by such an audit is settled at the database itself: so the replica has to have come as far as the database
/// was when it was asked, or news that it does not have would count as judged.
extension HubRegistry {
    /// Looks once at evidence that has all that was committed before, as ``readOnce(_:)`` does.
    func readEvidenceOnce<Value>(_ body: (PostgresConnection) throws -> Value) async throws -> Value {
        guard let replica else { return try readOnce(body) }
        let database = try single { try DatabasePlace(of: $0, recognisedBy: chain) }
        let end = ContinuousClock.now + Self.patience
        while true {
            try await catchUp(replica, with: database, until: end)
            let value: Value? = try namingReplica {
                try replica.read { transaction in
                    // Where the connection was lost since, another host may answer, which has not come so far.
                    guard try database.standing(of: transaction.connection) == .current else { return nil }
                    // Once: what was handed over before an error cannot be taken back.
                    return try namingReplica { try body(transaction.connection) }
                }
            }
            if let value { return value }
            guard .now < end else { throw unreadBehind() }
        }
    }

    /// Who reads that something does not answer has to know that it is not the database.
    private func namingReplica<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let fault as PostgresError where fault.code == .databaseAway {
            throw Self.unread("the replica at \(replicaHosts) does not answer: \(fault.reason)")
        } catch let fault as PostgresError { throw RegistryError(fault) }
    }

    private static let patience = Duration.seconds(60)

    private func catchUp(
        _ replica: PostgresSession, with database: DatabasePlace, until end: ContinuousClock.Instant
    ) async throws {
        while true {
            let standing: ReplicaStanding = try namingReplica {
                try replica.single { try database.standing(of: $0) }
            }
            switch standing {
            case .current: return
            case .stranger:
                throw Self.unread("\(replicaHosts) is not the database, and does not follow it")
            case .behind where ContinuousClock.now > end: throw unreadBehind()
            case .behind: try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    private func unreadBehind() -> RegistryError {
        Self.unread("the replica at \(replicaHosts) has not come as far as the database in 60 s")
    }

    private static func unread(_ reason: String) -> RegistryError {
        RegistryError(
            .registryAway, "the evidence is not read", why: reason,
            next: "see to the replica, or leave auditHosts out of the hub's configuration: then audits ask the database"
        )
    }
}
