import Foundation
import TestBench
import Testing
import UnixSystem

/// `waymark watch` of App Store Connect: the strict server's registrations are changed between two runs.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: StrictServer.mayRun, "python3 is missing: sudo apt-get install python3"))
struct ConnectWatchTests {
    private static func watch(
        _ deployment: TestDeployment, server: String, expecting status: Int32
    ) async throws -> [String: [String]] {
        let ending = try await RunningProgram(
            .commandLine,
            [
                "watch", deployment.folder.path, "--json", "--skip", "sites", "--skip", "station", "--skip", "check",
                "--state", deployment.folder["watch"], "--key", deployment.folder[TestKey.fileName], "--issuer",
                TestKey.issuer, "--server", server, "--timeout", "30",
            ]
        ).wait()
        #expect(ending.status == .exited(status), "\(ending)")
        var found: [String: [String]] = [:]
        for name in ["new", "gone", "still"] {
            found[name] = (ending.document[name] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
        }
        found["notChecked"] = (ending.document["notChecked"] as? [[String: Any]] ?? []).compactMap {
            ($0["part"] as? [String: Any])?["kind"] as? String
        }
        return found
    }

    @Test
    func `what differs from the deployment is new, then still there, then gone, and not checked without a server`()
        async throws
    {
        let server = try await StrictServer()
        let deployment = try TestDeployment(3)
        let first = try await Self.watch(deployment, server: server.address, expecting: 2)
        #expect(first["new"] == Array(repeating: "appstore-create", count: 3))
        #expect(try await deployment.run("apply", server, ["--yes"]).status == .exited(0))
        let second = try await Self.watch(deployment, server: server.address, expecting: 0)
        #expect(second["gone"] == first["new"] && second["new"] == [])
        try deployment.writeExperiences(subtitle: "Order now", retired: [2])
        let third = try await Self.watch(deployment, server: server.address, expecting: 2)
        #expect(third["new"]?.sorted() == ["appstore-deactivate", "appstore-update", "appstore-update"])
        let silent = try await Self.watch(deployment, server: "http://127.0.0.1:1", expecting: 3)
        #expect(silent == ["new": [], "gone": [], "still": [], "notChecked": ["appstore"]])
        let fourth = try await Self.watch(deployment, server: server.address, expecting: 2)
        #expect(fourth["still"]?.count == 3 && fourth["new"] == [] && fourth["notChecked"] == [])
    }
}
