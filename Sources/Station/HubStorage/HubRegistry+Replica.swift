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
        try await catchUp(replica)
        return try namingReplica {
            // Once: what was handed over before an error cannot be taken back.
            try replica.read { transaction in try namingReplica { try body(transaction.connection) } }
        }
    }

    /// Who reads that something does not answer has to know that it is not the database.
    private func namingReplica<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let fault as PostgresError where fault.code == .databaseAway {
            throw Self.unread("the replica at \(replicaHosts) does not answer: \(fault.reason)")
        } catch let fault as PostgresError { throw RegistryError(fault) }
    }

    private static let patience = Duration.seconds(60)

    private func catchUp(_ replica: PostgresSession) async throws {
        let database = try single { connection in
            try connection.all(
                """
                SELECT pg_current_wal_flush_lsn()::text, \(ServerRun.present),
                    EXISTS (SELECT 1 FROM chains WHERE chain = $1)
                """, [.bytes(chain.bytes)]
            ) { DatabasePlace(written: try $0.text(), run: try $0.text(), hasOwnChain: try $0.bool()) }
        }
        guard let database = database.first else { throw Self.unread("the database has not said how far it is") }
        let end = ContinuousClock.now + Self.patience
        while true {
            let standing: ReplicaStanding = try namingReplica {
                try replica.single { try self.standing($0, behind: database) }
            }
            switch standing {
            case .current: return
            case .stranger:
                throw Self.unread("\(replicaHosts) is not the database, and does not follow it")
            case .behind where ContinuousClock.now > end:
                throw Self.unread("the replica at \(replicaHosts) has not come as far as the database in 60 s")
            case .behind: try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    private enum ReplicaStanding { case current, behind, stranger }

    private struct DatabasePlace {
        /// How far its WAL has come.
        let written: String
        /// Of the server: see ``ServerRun``.
        let run: String
        /// Whether this run of the daemon has changed anything yet. The chain's name is drawn for each run, so that a server
        /// which has left the others before does not have it.
        let hasOwnChain: Bool
    }

    private func standing(
        _ connection: PostgresConnection, behind database: DatabasePlace
    ) throws -> ReplicaStanding {
        let found = try connection.all(
            """
            SELECT \(ServerRun.unlessFollowing),
                coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false),
                EXISTS (SELECT 1 FROM chains WHERE chain = $2)
            """, [.text(database.written), .bytes(chain.bytes)]
        ) { (run: try $0.text(), isThere: try $0.bool(), isOurs: try $0.bool()) }
        guard let found = found.first else { return .behind }
        if !found.run.isEmpty { return found.run == database.run ? .current : .stranger }
        guard found.isThere else { return .behind }
        return found.isOurs || !database.hasOwnChain ? .current : .stranger
    }

    private static func unread(_ reason: String) -> RegistryError {
        RegistryError(
            .registryAway, "the evidence is not read", why: reason,
            next: "see to the replica, or leave auditHosts out of the hub's configuration: then audits ask the database"
        )
    }
}
