package import Cryptography
internal import Faults
internal import UnixSystem

/// The key for device identifiers: a credential of systemd's, or a file beside the registry that the daemon makes at its
/// first start.
package enum DeviceKeyFile {
    /// See: man 5 systemd.exec, LoadCredential
    package static let credential = "device-key"

    /// The file beside a registry.
    package static func path(besides registry: String) -> String {
        let folder = registry.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return (folder.isEmpty ? (registry.hasPrefix("/") ? "/" : "") : folder + "/") + "device.key"
    }

    package static func load(besides registry: String, credentials: String?, hiddenFrom people: Set<UInt32>) throws
        -> DeviceKey
    {
        if let credentials {
            do {
                return try SecretFile.read("\(credentials)/\(credential)", limit: 4_096) { try DeviceKey($0) }
            } catch let error as SystemError where error.code == .notFound {
                // The service's manager has given others, not this one.
            }
        }
        let path = path(besides: registry)
        do {
            return try SecretFile.read(path, limit: 4_096, hiddenFrom: people) { try DeviceKey($0) }
        } catch let error as SystemError where error.code == .notFound {
            let bytes = try DeviceKey.makeBytes()
            try SecretFile.create(path, bytes)
            return try DeviceKey(bytes)
        } catch let error as CryptographyError {
            throw ConfigurationError(message: "the key \(path) is refused", reason: error.reason, next: error.next)
        }
    }
}
