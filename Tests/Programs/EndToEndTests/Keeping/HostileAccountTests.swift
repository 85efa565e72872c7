import Foundation
import Glibc
import Synchronization
import TestBench
import Testing
import UnixSystem

/// Root's commands on files that the daemon's account has prepared: they reach no further than that account does.
@Suite(
    .timeLimit(.minutes(10)), .enabled(if: HostileAccount.isPossible, HostileAccount.reason))
struct `An account that wants root's rights` {
    private static let names =
        ["", "-wal", "-shm", ".lock", ".restoring", ".restoring-wal", ".restoring-shm", ".reserve"]
        .map { "registry.sqlite\($0)" } + ["device.key", "registry.sqlite.restored-20260101T000000Z"]

    private static let traps =
        names.map { HostileAccount.Trap(name: $0, kind: .link()) }
        + [
            .init(name: "registry.sqlite.lock", kind: .pipe), .init(name: "registry.sqlite", kind: .pipe),
            .init(name: "device.key", kind: .pipe), .init(name: "registry.sqlite.lock", kind: .link("/dev/full")),
            .init(name: "registry.sqlite.lock", kind: .link("made-by-root")),
            .init(name: "sheets", kind: .link("/")),
        ]

    /// Every command that an operator gives with sudo, by what it says of the registry.
    private static func commands(_ hostile: HostileAccount) -> [(program: BuiltProgram, words: [String])] {
        [
            (.daemon, ["restore", hostile.backup, "--registry", hostile.registry, "--yes"]),
            (.daemon, ["restore", hostile.backup, "--registry", hostile.registry]),
            (.daemon, ["check-backup", hostile.backup, "--registry", hostile.registry]),
            (.daemon, ["check-backup", hostile.registry, "--registry", hostile.registry]),
            (.daemon, ["restore", hostile.registry, "--registry", hostile.registry, "--yes"]),
            (.daemon, ["tighten", "--registry", hostile.registry, "--tag-key", "\(hostile.state)/device.key"]),
            (.daemon, ["--registry", hostile.registry, "--socket", hostile.folder["s"]]),
            (.commandLine, ["doctor", "--registry", hostile.registry, "--socket", hostile.folder["s"]]),
            (.commandLine, ["key", "create", "\(hostile.state)/device.key"]),
            (.commandLine, ["key", "show", "\(hostile.state)/device.key"]),
        ]
    }

    @Test(arguments: traps)
    func `gains nothing from a trap, whatever command root gives`(trap: HostileAccount.Trap) async throws {
        try await TestStation.run { station in
            let hostile = try await HostileAccount(of: station)
            let before = try hostile.picture
            for (program, words) in Self.commands(hostile) {
                try hostile.lay(trap)
                let ending = try await RunningProgram(program, words).wait()
                #expect(!ending.output.contains("root:secret") && !ending.errors.contains("root:secret"), "\(ending)")
                // A key of root's own making is what that command is for.
                let after = try hostile.picture.filter { words[0] != "key" || $0 != "root's: device.key" }
                #expect(after == before, "\(words): \(ending)")
                unlink("\(hostile.state)/\(trap.name)")
            }
        }
    }

    @Test func `has its registry restored as its own`() async throws {
        try await TestStation.run { station in
            let hostile = try await HostileAccount(of: station)
            let ending = try await RunningProgram(
                .daemon, ["restore", hostile.backup, "--registry", hostile.registry, "--yes"]
            ).wait()
            #expect(ending.status == .exited(0), "\(ending)")
            #expect(ending.output.contains("Nothing is lost"))
            for name in try FileManager.default.contentsOfDirectory(atPath: hostile.state) {
                let status = try #require(FileStatus("\(hostile.state)/\(name)"))
                #expect(status.owner == HostileAccount.user, "\(name)")
            }
            #expect(FileStatus(hostile.registry)?.mode == 0o600)
        }
    }

    /// A registry that only root may read is not read: the database of the account is parsed with its rights.
    @Test func `has its database read with its own rights`() async throws {
        try await TestStation.run { station in
            let hostile = try await HostileAccount(of: station)
            try hostile.lay(.init(name: "registry.sqlite", kind: .rootsRegistry))
            let ending = try await RunningProgram(
                .daemon, ["restore", hostile.backup, "--registry", hostile.registry]
            ).wait()
            #expect(ending.output.contains("The registry that is replaced cannot be read"), "\(ending)")
        }
    }

    /// Else root would make a readable copy of what it may not read.
    @Test(arguments: ["link", "hard link", "folder"])
    func `cannot have a file of root's taken for a backup`(way: String) async throws {
        try await TestStation.run { station in
            let hostile = try await HostileAccount(of: station)
            let bait = "\(hostile.state)/bait.sqlite"
            switch way {
            case "link":
                try #require(symlink(hostile.backup, bait) == 0 && lchown(bait, HostileAccount.user, 0) == 0)
            case "hard link": try #require(link(hostile.backup, bait) == 0)
            default:
                try #require(symlink(hostile.folder.path, "\(hostile.state)/way") == 0)
                try #require(lchown("\(hostile.state)/way", HostileAccount.user, 0) == 0)
            }
            let path = way == "folder" ? "\(hostile.state)/way/copy.sqlite" : bait
            for words in [["restore", path, "--yes"], ["check-backup", path]] {
                let ending = try await RunningProgram(.daemon, words + ["--registry", hostile.registry]).wait()
                #expect(ending.status != .exited(0) && !ending.output.contains("entries"), "\(ending)")
            }
        }
    }

    /// The lock's name leads now to a file, now to the secret, while root restores.
    @Test func `wins no race`() async throws {
        try await TestStation.run { station in
            let hostile = try await HostileAccount(of: station)
            let before = try hostile.picture
            let isOver = Atomic(false)
            let (ended, ending) = AsyncStream.makeStream(of: Void.self)
            try DedicatedThread.start("racer") { [state = hostile.state, secret = hostile.secret] in
                while !isOver.load(ordering: .relaxed) {
                    for name in ["registry.sqlite.lock", "registry.sqlite.restoring"] {
                        let path = "\(state)/\(name)"
                        unlink("\(path).new")
                        symlink(secret, "\(path).new")
                        lchown("\(path).new", HostileAccount.user, HostileAccount.user)
                        rename("\(path).new", path)
                        unlink(path)
                    }
                }
                ending.finish()
            }
            for round in 0..<25 {
                let yes = round.isMultiple(of: 2) ? ["--yes"] : []
                _ = try await RunningProgram(
                    .daemon, ["restore", hostile.backup, "--registry", hostile.registry] + yes
                ).wait()
            }
            isOver.store(true, ordering: .relaxed)
            for await _ in ended {}
            #expect(try hostile.picture == before)
        }
    }

    @Test func `is not served by root`() async throws {
        try await TestStation.run { station in
            let hostile = try await HostileAccount(of: station)
            let ending = try await RunningProgram(
                .daemon, ["--registry", hostile.registry, "--socket", hostile.folder["s"]]
            ).wait()
            #expect(ending.status == .exited(1))
            #expect(ending.errors.hasPrefix("error: waymarkd does not serve \(hostile.registry) as root\n  why:  "))
        }
    }
}
