internal import Faults
package import PostgreSQL

/// A server at which audits read evidence, as the doctor looks at it.
package enum AuditReplica {
    /// How far behind it may be, in bytes of WAL: more is not made up while an audit waits.
    private static let mostBehind: Int64 = 1 << 30

    /// Why audits cannot read there; nil where they can.
    package static func complaint(_ replica: PostgresAddress, of database: PostgresAddress) -> String? {
        do {
            let place = try PostgresConnection(database).rows(
                "SELECT pg_current_wal_flush_lsn()::text, \(ServerRun.present)")
            guard let written = try place.first?.text(0), let run = try place.first?.text(1) else { return nil }
            let standing = try PostgresConnection(replica).rows(
                """
                SELECT \(ServerRun.unlessFollowing),
                    coalesce(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::bigint
                """, [.text(written)])
            guard let found = try standing.first?.text(0), let behind = try standing.first?.integer(1) else {
                return nil
            }
            guard found.isEmpty || found == run else {
                return "\(hosts(replica)) is not the database, and does not follow it"
            }
            return behind > mostBehind ? "\(hosts(replica)) is \(behind >> 20) MB of WAL behind the database" : nil
        } catch let fault as PostgresError {
            return "\(hosts(replica)) does not answer: \(fault.reason)"
        } catch {
            return "\(hosts(replica)): \(error)"
        }
    }

    private static func hosts(_ address: PostgresAddress) -> String {
        address.hosts.map(\.name).joined(separator: ", ")
    }
}
