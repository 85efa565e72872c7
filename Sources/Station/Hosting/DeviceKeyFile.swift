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

    /// `isMade`: where there is none; else that is an error of the system, `notFound`.
    package static func load(
        besides registry: String, credentials: String?, hiddenFrom people: Set<UInt32>, isMade: Bool = true
    ) throws -> DeviceKey {
        let make: @Sendable () throws -> [UInt8] = { try DeviceKey.makeBytes() }
        return try DaemonKey(credential: credential, path: path(besides: registry), make: isMade ? make : nil)
            .load(credentials: credentials, hiddenFrom: people) { try DeviceKey($0) }
    }
}
