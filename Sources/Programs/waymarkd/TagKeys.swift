import Cryptography
import Faults
import Foundation
import Hosting
import StationService
import UnixSystem

/// The keys for tag passwords: from files that were named, and from systemd's credentials.
enum TagKeys {
    /// The first key is the current one. In a folder, and among credentials, the last by name is, so that a new key
    /// takes over by a later name: `2026.key`, `2027.key`. Files that were named come before credentials.
    ///
    /// `people` are groups of persons, who may not read a named file. Only the daemon sees credentials.
    ///
    /// See: man 5 systemd.exec, LoadCredential
    static func load(
        _ paths: [String], credentials: String?, hiddenFrom people: Set<UInt32>
    ) throws -> KeyRing {
        var files: [String] = []
        for path in paths { files += isFolder(path) ? try content(of: path) { !$0.hasPrefix(".") } : [path] }
        let named = files.count
        if let credentials { files += try content(of: credentials) { $0.hasPrefix("tag-key") } }
        let keys = try files.enumerated().map { index, file in
            do {
                return try SecretFile.read(
                    file, limit: TagKeyFile.limit, hiddenFrom: index < named ? people : [], TagKeyFile.read)
            } catch let error as CryptographyError {
                throw ConfigurationError(
                    message: "the key \(file) is refused", reason: error.reason, next: error.next)
            }
        }
        return try KeyRing(current: keys.first, older: Array(keys.dropFirst()))
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The last name first.
    private static func content(of folder: String, _ isWanted: (String) -> Bool) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter(isWanted).sorted(by: >)
                .map { "\(folder)/\($0)" }
        } catch {
            throw ConfigurationError(
                message: "the keys in \(folder) are refused", reason: "the folder cannot be read",
                next: "check owner and mode: ls -ld \(folder)")
        }
    }
}
