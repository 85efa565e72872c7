import HubStorage
import MemoryStorage
import Registry
import Storage
import TestBench
import Testing

/// A way of keeping the registry. Every kind has to pass every test of the conformance suite: one that keeps its
/// tables elsewhere joins by a line in `all`.
struct StorageKind: Sendable, CustomTestStringConvertible {
    /// Opens the storage at one place, as often as it is called, with a clock for the journal.
    typealias Opener =
        @Sendable (@escaping @Sendable () -> Timestamp) async throws -> any RegistryStorage

    let name: String
    /// Makes an empty place. It lasts as long as the opener does.
    let makePlace: @Sendable () async throws -> Opener

    var testDescription: String { name }

    static let all =
        [sqlite, memory] + (PrivatePostgreSQL.canRun ? [postgreSQL] : []) + (PrivatePgBouncer.canRun ? [pooled] : [])

    /// Those of a station, which may be under a hub.
    static let ofStations = [sqlite, memory]

    /// Those that keep what an audit of everything has settled.
    static let settling = all.filter { $0.name != memory.name }

    static let sqlite = StorageKind(name: "SQLite") {
        let folder = try TemporaryFolder()
        return { now in try SQLiteRegistry(path: folder["registry.sqlite"], now: now) }
    }

    static let memory = StorageKind(name: "memory") {
        let place = MemoryPlace()
        return { now in MemoryRegistry(place, now: now) }
    }

    static let postgreSQL = StorageKind(name: "PostgreSQL") {
        let place = try await HubPlace()
        return { now in try await place.registry(now: now) }
    }

    /// In transaction mode: no statement has a name, and nothing is kept in a session.
    static let pooled = StorageKind(name: "PostgreSQL behind PgBouncer") {
        let place = try await HubPlace(.pooled)
        return { now in try await place.registry(now: now) }
    }
}
