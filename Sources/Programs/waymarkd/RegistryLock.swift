import Faults
import Storage
import UnixSystem

/// One process to a registry: two daemons would give the same tag to two chips.
enum RegistryLock {
    /// Held until the process ends, however it ends. A restoration that was cut short is carried out to its end.
    static func take(of registry: String) throws -> ExclusiveLock {
        do {
            let lock = try ExclusiveLock(registry + ".lock")
            try RegistryReplacement.finish(registry)
            return lock
        } catch let error as SystemError {
            throw explanation(of: error, on: registry)
        }
    }

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
