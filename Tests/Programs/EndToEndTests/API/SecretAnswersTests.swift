import Foundation
import TestBench
import Testing
import UnixSystem

/// What lesser roles may read. The journal has the digests of tokens and sessions: what they are made from has 256 random
/// bits, and cannot be found from them.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct `Answers to a role that may not administer` {
    @Test(arguments: ["read", "provision"])
    func `hold no key, no token and no session`(role: String) async throws {
        let keys = try TemporaryFolder()
        let file = keys["2026.key"]
        let ending = try await RunningProgram(.commandLine, ["key", "create", file]).wait()
        #expect(ending.status == .exited(0), "\(ending)")
        let digits = try #require(
            try String(contentsOfFile: file, encoding: .utf8).split(whereSeparator: \.isWhitespace).last)
        try await TestStation.run(options: TestStation.listening + ["--tag-key", keys.path, "--log-level", "trace"]) {
            station in
            try await station.createBatch("a", tags: 2)
            try await station.waymark("batch", "rules", "a", "--protect", "password")
            let other = try await station.token("administer", name: "other")
            let session = try await station.web("POST", "/v1/session", body: #"{"secret":"\#(other)"}"#)
            let cookie = try #require(session.header("Set-Cookie")).prefix { $0 != ";" }.split(separator: "=").last
            let deviceKey = try Data(contentsOf: URL(filePath: station.folder["device.key"]))
            let own = try await station.token(role, name: "own")
            var secrets = [String(digits), String(other.dropFirst(8)), String(try #require(cookie))]
            secrets += [deviceKey.base64EncodedString(), deviceKey.map { String(format: "%02x", $0) }.joined()]

            var answered = 0
            for path in try await Self.paths(station) {
                let answer = try await station.web("GET", path, own, more: ["--max-time", "5"])
                if answer.status == 200 { answered += 1 }
                let text = "\(answer)".lowercased()
                for secret in secrets {
                    #expect(!text.contains(secret.lowercased()), "\(role) reads a secret at \(path)")
                }
            }
            #expect(answered > 10)
            // The log may be read by people who administer the machine and not the station.
            let log = station.log.lowercased()
            for secret in secrets { #expect(!log.contains(secret.lowercased())) }
        }
    }

    /// Everything that can be asked for, with a batch, a tag or a number in place of variables.
    private static func paths(_ station: TestStation) async throws -> [String] {
        let description = try await station.web("GET", "/openapi.json").document
        let paths = try #require(description["paths"] as? [String: [String: Any]])
        return paths.filter { $0.value["get"] != nil }.keys.sorted().map { path in
            path.replacing("{name}", with: "a").replacing("tags/{id}", with: "tags/a1")
                .replacing(#/\{[a-z]+\}/#, with: "1")
        }
    }
}
