import Faults
import Hosting
import Storage
import UnixSystem

/// One process to a registry: two daemons would give the same tag to two chips.
struct RegistryLock: ~Copyable {
    private let file: ExclusiveLock
    private let database: DatabaseLock?

    /// Held until the process ends, however it ends. A restoration that was cut short is carried out to its end.
    /// `creating`: makes the registry's file when it is missing.
    static func take(of registry: String, creating: Bool = false) throws -> RegistryLock {
        do {
            let lock = try ExclusiveLock(registry + ".lock")
            try RegistryReplacement.finish(registry)
            return RegistryLock(file: lock, database: try DatabaseLock(registry, creating: creating))
        } catch let error as SystemError {
            throw explanation(of: error, on: registry)
        }
    }

    var path: String { file.path }

    private static func explanation(of error: SystemError, on registry: String) -> any Error {
        switch error.code {
        case .inUse:
            ConfigurationError(
                message: "waymarkd cannot serve \(registry)", reason: "another waymarkd serves it: \(error.reason)",
                next: "use that one, or stop it first: sudo systemctl stop waymarkd")
        case .notFound:
            ConfigurationError(
                message: "waymarkd cannot serve \(registry)", reason: "its folder is missing",
                next: "create the folder, or name another registry: --registry FILE")
        default: error
        }
    }
}
