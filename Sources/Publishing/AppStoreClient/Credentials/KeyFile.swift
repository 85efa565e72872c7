package import Cryptography
internal import Faults
internal import Glibc
internal import UnixSystem

/// The file of a key for App Store Connect, `AuthKey_KEYID.p8`.
package struct KeyFile: Sendable, Equatable {
    package let path: String
    /// Whether the service manager placed it, which answers for who can read it. See: man 5 systemd.exec, LoadCredential=
    package let isCredential: Bool

    package init(path: String, isCredential: Bool = false) {
        self.path = path
        self.isCredential = isCredential
    }

    /// The key's identifier, where the file still has the name that it was downloaded under.
    package var identifier: String? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        return String(name.dropFirst("AuthKey_".count).dropLast(".p8".count))
    }

    /// Reads the key. A file that others can read is refused, as is one that another user could have put there.
    package func read() throws(ServiceError) -> SigningKey {
        do {
            let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
            try check(file)
            var bytes: [UInt8] = []
            while bytes.count <= 16_384 {
                let part = try file.read(upTo: 16_384)
                if part.isEmpty { break }
                bytes += part
            }
            guard bytes.count <= 16_384 else { throw refusal("it is longer than any key", "name the key's file") }
            return try SigningKey(pem: bytes)
        } catch let error as ServiceError {
            throw error
        } catch let error as SystemError {
            throw refusal(error.reason, error.next)
        } catch let error as CryptographyError {
            throw refusal(error.reason, error.next)
        } catch {
            throw refusal("\(error)", "check the file")
        }
    }

    /// See: man 2 fstat
    private func check(_ file: borrowing FileDescriptor) throws(ServiceError) {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw refusal("it is not a regular file", "name the key's file")
        }
        guard !isCredential else { return }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw refusal("it belongs to another user", "make it your own: sudo chown $USER \(path)")
        }
        let mode = status.st_mode & 0o777
        guard mode & 0o077 == 0 else {
            throw refusal(
                "its mode is \(String(mode, radix: 8)): others can use the key", "close it: chmod 600 \(path)")
        }
    }

    private func refusal(_ reason: String, _ next: String) -> ServiceError {
        ServiceError(code: .badKey, message: "cannot use the key \(path)", reason: reason, next: next)
    }
}
