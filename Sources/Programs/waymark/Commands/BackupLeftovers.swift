import Glibc
import Registry
import UnixSystem

/// What interrupted backups have left in the folder of the copies, where the file system makes no files without a name:
/// `waymark-20261122T023000Z.sqlite.1y2p0ij32e8e7`. Each is as large as the registry.
enum BackupLeftovers {
    /// Seconds after which a copy that no one has written to is not being made any more.
    private static let patience: Int64 = 86_400

    /// Removes them, and gives their paths. A folder that cannot be seen has none: the backup itself says why.
    static func remove(from path: String) -> [String] {
        guard let folder = try? TrustedFolder(path), let names = try? folder.names() else { return [] }
        return names.sorted().compactMap { name in
            guard hasTheirName(name), isAbandoned(name, in: folder) else { return nil }
            do {
                try folder.remove(name)
                return "\(path)/\(name)"
            } catch {
                return nil
            }
        }
    }

    /// Whether a name is that of a copy with a random number of 64 bits behind it, in base 36: of a hundred, 99 have 12
    /// or 13 digits. What people put there, such as `.gz` and `.newest`, is none.
    private static func hasTheirName(_ name: String) -> Bool {
        guard let point = name.lastIndex(of: "."), BackupName(fileName: String(name[..<point])) != nil
        else { return false }
        let number = name[name.index(after: point)...]
        return (12...13).contains(number.utf8.count) && UInt64(number, radix: 36) != nil
            && number == number.lowercased() && number.contains { $0.isNumber }
    }

    private static func isAbandoned(_ name: String, in folder: borrowing TrustedFolder) -> Bool {
        guard let status = folder.status(of: name), status.kind == .file, status.owner == Accounts.current,
            status.mode == 0o600, status.names == 1, status.modified < SystemClock.now - patience,
            let file = try? folder.open(name, flags: O_RDONLY | O_NONBLOCK), let start = try? file.read(upTo: 16)
        else { return false }
        return start.isEmpty || start == Array("SQLite format 3\0".utf8)
    }
}
