import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// A daemon that cannot serve says why and leaves what it found as it was.
@Suite(.timeLimit(.minutes(10))) struct DaemonRefusalTests {
    /// Starts a daemon that must end by itself.
    private func refusal(
        in folder: TemporaryFolder, registry: String = "other.sqlite", socket: String = "other.sock",
        readers: String = "other-readers.sock", _ options: String...
    ) async throws -> Complaint {
        let daemon = try RunningProgram(
            .daemon,
            [
                "--registry", folder[registry], "--socket", folder[socket], "--readers-socket", folder[readers],
            ] + options)
        let ending = await daemon.wait()
        #expect(ending.status == .exited(1), "\(ending)")
        #expect(ending.output.isEmpty)
        #expect(!ending.errors.contains("waymarkd is ready"))
        return try #require(Complaint(ending.errors), "\(ending)")
    }

    private func sql(_ folder: TemporaryFolder, _ file: String, _ statements: String) async throws -> String {
        try await Witness.sqlite3.run([folder[file], statements]).output
    }

    @Test func `a second daemon on the same registry is refused and the first goes on`() async throws {
        try await TestStation.run { station in
            let before = try await station.holdings()
            let complaint = try await refusal(in: station.folder, registry: "registry.sqlite")
            #expect(complaint.message == "waymarkd cannot serve \(station.registry)")
            #expect(complaint.reasons.joined().contains("another waymarkd serves it"))
            #expect(try await station.holdings() == before)
        }
    }

    @Test func `a second daemon on a hard link of the registry is refused`() async throws {
        try await TestStation.run { station in
            try FileManager.default.linkItem(atPath: station.registry, toPath: station.folder["linked.sqlite"])
            let complaint = try await refusal(in: station.folder, registry: "linked.sqlite")
            #expect(complaint.reasons.joined().contains("another process holds the database"))
            _ = try await station.holdings()
        }
    }

    @Test func `a second daemon is refused although the file of the lock was removed`() async throws {
        try await TestStation.run { station in
            try FileManager.default.removeItem(atPath: station.registry + ".lock")
            let complaint = try await refusal(in: station.folder, registry: "registry.sqlite")
            #expect(complaint.reasons.joined().contains("another process holds the database"))
            _ = try await station.holdings()
        }
    }

    @Test(arguments: [("api.sock", "other-readers.sock"), ("other.sock", "readers.sock")])
    func `a socket of another daemon is refused and stays its own`(socket: String, readers: String) async throws {
        try await TestStation.run { station in
            let complaint = try await refusal(in: station.folder, socket: socket, readers: readers)
            #expect(complaint.reasons == ["another program listens there"])
            _ = try await station.holdings()
            _ = try await station.addReader("bench")
        }
    }

    @Test(.needs(.sqlite3)) func `a registry of a newer schema is refused and left as it is`() async throws {
        let folder = try TemporaryFolder()
        _ = try await sql(
            folder, "newer.sqlite",
            "PRAGMA application_id = 0x57594D4B; PRAGMA user_version = 99; CREATE TABLE t (x); INSERT INTO t VALUES (7)"
        )
        let before = try Data(contentsOf: URL(filePath: folder["newer.sqlite"]))
        let complaint = try await refusal(in: folder, registry: "newer.sqlite")
        #expect(complaint.reasons.joined().contains("it has schema 99"))
        #expect(try Data(contentsOf: URL(filePath: folder["newer.sqlite"])) == before)
    }

    @Test(.needs(.sqlite3)) func `a database of another program is refused and left as it is`() async throws {
        let folder = try TemporaryFolder()
        _ = try await sql(folder, "other.sqlite", "CREATE TABLE stores (x); INSERT INTO stores VALUES ('mine')")
        let before = try Data(contentsOf: URL(filePath: folder["other.sqlite"]))
        let complaint = try await refusal(in: folder, registry: "other.sqlite")
        #expect(complaint.reasons == ["it is the database of another program"])
        #expect(try Data(contentsOf: URL(filePath: folder["other.sqlite"])) == before)
        #expect(try await sql(folder, "other.sqlite", "SELECT x FROM stores") == "mine\n")
    }

    @Test func `a file that is no database is refused and left as it is`() async throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "dear diary, ", count: 100)
        try folder.write(text, to: "diary.txt")
        let complaint = try await refusal(in: folder, registry: "diary.txt")
        #expect(complaint.message.contains(folder["diary.txt"]))
        #expect(try folder.text("diary.txt") == text)
    }

    @Test func `a folder that is missing is named`() async throws {
        let folder = try TemporaryFolder()
        let registry = try await refusal(in: folder, registry: "none/registry.sqlite")
        #expect(registry.message == "cannot open \(folder["none"])")
        #expect(registry.reasons == ["no such file or directory"])
        let socket = try await refusal(in: folder, socket: "none/api.sock")
        #expect(socket.message == "cannot listen at \(folder["none/api.sock"])")
        let readers = try await refusal(in: folder, readers: "none/readers.sock")
        #expect(readers.message == "cannot listen at \(folder["none/readers.sock"])")
    }

    @Test(
        arguments: [
            ("{", "line 1, column 2: "), ("[]", "array"), ("{\"socket\":3}", "socket"),
            ("{\"sockte\":\"x\"}", "the key \"sockte\" is unknown; keys are: access, auditMemory, certificate, "),
            ("{\"sockte\":\"x\"}", "did you mean \"socket\"?"),
            (
                "{\"position\":{\"latitude\":1,\"longitude\":2,\"altitude\":3}}",
                "position: the key \"altitude\" is unknown; keys are: latitude, longitude"
            ),
            ("{\"logLevel\":\"loud\"}", "logLevel: \"loud\" is none of: trace, debug, info"),
            ("{\"position\":{\"latitude\":91,\"longitude\":0}}", "position: latitude 91 is outside -90...90"),
            ("{\"position\":{\"latitude\":1}}", "position: the key \"longitude\" is missing"),
            (
                "{\"origins\":[\"http://bench.example\"]}",
                "origins: \"http://bench.example\" is not an origin with https and without a path, such as "
            ),
            ("{\"origins\":[\"https://bench.example/walk/\"]}", "origins: \"https://bench.example/walk/\" is not"),
            ("{\"origin\":[\"https://bench.example\"]}", "did you mean \"origins\"?"),
        ])
    func `a configuration that cannot be meant is refused`(text: String, reason: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "waymarkd.json")
        let complaint = try await refusal(in: folder, "--config", file)
        #expect(complaint.message == "the configuration \(file) is refused")
        #expect(complaint.reasons.joined().contains(reason), "\(complaint)")
        #expect(!FileManager.default.fileExists(atPath: folder["other.sqlite"]), "a registry was created")
    }

    @Test(
        arguments: [
            (
                #"{"database": {"hosts": ["/nowhere"], "name": "w", "user": "w", "pasword": "secret"}}"#,
                "the key \"pasword\" is unknown; keys are: auditHosts, authorities, hosts, name, ", "password"
            ),
            (
                #"{"databse": {"hosts": ["/nowhere"], "name": "w", "user": "w"}}"#,
                "the key \"databse\" is unknown; keys are: access, auditMemory, certificate, ", "database"
            ),
        ])
    func `a hub's configuration is refused for a key that it does not have`(
        text: String, reason: String, meant: String
    ) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "hub.json")
        let ending = try await RunningProgram(.hub, ["doctor", "--json", "--configuration", file]).wait()
        let findings = try #require(ending.document["findings"] as? [[String: Any]], "\(ending)")
        let reasons = findings.compactMap { $0["why"] as? String }.joined(separator: "\n")
        #expect(reasons.contains(reason), "\(ending)")
        #expect(reasons.contains("did you mean \"\(meant)\"?"), "\(ending)")
    }

    @Test func `a public origin is refused where the daemon does not listen on the loopback`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(#"{"origins":["https://bench.example"]}"#, to: "waymarkd.json")
        let complaint = try await refusal(in: folder, "--config", file)
        #expect(complaint.message == "nothing is reached under https://bench.example")
        #expect(complaint.reasons.joined().contains("over the loopback"), "\(complaint)")
    }

    @Test func `a hub's public origin is refused where it is none`() async throws {
        let folder = try TemporaryFolder()
        let database = #""database": {"hosts": ["/nowhere"], "name": "w", "user": "w"}"#
        let file = try folder.write("{\(database), \"origins\": [\"http://hub.example\"]}", to: "hub.json")
        let ending = try await RunningProgram(.hub, ["doctor", "--json", "--configuration", file]).wait()
        let findings = try #require(ending.document["findings"] as? [[String: Any]], "\(ending)")
        let reasons = findings.compactMap { $0["why"] as? String }.joined(separator: "\n")
        #expect(reasons.contains("origins: \"http://hub.example\" is not an origin with https"), "\(ending)")
    }

    @Test func `a configuration that was named must be there`() async throws {
        let folder = try TemporaryFolder()
        let complaint = try await refusal(in: folder, "--config", folder["none.json"])
        #expect(complaint.message.contains(folder["none.json"]))
    }

    @Test(
        arguments: [
            (["--sockte", "x"], "did you mean --socket?"), (["--log-level", "inof"], "did you mean info?"),
            (["--position", "91,0"], "waymarkd --help"), (["--origin", "bench.example"], "waymarkd --help"),
            (["extra"], "waymarkd --help"),
        ])
    func `a command line that is not understood exits with 64`(words: [String], next: String) async throws {
        let ending = try await RunningProgram(.daemon, words).wait()
        #expect(ending.status == .exited(64) && ending.output.isEmpty)
        #expect(try #require(Complaint(ending.errors)).next.contains(next))
    }
}
