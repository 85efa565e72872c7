import Foundation
import NoticeDelivery
import Notices
import TestBench
import Testing
import UnixSystem

/// `waymark watch` from the outside, with changes that are planted between two runs, and the way of a change to a receiver.
@Suite(.timeLimit(.minutes(10))) struct WatchRunTests {
    /// A deployment's folder of the test's own, and the server of its host.
    private final class Bench {
        let sender: SenderBench
        let server: PeerServer
        private let plan: String
        private let certificate: String

        var deployment: String { sender.folder["fruta"] }

        init() throws {
            sender = try SenderBench()
            let (certificate, key) = try TestCertificate.files.get()
            self.certificate = certificate
            plan = sender.folder["site.plan"]
            try File.writeAtomically(Array("{}".utf8), to: plan)
            server = try PeerServer("site.py", in: sender.folder, log: "site.log", [plan, certificate, key])
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            try FileManager.default.copyItem(
                atPath: root.appending(path: "tags/fruta").path, toPath: sender.folder["fruta"])
            try site(#"{"apps": ["ABCDE12345.example.fruta.Clip"]}"#)
        }

        /// What host and copy answer from now on.
        func site(_ text: String) throws { try File.writeAtomically(Array(text.utf8), to: plan) }

        func write(_ name: String, _ change: (String) -> String) throws {
            let path = "\(deployment)/\(name)"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try File.writeAtomically(Array(change(text).utf8), to: path)
        }

        /// `network`: whether there is one.
        func arguments(network: Bool = true) -> [String] {
            let port = network ? server.port : 1
            return [
                "watch", deployment, "--json", "--skip", "station", "--state", sender.folder["watch"], "--outbox",
                sender.outbox.path, "--authorities", certificate, "--connect-to", "localhost:\(port)", "--copies",
                "https://localhost:\(port)/copies", "--timeout", "20",
            ]
        }

        func watch(_ more: String..., network: Bool = true, expecting status: Int32) async throws -> Answer {
            let ending = try await RunningProgram(.commandLine, arguments(network: network) + more).wait()
            #expect(ending.status == .exited(status), "\(ending)")
            return Answer(ending.document)
        }
    }

    /// What `watch --json` says, as `PART CODE`.
    private struct Answer {
        let document: [String: Any]

        init(_ document: [String: Any]) { self.document = document }

        var isFirst: Bool { document["isFirst"] as? Bool ?? false }
        var new: [String] { lines("new") }
        var gone: [String] { lines("gone") }
        var still: [String] { lines("still") }
        var notChecked: [String] { list("notChecked").map { part($0) }.sorted() }
        var notices: [String] { document["notices"] as? [String] ?? [] }

        private func list(_ name: String) -> [[String: Any]] { document[name] as? [[String: Any]] ?? [] }

        private func part(_ line: [String: Any]) -> String {
            (line["part"] as? [String: Any])?["kind"] as? String ?? ""
        }

        private func lines(_ name: String) -> [String] {
            list(name).map { "\(part($0)) \($0["code"] as? String ?? "")" }.sorted()
        }
    }

    @Test func `what changes at the host and at Apple's copy is new, still there, and gone`() async throws {
        let bench = try Bench()
        let first = try await bench.watch(expecting: 0)
        #expect(first.isFirst && first.new == [] && first.notices.count == 1)
        try bench.site(#"{"apps": ["OTHER12345.x.Clip"], "copied": ["ABCDE12345.example.fruta.Clip"]}"#)
        let second = try await bench.watch(expecting: 2)
        #expect(!second.isFirst && second.new == ["copy copy-outdated", "site app-missing"])
        #expect(second.notices.count == 2)
        let third = try await bench.watch(expecting: 2)
        #expect(third.new == [] && third.still == second.new && third.notices == [])
        try bench.site(#"{"apps": ["ABCDE12345.example.fruta.Clip"]}"#)
        let fourth = try await bench.watch(expecting: 0)
        #expect(fourth.gone == second.new && fourth.still == [] && fourth.notices.count == 2)
        #expect(Set(first.notices + second.notices + fourth.notices).count == 5)
        #expect(bench.sender.waiting.count == 5)
    }

    @Test func `a folder that is named twice is looked at once`() async throws {
        let bench = try Bench()
        try bench.write("stores.csv") { $0 + "bad\n" }
        let first = try await bench.watch(expecting: 2)
        let second = try await bench.watch(bench.deployment, expecting: 2)
        #expect(!first.new.isEmpty && second.new == [] && second.still == first.new)
    }

    @Test func `without a network nothing is gone`() async throws {
        let bench = try Bench()
        try bench.site(#"{"apps": ["OTHER12345.x.Clip"]}"#)
        #expect(try await bench.watch(expecting: 2).new == ["site app-missing"])
        let down = try await bench.watch(network: false, expecting: 3)
        #expect(down.gone == [] && down.new == [] && down.still == [])
        #expect(down.notChecked == ["copy", "site"] && down.notices.count == 2)
        let again = try await bench.watch(network: false, expecting: 3)
        #expect(again.notChecked == ["copy", "site"] && again.notices == [])
        let back = try await bench.watch(expecting: 2)
        #expect(back.still == ["site app-missing"] && back.notChecked == [] && back.notices == [])
    }

    @Test func `what is planted in the files is new, and hides nothing that was known`() async throws {
        let bench = try Bench()
        #expect(try await bench.watch("--skip", "sites", expecting: 0).isFirst)
        try bench.write("experiences.csv") { $0.replacing("/store/,", with: "/shop/,") }
        let second = try await bench.watch("--skip", "sites", expecting: 2)
        #expect(second.new.contains("check unregistered"))
        try bench.write("stores.csv") { $0.replacing("37.3230", with: "137.3230") }
        let third = try await bench.watch("--skip", "sites", expecting: 3)
        #expect(third.new == ["files bad-row"] && third.gone == [] && third.notChecked == ["check"])
        try FileManager.default.removeItem(atPath: "\(bench.deployment)/deployment.json")
        let fourth = try await bench.watch("--skip", "sites", expecting: 3)
        #expect(fourth.gone == [] && fourth.notChecked == ["check", "files"])
    }

    /// The kernel ends it at its Nth call of a kind, and it is made again: its notices are the same ones.
    @Test(
        .enabled(if: strace != nil || isInCI, "needs strace (Debian package strace)"), arguments: ["fsync", "/^rename"])
    func `a watch that is killed at any of its writes leaves every change once, under one identifier`(
        call: String
    ) async throws {
        let strace = try #require(Self.strace)
        var kills = 0
        for number in 1...40 {
            let bench = try Bench()
            _ = try await bench.watch("--skip", "sites", expecting: 0)
            try bench.write("experiences.csv") { $0.replacing("/store/,", with: "/shop/,") }
            let killed = try await RunningProgram(
                path: strace,
                [
                    "-f", "-qq", "-o", bench.sender.folder["trace"], "-e", "trace=\(call)", "-e",
                    "inject=\(call):signal=SIGKILL:when=\(number)", BuiltProgram.commandLine.path,
                ] + bench.arguments() + ["--skip", "sites"]
            ).wait()
            let wasKilled = killed.status != .exited(2)
            kills += wasKilled ? 1 : 0
            let again = try await bench.watch("--skip", "sites", expecting: 2)
            let left = try bench.sender.waiting.map {
                try JSONDecoder().decode(
                    Notice.self, from: Data(contentsOf: URL(filePath: "\(bench.sender.outbox.path)/\($0)")))
            }.filter { $0.type == .new }
            #expect(left.count == again.new.count + again.still.count, "\(call) \(number)")
            #expect(Set(left.map(\.data.identity)).count == left.count, "\(call) \(number)")
            guard wasKilled else { break }
        }
        #expect(kills >= 2, "it was killed \(kills) times")
    }

    private static let isInCI = ProcessInfo.processInfo.environment["CI"] != nil
    private static let strace = ["/usr/bin/strace"].first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test func `a change reaches a receiver, verified`() async throws {
        let bench = try Bench()
        let hooks = try HookServer(in: bench.sender.folder)
        _ = try bench.sender.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"])
        _ = try await bench.watch(expecting: 0)
        try bench.site(#"{"apps": ["ABCDE12345.example.fruta.Clip"], "down": true}"#)
        let down = try await bench.watch(expecting: 2)
        // Apple's server answers: the network is there, and the host is not. An answer that ends is no silence.
        #expect(down.new == ["site broken-answer"])
        let sending = try await RunningProgram(
            .commandLine,
            [
                "notify", "run", "--once", "--settings", bench.sender.folder["notify.json"], "--outbox",
                bench.sender.outbox.path, "--state", bench.sender.state.path, "--json",
            ]
        ).wait()
        #expect(sending.status == .exited(0), "\(sending)")
        let lines = try hooks.lines()
        #expect(lines.allSatisfy { $0.fault == nil })
        #expect(lines.compactMap(\.type).sorted().contains("waymark.finding.new"))
        #expect(lines.compactMap(\.type).contains("waymark.watch.began"))
    }

    @Test func `a daemon that is stopped is not checked, and a result of a later version is refused`() async throws {
        let folder = try TemporaryFolder()
        func watch() async throws -> RunningProgram.Ending {
            try await RunningProgram(
                .commandLine, ["watch", "--state", folder["state"], "--backup-note", folder["none"]],
                environment: ["WAYMARK_SOCKET": "/nowhere/none.sock"]
            ).wait()
        }
        let first = try await watch()
        #expect(first.status == .exited(3), "\(first)")
        #expect(first.output.contains("the first run") && first.output.contains("not checked: batches"))
        #expect(first.output.contains("backup-none"))
        let second = try await watch()
        #expect(second.output.contains("still there: warning: backups") && !second.output.contains("the first run"))
        try folder.write(#"{"schema": 2}"#, to: "state/watch.json", mode: 0o600)
        let later = try await watch()
        #expect(later.status == .exited(1) && later.errors.contains("it has schema 2, and this version reads 1"))
    }

    @Test func `a test is sent to each receiver, and what it answers is shown`() async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        _ = try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/a", "http://127.0.0.1:1/b"])
        let ending = try await RunningProgram(
            .commandLine, ["notify", "test", "--settings", bench.folder["notify.json"]]
        ).wait()
        #expect(ending.status == .exited(3), "\(ending)")
        #expect(ending.output.contains("hook-0 has taken the test"))
        #expect(ending.output.contains("hook-1: cannot reach http://127.0.0.1:1: nothing listens there"))
        #expect(!(ending.output + ending.errors).contains("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        #expect(try hooks.lines().map(\.type) == ["waymark.test"])
    }
}
