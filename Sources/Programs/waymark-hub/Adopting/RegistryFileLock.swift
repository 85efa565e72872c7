import Faults
import Hosting
import Storage
import UnixSystem

/// The file of a station's registry, which no daemon may have open while a hub adopts it.
struct RegistryFileLock: ~Copyable {
    private let file: ExclusiveLock
    private let database: DatabaseLock?

    /// Held until the process ends.
    static func take(of registry: String) throws -> RegistryFileLock {
        guard File.exists(registry) else {
            throw refusal(registry, "the file is missing", next: "name the registry of a station")
        }
        do {
            let lock = try ExclusiveLock(registry + ".lock")
            try RegistryReplacement.finish(registry)
            return RegistryFileLock(file: lock, database: try DatabaseLock(registry, creating: false))
        } catch let error as SystemError where error.code == .inUse {
            throw refusal(
                registry, "a daemon works with it: \(error.reason)",
                next: "stop it first, at the station: sudo systemctl disable --now waymarkd")
        }
    }

    var path: String { file.path }

    private static func refusal(_ registry: String, _ reason: String, next: String) -> ConfigurationError {
        ConfigurationError(message: "\(registry) is not adopted", reason: reason, next: next)
    }
}
