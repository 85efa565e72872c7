import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// A registry's folder whose account (nobody's) wants root's rights, beside files of root's that it is not to reach.
///
///     station/           root's, everybody may pass
///       secret           root's, mode 0600
///       copy.sqlite      a backup, root's, mode 0600
///       state/           the account's, mode 0700
///         registry.sqlite
struct HostileAccount {
    static let isPossible = geteuid() == 0
    static let reason: Comment = "only root can make files of another account: run the tests as root"
    static let user: uid_t = 65_534

    let folder: TemporaryFolder
    var state: String { folder["state"] }
    var registry: String { "\(state)/registry.sqlite" }
    var backup: String { folder["copy.sqlite"] }
    var secret: String { folder["secret"] }

    /// With a registry and a backup that a station has made.
    init(of station: TestStation) async throws {
        try await station.createBatch("a", tags: 2)
        try await station.waymark("backup", station.folder["copy.sqlite"])
        await station.stopDaemon()
        folder = try TemporaryFolder()
        try #require(chmod(folder.path, 0o755) == 0 && mkdir(state, 0o700) == 0)
        try FileManager.default.copyItem(atPath: station.folder["copy.sqlite"], toPath: backup)
        try FileManager.default.copyItem(atPath: station.folder["copy.sqlite"], toPath: registry)
        try folder.write("root:secret\n", to: "secret", mode: 0o600)
        try #require(lchown(registry, Self.user, Self.user) == 0 && lchown(state, Self.user, Self.user) == 0)
        try #require(chmod(backup, 0o600) == 0)
    }

    /// Puts a symbolic link of the account's in its folder, in the place of whatever is there.
    func lay(_ trap: Trap) throws {
        let path = "\(state)/\(trap.name)"
        unlink(path)
        switch trap.kind {
        case .link(let target):
            try #require(symlink(target.isEmpty ? secret : target, path) == 0)
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .rootsRegistry:
            try FileManager.default.copyItem(atPath: backup, toPath: path)
            try #require(chmod(path, 0o600) == 0)
            return
        }
        try #require(lchown(path, Self.user, Self.user) == 0)
    }

    struct Trap: CustomTestStringConvertible {
        enum Kind {
            /// A symbolic link; to the secret unless a target is said.
            case link(String = "")
            case pipe
            /// What root alone can read: who reads it has root's rights.
            case rootsRegistry
        }

        let name: String
        let kind: Kind

        var testDescription: String { "\(name): \(kind)" }
    }

    /// What root's files beside the folder are, and which files of root's are in the folder.
    var picture: [String] {
        get throws {
            var lines: [String] = []
            for name in ["secret", "copy.sqlite"] {
                var status = stat()
                try #require(lstat(folder[name], &status) == 0)
                lines.append(
                    "\(name) \(status.st_uid):\(status.st_gid) \(String(status.st_mode, radix: 8)) "
                        + "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(try folder.bytes(name).hashValue)")
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: state).sorted() {
                var status = stat()
                if lstat("\(state)/\(name)", &status) == 0, status.st_uid == 0 { lines.append("root's: \(name)") }
            }
            return lines + folder.entries.filter { !["secret", "copy.sqlite", "state"].contains($0) }
        }
    }
}
