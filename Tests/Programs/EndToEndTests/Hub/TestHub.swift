import Foundation
import PostgreSQL
import Synchronization
import TestBench
import Testing
import UnixSystem

/// A hub of a test's own: the real daemon on a database of its own in the private server of the tests.
final class TestHub: Sendable {
    let folder: TemporaryFolder
    private let running: Mutex<Running>
    private let database: String
    private let server: PostgresAddress

    private struct Running {
        let daemon: RunningProgram
        let url: String
    }

    private init(folder: TemporaryFolder, _ running: Running, database: String, server: PostgresAddress) {
        self.folder = folder
        self.running = Mutex(running)
        self.database = database
        self.server = server
    }

    var daemon: RunningProgram { running.withLock(\.daemon) }
    /// Where stations call.
    var url: String { running.withLock(\.url) }
    var socket: String { folder["hub.sock"] }

    /// Runs a test with a hub that is ready, and ends it afterwards. `host`: of another server than the one that tests share.
    /// `replica`: where audits read evidence. `auditMemory`: MiB that they may take.
    static func run(
        on host: String? = nil, auditingAt replica: String? = nil, auditMemory: Int? = nil,
        _ body: (TestHub) async throws -> Void
    ) async throws {
        let hub = try await start(on: host, auditingAt: replica, auditMemory)
        let result: Result<Void, any Error>
        do { result = .success(try await body(hub)) } catch { result = .failure(error) }
        await hub.stop()
        try result.get()
    }

    private static func start(
        on host: String?, auditingAt replica: String?, _ auditMemory: Int?
    ) async throws -> TestHub {
        let host = if let host { host } else { try await PrivatePostgreSQL.shared.value.host }
        let server = PostgresAddress(
            hosts: [PostgresAddress.Host(host)], database: "postgres", user: PrivatePostgreSQL.user, encryption: .none)
        let database = "e2e_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        try PostgresConnection(server).change("CREATE DATABASE \(database)")
        let folder = try TemporaryFolder()
        let migration = try RunningProgram(
            .hub, ["migrate", "--configuration", try configuration(of: "hub", in: folder, database, host)])
        let migrated = await migration.wait()
        #expect(migrated.status == .exited(0), "\(migrated)")
        return try await launch("hub", in: folder, database, server, auditingAt: replica, auditMemory)
    }

