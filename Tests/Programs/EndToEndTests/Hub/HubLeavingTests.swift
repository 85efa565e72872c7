import Foundation
import Glibc
import PostgreSQL
import TestBench
import Testing
import UnixSystem

/// What a station says of entries that its hub may lack, and what it wants a person's word for before it joins again.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A station that leaves its hub` {
    /// A station that has taken a tag along and has sent all that it has journalled.
    private func withPair(
        on host: String? = nil, options: [String] = [], _ body: (TestHub, TestStation) async throws -> Void
    ) async throws {
        try await TestHub.run(on: host) { hub in
            try await hub.createBatch("spring", tags: 2)
            try await TestStation.run(options: options) { station in
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "spring", "1")
                try await station.sync()
                try await body(hub, station)
            }
        }
    }

    /// What `station status` says in its member `unsent`: `some 3`, `unknown null`.
    private func unsent(_ station: TestStation) async throws -> String {
        let status = try await station.waymark("station", "status", "--credentials", station.credentials, "--json")
        let unsent = try #require(status.document["unsent"] as? [String: Any], "\(status)")
        let state = try #require(unsent["state"] as? String)
        let atMost = try #require(unsent["atMost"], "it is there in any case: \(status)")
        return "\(state) \((atMost as? Int).map { "\($0)" } ?? "null")"
    }

    private func text(_ station: TestStation) async throws -> String {
        try await station.waymark("station", "status", "--credentials", station.credentials).output
    }

    /// Joins with a secret that is not used, because the former credentials are in the way of the new ones.
    private func join(_ station: TestStation, _ url: String, _ words: String...) async throws -> RunningProgram.Ending {
        let file = try station.folder.write("a secret that is not used", to: "unused.txt")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        return try await station.waymark(
            ["station", "join", url, "--secret-file", file, "--credentials", station.credentials] + words,
            expecting: nil)
    }

    @Test func `says how much the hub may lack, and what is not known`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 2)
            try await TestStation.run { station in
                let alone = try await station.waymark("station", "status", "--json").document
                #expect(alone["unsent"] == nil)
                try await hub.enrol(station, as: "berlin")
                #expect(try await unsent(station) == "unknown null")
                #expect(try await text(station).contains("is not known until it answers"))
                try await station.waymark("station", "take", "spring", "1")
                try await station.sync()
                #expect(try await unsent(station) == "none 0")
                try await station.waymark("station", "take", "spring", "1")
                #expect(try await unsent(station) == "some 1")
                #expect(try await text(station).contains("By its last answer the hub lacks at most 1 entry"))
                try await station.waymark("station", "leave", "--reason", "closed", "--yes")
                #expect(try await unsent(station) == "some 2")
                #expect(try await text(station).contains("by its last answer it lacks at most 2 entries"))
                try FileManager.default.removeItem(atPath: station.credentials + ".log")
                #expect(try await unsent(station) == "unknown null")
                #expect(try await text(station).contains("nor how much of the journal it lacks"))
            }
        }
    }

    @Test func `says of a restored registry that it sends nothing more, and joins again by a person's word`()
        async throws
    {
        try await withPair { hub, station in
            let copy = station.folder["copy.sqlite"]
            try await station.waymark("backup", copy)
            try await station.waymark("station", "take", "spring", "1")
            await station.stopDaemon()
            let restored = try await RunningProgram(
                .daemon, ["restore", copy, "--registry", station.registry, "--yes"]
            ).wait()
            #expect(restored.status == .exited(0), "\(restored)")
            try await station.startDaemon()
            #expect(try await unsent(station) == "withheld null")
            let text = try await text(station)
            #expect(text.contains("restored from a backup") && !text.contains("station sync --once"), "\(text)")
            let left = try await station.waymark("station", "leave", "--reason", "restored", "--yes")
            #expect(!left.errors.contains("the hub hears of it") && left.errors.contains("sends the hub nothing more"))
            let refused = try await join(station, hub.url)
            #expect(refused.status == .exited(1) && refused.errors.contains("give --yes"), "\(refused)")
            #expect(refused.errors.contains("(how many entries is not known)"), "\(refused)")
            // What cannot be done is not advised.
            #expect(left.errors.contains("waymark station join URL --yes"), "\(left)")
            #expect(refused.errors.contains("nothing more can be sent from it"), "\(refused)")
            #expect(!refused.errors.contains("station sync --once"), "\(refused)")
        }
    }

    @Test func `joins again by a person's word alone where the hub does not know it any more`() async throws {
        try await withPair { hub, station in
            try await hub.waymark("hub", "lost", "berlin", "--reason", "stolen", "--yes")
            try await station.waymark("station", "leave", "--reason", "lost", "--yes")
            let refused = try await join(station, hub.url)
            #expect(refused.status == .exited(1), "\(refused)")
            #expect(refused.errors.contains("may lack what was written until the station left (at most 1 entry)"))
            #expect(refused.errors.contains("does not know the station any more"), "\(refused)")
            #expect(refused.errors.contains("give --yes"), "\(refused)")
            let agreed = try await join(station, hub.url, "--yes")
            #expect(agreed.errors.contains("it stays in this registry alone"), "\(agreed)")
            #expect(agreed.errors.contains("exists already"), "\(agreed)")
            try FileManager.default.removeItem(atPath: station.credentials)
            try await hub.enrol(station, as: "berlin", with: "--yes")
        }
    }

    @Test func `joins another hub by a person's word where the former is gone for good`() async throws {
        try await withPair { hub, station in
            try await station.waymark("station", "leave", "--reason", "moved", "--yes")
            // From here on nothing listens where the former credentials lead to.
            try await hub.killAndRestart()
            let refused = try await join(station, hub.url)
            #expect(refused.status == .exited(69), "\(refused)")
            #expect(refused.errors.contains("cannot reach the hub") && refused.errors.contains("give --yes"))
            #expect(refused.errors.contains("(at most 1 entry)"), "\(refused)")
            let agreed = try await join(station, hub.url, "--yes")
            #expect(agreed.errors.contains("it stays in this registry alone"), "\(agreed)")
            #expect(agreed.errors.contains("exists already"), "\(agreed)")
        }
    }

    /// A person's word is for a hub that is gone for good, and not for a network that is away.
    @Test func `joins the hub that it left only when that one answers`() async throws {
        try await withPair { hub, station in
            try await station.waymark("station", "leave", "--reason", "moved", "--yes")
            let former = hub.url
            try await hub.killAndRestart()
            for refused in [try await join(station, former), try await join(station, former, "--yes")] {
                #expect(refused.status == .exited(69), "\(refused)")
                #expect(refused.errors.contains("the hub that is joined has to answer"), "\(refused)")
                #expect(!refused.errors.contains("give --yes"), "\(refused)")
                #expect(!refused.errors.contains("it stays in this registry alone"), "\(refused)")
            }
        }
    }

    @Test func `joins the hub that it left only when that one's database is there`() async throws {
        let server = try await FailingServer()
        try await withPair(on: server.host) { hub, station in
            try await station.waymark("station", "leave", "--reason", "moved", "--yes")
            try await server.kill()
            for refused in [try await join(station, hub.url), try await join(station, hub.url, "--yes")] {
                #expect(refused.status != .exited(0), "\(refused)")
                #expect(refused.errors.contains("the hub that is joined has to answer"), "\(refused)")
                #expect(!refused.errors.contains("it stays in this registry alone"), "\(refused)")
            }
            try await server.start()
        }
    }

    @Test func `does not join the hub that it left while it refuses that one's past`() async throws {
        try await withPair { hub, station in
            let owner = try hub.owner()
            let changed = try owner.change("UPDATE journal SET actor = actor || 'x' WHERE kind = 'grant-taken'")
            #expect(changed == 1)
            try await station.waymark("station", "leave", "--reason", "moved", "--yes")
            for refused in [try await join(station, hub.url), try await join(station, hub.url, "--yes")] {
                #expect(refused.status == .exited(1), "\(refused)")
                #expect(refused.errors.contains("the station refuses the hub's past (log-damaged"), "\(refused)")
                #expect(!refused.errors.contains("give --yes"), "\(refused)")
                #expect(!refused.errors.contains("it stays in this registry alone"), "\(refused)")
            }
            try owner.change("UPDATE journal SET actor = left(actor, -1) WHERE kind = 'grant-taken'")
            let believed = try await join(station, hub.url)
            #expect(believed.errors.contains("exists already"), "\(believed)")
        }
    }

    @Test(.needs(.setpriv), .enabled(if: geteuid() == 0, "only root can become another account"))
    func `does not take what an account may not read for lost or unknown`() async throws {
        try await withPair(options: ["--administer-group", "nogroup"]) { hub, station in
            try await station.waymark("station", "take", "spring", "1")
            let program = try station.folder.shared(BuiltProgram.commandLine.path)
            try #require(chmod(station.folder.path, 0o755) == 0)
            try #require(chmod(station.credentials + ".log", 0o600) == 0)
            let account = ["--reuid=65534", "--regid=nogroup", "--clear-groups", program]
            let place = ["--socket", station.socket, "--credentials", station.credentials]
            for hasLeft in [false, true] {
                if hasLeft { try await station.waymark("station", "leave", "--reason", "moved", "--yes") }
                let status = try await Witness.setpriv.run(account + ["station", "status"] + place)
                #expect(status.errors.contains("this account may not read it"), "\(status)")
                #expect(status.output.contains("station berlin of") || status.output.contains("Station berlin of"))
                #expect(!status.output.contains("journal") && !status.output.contains("Ask it"), "\(status)")
                let known = try await Witness.setpriv.run(account + ["station", "status", "--json"] + place)
                #expect((known.document["unsent"] as? [String: Any])?["state"] as? String == "unknown", "\(known)")
            }
            let refused = try await Witness.setpriv.run(
                account + ["station", "join", hub.url] + place, expecting: nil)
            #expect(refused.status == .exited(77), "\(refused)")
            #expect(refused.errors.contains("cannot open \(station.credentials): permission denied"), "\(refused)")
            #expect(refused.errors.contains("join as the account that may read the credentials"), "\(refused)")
        }
    }

    @Test func `joins again by a person's word where its credentials are damaged`() async throws {
        try await withPair { hub, station in
            try await station.waymark("station", "leave", "--reason", "moved", "--yes")
            try Data("{".utf8).write(to: URL(filePath: station.credentials), options: [])
            let refused = try await join(station, hub.url)
            #expect(refused.status == .exited(1) && refused.errors.contains("give --yes"), "\(refused)")
            let agreed = try await join(station, hub.url, "--yes")
            #expect(agreed.errors.contains("exists already"), "\(agreed)")
        }
    }

    @Test func `does not use up a secret where it has batches of its own`() async throws {
        try await TestHub.run { hub in
            let secret = try await hub.waymark("hub", "invite", "berlin").output
            func words(_ station: TestStation) throws -> [String] {
                let file = try station.folder.write(secret, to: "secret.txt")
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
                return [
                    "station", "join", hub.url, "--secret-file", file, "--credentials", station.credentials,
                    "--authorities", "authorities.pem",
                ]
            }
            try await TestStation.run { station in
                for command in try SmallBatch("own", tags: 1).commands(in: station.folder) {
                    try await station.waymark(command)
                }
                let refused = try await station.waymark(try words(station), expecting: 1)
                #expect(refused.errors.contains("it has batches of its own (own)"), "\(refused)")
                #expect(!FileManager.default.fileExists(atPath: station.credentials))
            }
            try await TestStation.run { station in
                try await station.waymark(try words(station))
                // Rounds begin in another folder.
                let kept = try String(contentsOfFile: station.credentials, encoding: .utf8)
                #expect(kept.contains(#""authorities":"/"#) && kept.contains(#"/authorities.pem""#))
            }
        }
    }
}
