import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// Something around a daemon under test that others do not have: mounts of its own, or somebody who looks on.
enum DaemonSurroundings {
    /// The registry is on a disk of its own, of so many mebibytes.
    case disk(mebibytes: Int)
    /// The machine has so many mebibytes left, as its kernel tells in the file `meminfo`.
    case memory(mebibytes: Int)
    /// The folder `journal` is where systemd's journal listens, and standard error is read by it.
    case journal
    /// The file `trace` gets its writes to files and sockets, and what it forces to the disk.
    case traced
    /// The filter of system calls that `waymarkd.service` asks for.
    case unitFilter

    /// Where the registry is, in the station's folder.
    var registry: String {
        switch self {
        case .disk: "disk/registry.sqlite"
        case .memory, .journal, .traced, .unitFilter: "registry.sqlite"
        }
    }

    func makePlaces(in folder: TemporaryFolder) throws {
        for name in ["disk", "journal"] {
            try FileManager.default.createDirectory(atPath: folder[name], withIntermediateDirectories: true)
        }
        if case .memory(let size) = self {
            try folder.write(Data("MemAvailable: \(size * 1_024) kB\n".utf8), to: "meminfo")
        }
    }

    /// The words before a program's: they become it, in a mount namespace of its own.
    func prefix(in folder: TemporaryFolder) -> [String] {
        switch self {
        case .disk(let size):
            Self.after("mount -t tmpfs -o size=\(size)m,mode=700 tmpfs '\(folder["disk"])'")
        case .memory: Self.after("mount --bind '\(folder["meminfo"])' /proc/meminfo")
        case .journal:
            Self.after(
                """
                mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/journal \
                    && mount --bind '\(folder["journal"])' /run/systemd/journal \
                    && JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2) && export JOURNAL_STREAM
                """)
        case .traced:
            // As a grandchild: the daemon stays the test's own child.
            [
                "strace", "-D", "-f", "-y", "-s", "64", "-o", folder["trace"], "-e",
                "trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg",
            ]
        case .unitFilter:
            [UnitFilter.python, "-c", UnitFilter.script, Repository.path("systemd/waymarkd.service")]
        }
    }

    private static func after(_ script: String) -> [String] {
        namespace + ["sh", "-c", script + " && exec \"$@\"", "sh"]
    }

    /// Root may, others where user namespaces are allowed.
    private static let namespace =
        ["unshare"] + (geteuid() == 0 ? [] : ["--user", "--map-root-user"]) + ["--mount", "--propagation", "private"]

    static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = namespace + ["mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where nobody may mount anything, not even for himself.
    static var needsPrivateMounts: ConditionTrait {
        .enabled(if: DaemonSurroundings.canMount, "needs a mount namespace: root, or user namespaces (unshare --mount)")
    }
}

/// The disk of a station with a disk of its own, as its daemon sees it.
struct SmallDisk: Sendable {
    private let filler: String

    init(_ station: TestStation) throws {
        let daemon = try #require(station.daemon?.process.processIdentifier)
        filler = "/proc/\(daemon)/root\(station.folder["disk/filler"])"
    }

    /// Takes the last byte that is left.
    func fill() {
        let file = open(filler, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(file) }
        var size = 1 << 16
        let bytes = [UInt8](repeating: 0, count: size)
        while size >= 1 {
            if write(file, bytes, size) < 0 { size /= 16 }
        }
    }

    func free() { unlink(filler) }
}
