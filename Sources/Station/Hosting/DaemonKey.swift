internal import Cryptography
internal import Faults
internal import UnixSystem

/// A key of a daemon: a credential of systemd's, or a file that the daemon makes at its first start.
package struct DaemonKey: Sendable {
    /// See: man 5 systemd.exec, LoadCredential
    package let credential: String
    package let path: String
    /// Fresh bytes for a file that is not there; nil where that is an error.
    let make: (@Sendable () throws -> [UInt8])?

    package init(credential: String, path: String, make: (@Sendable () throws -> [UInt8])?) {
        self.credential = credential
        self.path = path
        self.make = make
    }

    package func load<Key>(
        credentials: String?, hiddenFrom people: Set<UInt32>, _ use: ([UInt8]) throws -> Key
    ) throws -> Key {
        if let credentials {
            do {
                return try SecretFile.read("\(credentials)/\(credential)", limit: 4_096, use)
            } catch let error as SystemError where error.code == .notFound {
                // The service's manager has given others, not this one.
            }
        }
        do {
            return try SecretFile.read(path, limit: 4_096, hiddenFrom: people, use)
        } catch let error as SystemError where error.code == .notFound {
            guard let bytes = try make?() else { throw error }
            try SecretFile.create(path, bytes)
            return try use(bytes)
        } catch let error as CryptographyError {
            throw ConfigurationError(message: "the key \(path) is refused", reason: error.reason, next: error.next)
        }
    }
}
