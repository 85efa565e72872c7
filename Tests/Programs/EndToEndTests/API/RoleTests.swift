import Foundation
import TestBench
import Testing

/// Who may do what, endpoint by endpoint, as the API's own description says it.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct RoleTests {
    /// An operation of the description.
    private struct Described {
        let method: String
        /// With something in place of variables.
        let path: String
        /// Nil: for everybody.
        let role: String?
        let takesBody: Bool

        static func all(_ description: [String: Any]) throws -> [Described] {
            let paths = try #require(description["paths"] as? [String: [String: [String: Any]]])
            return paths.flatMap { path, operations in
                operations.map { method, operation in
                    Described(
                        method: method.uppercased(), path: path.replacing(#/\{[a-z]+\}/#, with: "1"),
                        role: operation["x-role"] as? String, takesBody: operation["requestBody"] != nil)
                }
            }.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
        }
    }

    /// What each role of the API's own description allows, written once more.
    private static let allowed = [
        "confirm": ["confirm"], "read": ["read"], "provision": ["confirm", "walk", "read", "provision"],
        "administer": ["confirm", "walk", "read", "provision", "administer"],
    ]

    @Test func `a token of one role cannot do another role's act`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            let all = try Described.all(try await station.web("GET", "/openapi.json").document)
            #expect(
                all.count > 50 && Set(all.map(\.role)) == Set([nil, "walk"] + Self.allowed.keys.map(Optional.some)))
            for (role, allowed) in Self.allowed {
                let secret = try await station.token(role, name: role)
                for operation in all {
                    let isAllowed = operation.role.map(allowed.contains) ?? true
                    // What is allowed is looked at, not done.
                    if isAllowed, operation.method != "GET" { continue }
                    let method = operation.method == "GET" ? "HEAD" : operation.method
                    let answer = try await station.web(
                        method, operation.path, secret, body: operation.takesBody ? "{}" : nil)
                    let isRefused = answer.status == 403 || answer.status == 401
                    #expect(isRefused == !isAllowed, "\(role): \(operation.method) \(operation.path): \(answer)")
                }
            }
            let kinds = try await station.api.journal().map(\.kind)
            #expect(kinds == Self.allowed.map { _ in "token-created" })
        }
    }

    @Test func `nobody may do anything without saying who they are`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            for operation in try Described.all(try await station.web("GET", "/openapi.json").document) {
                guard operation.role != nil else { continue }
                for secret in [nil, "waymark_" + String(repeating: "A", count: 43), ""] {
                    let answer = try await station.web(
                        operation.method, operation.path, secret, body: operation.takesBody ? "{}" : nil)
                    #expect(answer.status == 401, "\(operation.method) \(operation.path): \(answer)")
                    #expect(answer.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
                }
            }
        }
    }

    @Test(.needs(.setpriv), .enabled(if: geteuid() == 0, "only root can become somebody else"))
    func `on the socket the groups decide`() async throws {
        let groups = [("irc", "confirm"), ("nogroup", "read"), ("users", "provision"), ("games", "administer")]
        let options = groups.flatMap { ["--\($1)-group", $0] }
        try await TestStation.run(options: options) { station in
            // Others reach the socket by its path only if they may look into the folder.
            chmod(station.folder.path, 0o755)
            for (group, role) in groups.map({ ($0.0, Optional($0.1)) }) + [("mail", nil)] {
                let ending = try await Witness.setpriv.run([
                    "--reuid=65534", "--regid=\(group)", "--clear-groups", "curl", "--silent", "--unix-socket",
                    station.socket, "http://waymarkd/v1/session",
                ])
                #expect(ending.document["role"] as? String == role, "\(group): \(ending)")
                #expect((ending.document["actor"] as? String)?.hasPrefix("uid:65534 (") == true)
            }
        }
    }
}
