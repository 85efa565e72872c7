import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// Files that earlier versions gave to the group that people are in.
@Suite(.timeLimit(.minutes(10))) struct `A station of an earlier version` {
    @Test func `keeps its registry to itself as soon as it is started`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            await station.stopDaemon()
            for name in ["registry.sqlite", "registry.sqlite.lock", "device.key"] {
                try #require(chmod(station.folder[name], 0o640) == 0)
            }
            try await station.startDaemon()
            for name in station.folder.entries where name.hasPrefix("registry.sqlite") || name == "device.key" {
                #expect(station.folder.mode(name) == 0o600, "\(name)")
            }
            #expect(station.log.contains("others could open a file of the registry, and cannot any more"))
            try await station.waymark("journal", "verify")
        }
    }

    @Test func `makes files for its own account alone`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            for name in station.folder.entries where name.hasPrefix("registry.sqlite") || name == "device.key" {
                #expect(station.folder.mode(name) == 0o600, "\(name)")
            }
        }
    }

    @Test func `does not take a key that people may read, and says how to keep it`() async throws {
        try await TestStation.run { station in
            await station.stopDaemon()
            let key = station.folder["bench.key"]
            _ = try await RunningProgram(.commandLine, ["key", "create", key]).wait()
            try #require(chmod(key, 0o640) == 0)
            let words = ["--registry", station.registry, "--tag-key", key]
            let refused = try await RunningProgram(.daemon, words + ["--socket", station.socket]).wait()
            #expect(refused.status == .exited(1))
            #expect(refused.errors.contains("  why:  people in the group \(Accounts.groupName(getegid())) may read it"))
            let tightened = try await RunningProgram(.daemon, ["tighten"] + words).wait()
            #expect(tightened.status == .exited(0) && tightened.output.contains("\(key): mode 600\n"), "\(tightened)")
            #expect(station.folder.mode("bench.key") == 0o600)
            #expect(try await RunningProgram(.daemon, ["tighten"] + words).wait().output.isEmpty)
        }
    }

    @Test(.enabled(if: HostileAccount.isPossible, HostileAccount.reason))
    func `has its keys given to the daemon's account by an upgrade`() async throws {
        try await TestStation.run { station in
            let hostile = try await HostileAccount(of: station)
            let key = hostile.folder["bench.key"]
            _ = try await RunningProgram(.commandLine, ["key", "create", key]).wait()
            try #require(chown(key, 0, HostileAccount.user) == 0 && chmod(key, 0o640) == 0)
            try #require(chmod(hostile.registry, 0o640) == 0 && chmod(hostile.state, 0o750) == 0)
            let ending = try await RunningProgram(
                .daemon, ["tighten", "--registry", hostile.registry, "--tag-key", key]
            ).wait()
            #expect(ending.status == .exited(0), "\(ending)")
            let status = try #require(FileStatus(key))
            #expect(status.owner == HostileAccount.user && status.mode == 0o600)
            #expect(FileStatus(hostile.registry)?.mode == 0o600 && FileStatus(hostile.state)?.mode == 0o700)
        }
    }
}
