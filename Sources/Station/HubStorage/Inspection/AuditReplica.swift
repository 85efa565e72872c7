internal import Faults
package import PostgreSQL

/// A server at which audits read evidence, as the doctor looks at it.
package enum AuditReplica {
    /// How far behind it may be, in bytes of WAL: more is not made up while an audit waits.
    private static let mostBehind: Int64 = 1 << 30

    /// Why audits cannot read there; nil where they can.
    package static func complaint(_ replica: PostgresAddress, of database: PostgresAddress) -> String? {
        do {
            let place = try DatabasePlace(of: PostgresConnection(database))
            switch try place.standing(of: PostgresConnection(replica)) {
            case .stranger: return "\(hosts(replica)) is not the database, and does not follow it"
            case .behind(let bytes) where bytes > mostBehind:
                return "\(hosts(replica)) is \(bytes >> 20) MB of WAL behind the database"
            case .behind, .current: return nil
            }
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