    private static func configuration(
        of name: String, in folder: TemporaryFolder, _ database: String, _ host: String,
        auditingAt replica: String? = nil, _ auditMemory: Int? = nil
    ) throws -> String {
        let memory = auditMemory.map { #", "auditMemory": \#($0)"# } ?? ""
        let auditHosts = replica.map { #""auditHosts": ["\#($0)"], "# } ?? ""
        return try folder.write(
            """
            {"database": {"hosts": ["\(host)"], \(auditHosts)"name": "\(database)", "user": "\(PrivatePostgreSQL.user)"},
             "socket": "\(folder["hub.sock"])", "folder": "\(folder.path)", "name": "\(name)", "listen": ["127.0.0.1:0"]\(memory)}
            """, to: "hub.json")
    }

    private static func launch(
        _ name: String, in folder: TemporaryFolder, _ database: String, _ server: PostgresAddress,
        auditingAt replica: String? = nil, _ auditMemory: Int? = nil
    ) async throws -> TestHub {
        _ = try configuration(of: name, in: folder, database, server.hosts[0].name, auditingAt: replica, auditMemory)
        return TestHub(folder: folder, try await run(folder), database: database, server: server)
    }

    private static func run(_ folder: TemporaryFolder) async throws -> Running {
        let daemon = try RunningProgram(.hub, ["--configuration", folder["hub.json"]])
        guard await daemon.errors.comes("waymark-hub is ready") else {
            Issue.record("waymark-hub did not become ready: \(await daemon.wait())")
            throw StationFailure.daemonNotReady
        }
        let url = try #require(daemon.errors.text.firstMatch(of: #/http://127\.0\.0\.1:\d+/#)).output
        return Running(daemon: daemon, url: String(url))
    }

    /// Ends the daemon as a crash does (SIGKILL), and starts another in its place, at another address.
    func killAndRestart() async throws {
        daemon.process.kill()
        try await restart()
    }

    /// Waits until the daemon has ended, and starts another in its place, as its unit does. Returns what the former wrote.
    @discardableResult
    func restart() async throws -> RunningProgram.Ending {
        let ending = await daemon.wait()
        let next = try await Self.run(folder)
        running.withLock { $0 = next }
        return ending
    }

    /// Runs a test with another daemon of the same hub, and ends it afterwards.
    func withAnotherDaemon(_ body: (TestHub) async throws -> Void) async throws {
        let place = try TemporaryFolder()
        // All daemons of a hub sign with one key, and know devices by one.
        for key in ["checkpoint.key", "device.key"] {
            try FileManager.default.copyItem(atPath: folder[key], toPath: place[key])
        }
        let other = try await Self.launch("hub-2", in: place, database, server)
        let result: Result<Void, any Error>
        do { result = .success(try await body(other)) } catch { result = .failure(error) }
        await other.end()
        try result.get()
    }

    /// A daemon of the same hub with another key for devices, or none, that does not become ready: how it ended, and
    /// whether it has a key then.
    func withDeviceKey(_ key: [UInt8]?) async throws -> (ending: RunningProgram.Ending, hasKey: Bool) {
        let place = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: folder["checkpoint.key"], toPath: place["checkpoint.key"])
        if let key {
            _ = FileManager.default.createFile(
                atPath: place["device.key"], contents: Data(key), attributes: [.posixPermissions: 0o600])
        }
        _ = try Self.configuration(of: "hub-2", in: place, database, server.hosts[0].name)
        let daemon = try RunningProgram(.hub, ["--configuration", place["hub.json"]])
        if await daemon.errors.comes("waymark-hub is ready") { daemon.process.terminate() }
        return (await daemon.wait(), FileManager.default.fileExists(atPath: place["device.key"]))
    }

    private func end() async {
        daemon.process.terminate()
        let ending = await daemon.wait()
        #expect(ending.status == .exited(0), "\(ending)")
    }

    private func stop() async {
        await end()
        _ = try? PostgresConnection(server).change("DROP DATABASE \(database) WITH (FORCE)")
    }

    /// Runs `waymark` at the hub's socket.
    @discardableResult
    func waymark(
        _ arguments: String..., expecting status: Int32? = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RunningProgram.Ending {
        try await waymark(arguments, expecting: status, sourceLocation: sourceLocation)
    }

    @discardableResult
    func waymark(
        _ arguments: [String], expecting status: Int32? = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RunningProgram.Ending {
        let ending = try await RunningProgram(.commandLine, arguments, environment: ["WAYMARK_SOCKET": socket]).wait()
        if let status, ending.status != .exited(status) {
            Issue.record(
                "waymark \(arguments.joined(separator: " ")): \(ending)-- the hub's log\n\(daemon.errors.text)",
                sourceLocation: sourceLocation)
            throw StationFailure.unexpectedStatus
        }
        return ending
    }

    /// As the owner of the database, who may do everything.
    func owner() throws -> PostgresConnection {
        var address = server
        address.database = database
        let connection = try PostgresConnection(address)
        try connection.change("SET session_replication_role = replica")
        return connection
    }

    /// While a body runs the server lets no one into the hub's database.
    func withoutDatabase(_ body: () async throws -> Void) async throws {
        let connection = try PostgresConnection(server)
        func letIn(_ isLetIn: Bool) throws {
            try connection.change("ALTER DATABASE \(database) ALLOW_CONNECTIONS \(isLetIn)")
            _ = try connection.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [.text(database)])
        }
        try letIn(false)
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        try letIn(true)
        try result.get()
    }

    func verify() async throws -> RunningProgram.Ending {
        try await RunningProgram(.hub, ["verify", "--configuration", folder["hub.json"]]).wait()
    }

    func createBatch(_ name: String, tags count: Int) async throws {
        for words in try SmallBatch(name, tags: count).commands(in: folder) { try await waymark(words) }
    }

    /// Enrols a station under a name, which calls the hub's daemon, or another address that leads to it.
    func enrol(
        _ station: TestStation, as name: String, at address: String? = nil, with further: String...
    ) async throws {
        let secret = try await waymark("hub", "invite", name).output
        let file = try station.folder.write(secret, to: "secret-\(name).txt")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try await station.waymark(
            ["station", "join", address ?? url, "--secret-file", file, "--credentials", station.credentials] + further)
    }
}

extension TestStation {
    var credentials: String { folder["hub-credentials.json"] }

    /// The next rounds go to another daemon of the hub.
    func call(_ other: TestHub, insteadOf hub: TestHub) throws { try call(at: other.url, insteadOf: hub.url) }

    func call(at url: String, insteadOf former: String) throws {
        let text = try String(contentsOfFile: credentials, encoding: .utf8)
        #expect(text.contains(former))
        try Data(text.replacingOccurrences(of: former, with: url).utf8).write(
            to: URL(filePath: credentials), options: [])
    }

    @discardableResult
    func sync(expecting status: Int32? = 0) async throws -> RunningProgram.Ending {
        try await waymark("station", "sync", "--once", "--credentials", credentials, expecting: status)
    }

    /// What the station has of a hub's batch.
    func ownTags(of batch: String) async throws -> Set<String> {
        let tags = try await waymark("tag", "list", "--batch", batch, "--json").document["tags"] as? [[String: Any]]
        return Set((tags ?? []).compactMap { $0["id"] as? String })
    }
}
