import Faults
import Foundation
import NoticeDelivery
import TestBench
import Testing

/// Signatures, verified by the package standardwebhooks of others.
@Suite(.timeLimit(.minutes(5))) struct SignatureTests {
    private static let isInCI = ProcessInfo.processInfo.environment["CI"] != nil
    private static let hasPeers = PeerServer.python != "python3"

    @Test(.enabled(if: hasPeers || isInCI, "there is no .venv: run Scripts/python-peers"))
    func `others verify every signature, over TLS`() async throws {
        let bench = try SenderBench()
        let (certificate, key) = try TestCertificate.files.get()
        let hooks = try HookServer(in: bench.folder, certificate: (certificate, key))
        try bench.outbox.leave(try SenderBench.notices(5, message: "Zoë's \"store\" \u{1F600}\n"))
        let url = "https://localhost:\(hooks.server.port)/hooks/waymark?team=a"
        let sender = try bench.sender(try bench.webhooks([url], authorities: certificate))
        #expect(try await bench.pass(sender).delivered == 5)
        let lines = try hooks.lines()
        #expect(lines.count == 5 && lines.allSatisfy { $0.fault == nil && $0.verified == "standardwebhooks" })
        #expect(lines.allSatisfy { $0.type == "waymark.finding.new" && $0.path == "/hooks/waymark?team=a" })
    }

    @Test func `with another secret a receiver refuses, and the notices are kept`() async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        try bench.folder.write("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n", to: "secret", mode: 0o600)
        try bench.outbox.leave(try SenderBench.notices(1))
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"]))
        #expect(try await bench.pass(sender).delivered == 0)
        #expect(try hooks.lines().map { $0.fault != nil } == [true])
        #expect(try bench.state.queue().count == 1)
    }

    @Test func `a receiver whose certificate is not vouched for gets nothing`() async throws {
        let bench = try SenderBench()
        let (certificate, key) = try TestCertificate.files.get()
        let hooks = try HookServer(in: bench.folder, certificate: (certificate, key))
        try bench.outbox.leave(try SenderBench.notices(1))
        let sender = try bench.sender(try bench.webhooks(["https://localhost:\(hooks.server.port)/w"]))
        #expect(try await bench.pass(sender).failed.map(\.code.rawValue) == ["certificate-untrusted"])
        #expect(try hooks.lines().isEmpty)
    }
}
