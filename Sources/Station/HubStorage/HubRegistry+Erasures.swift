internal import Chips
internal import PostgreSQL
package import Registry

/// Erasing evidence from the tables. PostgreSQL does not overwrite what is erased in its files: see docs/privacy.md.
extension HubRegistry {
    package func oldestEvidence() throws -> Int64? {
        try read {
            try $0.number("SELECT least((SELECT min(time) FROM sightings), (SELECT min(time) FROM confirmations))")
        }
    }

    package func erasures() throws -> ErasureState {
        try read { connection in
            try connection.all("SELECT count, pending FROM erasures") {
                ErasureState(count: try $0.integer(), pending: try $0.optionalTime())
            }.first ?? ErasureState(count: 0, pending: nil)
        }
    }

    package func endErasure(_ count: Int64) throws {
        try change { try $0.change("UPDATE erasures SET pending = NULL WHERE count = $1", [.integer(count)]) }
    }

    /// Removes what only erased rows were about: contents, what audits said of them, and findings that name them. While no
    /// piece of evidence is on its way, which could bring rows of them.
    package func scrub() async throws -> Bool {
        var sweep: LooseContents.Sweep?
        while true {
            sweep = try change { [sweep] connection in
                try Gate.lockAll(connection)
                return try LooseContents(connection).proceed(sweep, HubTables(reading: connection, of: chain))
            }
            if sweep == nil { return true }
            await Task.yield()
        }
    }
}
