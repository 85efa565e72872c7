import Faults
import Foundation
import NoticeDelivery
import Notices
import TestBench
import Testing

/// Mail, as a strict server takes it and Python's email package reads it.
@Suite(.timeLimit(.minutes(5))) struct MailTests {
    private struct Line: Decodable {
        let fault: String?
        let from: String?
        let to: [String]?
        let secure: Bool?
        let login: [String]?
        let fields: [[String]]?
        let defects: [String]?
        let text: String?
        let ascii: Bool?

        func field(_ name: String) -> String? { fields?.first { $0[0] == name }?[1] }
    }

    private static func server(_ mode: String, _ bench: SenderBench) throws -> PeerServer {
        let (certificate, key) = try TestCertificate.files.get()
        return try PeerServer(
            "mail.py", in: bench.folder, log: "mail.log", [mode, bench.folder["mail.log"], certificate, key])
    }

    private static func settings(
        _ bench: SenderBench, port: Int, security: String, login: Bool = false, trusts: Bool = true
    ) throws -> NotifySettings {
        let (certificate, _) = try TestCertificate.files.get()
        var more = trusts ? #","authorities":"\#(certificate)""# : ""
        if login {
            try bench.folder.write("good password\n", to: "password", mode: 0o600)
            more += #","user":"waymark","password":"\#(bench.folder["password"])""#
        }
        return try bench.settings([
            #"{"name":"mail","mail":{"server":"localhost:\#(port)","security":"\#(security)","from":"waymark@example.org","#
                + #""to":["ops@example.org","night@example.org"],"timeout":20\#(more)}}"#
        ])
    }

    @Test(arguments: ["starttls", "tls"])
    func `a run is one mail, over TLS and with a password, and it is read as it was meant`(security: String)
        async throws
    {
        let bench = try SenderBench()
        let server = try Self.server(security, bench)
        let notices = try SenderBench.notices(300, message: "Zoë's \u{C2A4}\u{D1A0}\u{C5B4}\r\n.\r\nBcc: x@example.org")
        try bench.outbox.leave(notices)
        let sender = try bench.sender(
            try Self.settings(bench, port: server.port, security: security, login: true))
        #expect(try await bench.pass(sender).delivered == 300)
        let lines = try server.lines(Line.self)
        #expect(lines.count == 1 && lines.allSatisfy { $0.fault == nil })
        let mail = try #require(lines.first)
        #expect(mail.from == "waymark@example.org" && mail.to == ["ops@example.org", "night@example.org"])
        #expect(mail.secure == true && mail.login?.dropFirst().first == "waymark")
        #expect(mail.defects == [] && mail.ascii == true)
        #expect(mail.field("Subject") == "[waymark] bench: 300 new")
        #expect(mail.field("To") == "ops@example.org, night@example.org")
        #expect(mail.field("Bcc") == nil)
        #expect(mail.field("Auto-Submitted") == "auto-generated")
        let identifier = try NoticeMail(notices, from: "waymark@example.org", to: []).identifier()
        #expect(mail.field("Message-ID") == identifier)
        let text = try #require(mail.text)
        #expect(text.contains("Zoë's \u{C2A4}\u{D1A0}\u{C5B4}\\u{d}\\u{a}.\\u{d}\\u{a}Bcc: x@example.org"))
        #expect(text.contains("and 200 more"))
    }

    @Test func `without TLS a server on this machine takes a mail, and TLS is not given up where it is asked for`()
        async throws
    {
        let bench = try SenderBench()
        let server = try Self.server("plain", bench)
        try bench.outbox.leave(try SenderBench.notices(2))
        let strict = try bench.sender(try Self.settings(bench, port: server.port, security: "starttls"))
        #expect(try await bench.pass(strict).failed.map(\.code.rawValue) == ["tls-failed"])
        #expect(try server.lines(Line.self).isEmpty)
        bench.advance(to: bench.now + 60)
        let plain = try bench.sender(try Self.settings(bench, port: server.port, security: "none"))
        #expect(try await bench.pass(plain).delivered == 2)
        #expect(try server.lines(Line.self).map(\.secure) == [false])
    }

    /// One that left the shop does not keep the others' mail from them; one for whom it is too early gets it with them, later.
    @Test(arguments: [("moved", 1, ["night@example.org"]), ("busy", 0, [])] as [(String, Int, [String])])
    func `an address that is refused for good is left out and named`(
        mode: String, delivered: Int, recipients: [String]
    ) async throws {
        let bench = try SenderBench()
        let server = try Self.server(mode, bench)
        try bench.outbox.leave(try SenderBench.notices(1))
        let sender = try bench.sender(try Self.settings(bench, port: server.port, security: "none"))
        let pass = try await bench.pass(sender)
        #expect(pass.delivered == delivered && pass.failed.count == 1)
        #expect(try server.lines(Line.self).flatMap { $0.to ?? [] } == recipients)
        #expect(try server.lines(Line.self).allSatisfy { $0.fault == nil })
        guard mode == "moved" else { return }
        #expect(pass.failed.first?.reason == "it refuses ops@example.org (551 5.1.6 has moved)")
        #expect(try bench.state.queue().isEmpty)
    }

    @Test func `a server that vouches for itself, or refuses, gets the mail later`() async throws {
        let bench = try SenderBench()
        let server = try Self.server("tls", bench)
        try bench.outbox.leave(try SenderBench.notices(1))
        let wary = try bench.sender(try Self.settings(bench, port: server.port, security: "tls", trusts: false))
        #expect(try await bench.pass(wary).delivered == 0)
        for mode in ["refuse", "later"] {
            let other = try Self.server(mode, bench)
            let sender = try bench.sender(try Self.settings(bench, port: other.port, security: "none"))
            bench.advance(to: bench.now + 3_600)
            let pass = try await bench.pass(sender)
            #expect(pass.failed.map(\.code.rawValue) == ["failed"])
            #expect(pass.failed.first?.reason.contains(mode == "refuse" ? "550" : "451") == true)
        }
        #expect(try bench.state.queue().first?.deliveries["mail"]?.attempts == 3)
    }
}
