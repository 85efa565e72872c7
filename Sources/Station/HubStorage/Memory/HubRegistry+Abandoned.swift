internal import Faults
internal import Grants
internal import PostgreSQL
internal import Registry

/// Imports and requests that a daemon has begun and will not end.
extension HubRegistry {
    /// Under what this daemon's imports and requests are kept: the same from run to run, and no other daemon's,
    /// whatever configurations call them. A command has no memory beside the database, and its name has to do.
    var owner: String { memory?.known.daemon?.description ?? daemon }

    /// Says that this daemon runs, journals imports, and interrupts requests, of daemons that do not, or that the database
    /// does not know any more: they took leave before all was journalled, or were given up. One that was only away for
    /// long finds its imports ended. For every minute.
    package func settleAbandoned() async throws {
        guard let own = ownMemory().known.daemon else { return }
        // Others say so first: each does within a minute.
        guard try change({ try DaemonRows($0).sayAlive(own) }) else { return }
        for left in try openImports(where: Self.isAbandoned("imports"), .bytes(own.bytes)) {
            do { try await record(.evidenceImported(left), by: .hub) } catch let error as RegistryError
                where error.code == .contradiction
            {
                // Another daemon has settled it meanwhile.
            }
        }
        let condition = "state = 'running' AND \(Self.isAbandoned("requests"))"
        let found = try read { connection in
            try connection.number("SELECT 1::bigint FROM requests WHERE \(condition) LIMIT 1", [.bytes(own.bytes)])
        }
        guard found != nil else { return }
        try change {
            try $0.change("UPDATE requests SET state = 'interrupted' WHERE \(condition)", [.bytes(own.bytes)])
        }
    }

    /// Versions before this one kept the name in the configuration, which other daemons may have: what is kept so waits
    /// until the database knows no other daemon of that name. `$1`: the daemon that asks. An adoption ends its own
    /// imports, when it is run again.
    private static func isAbandoned(_ table: String) -> String {
        """
        \(table).daemon <> 'adopt' AND \(table).daemon <> encode($1, 'hex') AND NOT EXISTS (
            SELECT FROM daemons WHERE \(DaemonRows.isAlive) AND (encode(daemons.daemon, 'hex') = \(table).daemon
                OR daemons.name = \(table).daemon AND daemons.daemon <> $1))
        """
    }
}
