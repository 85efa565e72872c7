import Foundation
import Glibc
import NoticeDelivery
import Notices
import TestBench
import Testing
import UnixSystem

/// A sender that is ended by SIGKILL, at whatever step it is: every notice arrives, and none under two identifiers.
@Suite(.timeLimit(.minutes(10))) struct KilledSenderTests {
    private static let isInCI = ProcessInfo.processInfo.environment["CI"] != nil
    private static let strace = ["/usr/bin/strace"].first { FileManager.default.isExecutableFile(atPath: $0) }

    private static func arguments(_ bench: SenderBench) -> [String] {
        [
            "notify", "run", "--once", "--settings", bench.folder["notify.json"], "--outbox", bench.outbox.path,
            "--state", bench.state.path,
        ]
    }

    /// Lets a sender that is not disturbed do the rest, and looks at what came.
    private static func finish(_ bench: SenderBench, _ hooks: HookServer, _ notices: [Notice], _ comment: String)
        async throws
    {
        try hooks.answer(#"{"status": 200}"#)
        let ending = try await RunningProgram(.commandLine, Self.arguments(bench)).wait()
        #expect(ending.status == .exited(0), "\(comment): \(ending)")
        let lines = try hooks.lines()
        #expect(Set(lines.map(\.id)) == Set(notices.map(\.id)), "\(comment)")
        #expect(lines.allSatisfy { $0.fault == nil }, "\(comment)")
        #expect(try bench.state.queue().isEmpty && bench.waiting.isEmpty, "\(comment)")
        #expect(try bench.state.deadLetters().isEmpty, "\(comment)")
    }

    /// The receiver ends the sender: before it notes the notice, and after it has, before it answers.
    @Test(arguments: ["before", "after"])
    func `a sender that is killed while a receiver has its notice sends it again`(moment: String) async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        let notices = try SenderBench.notices(4)
        try bench.outbox.leave(notices)
        _ = try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"])
        // The receiver must not answer before the test has said whom to kill: the first pass meets a refusal.
        try hooks.answer(#"{"status": 200, "pid": "\#(bench.folder["pid"])", "when": "\#(moment)"}"#)
        let starter = ["-c", "echo $$ > \(bench.folder["pid"]); exec \"$0\" \"$@\"", BuiltProgram.commandLine.path]
        let killed = try await RunningProgram(path: "sh", starter + Self.arguments(bench)).wait()
        #expect(killed.status == .signalled(SIGKILL))
        try await Self.finish(bench, hooks, notices, moment)
        let first = try hooks.lines().map(\.id)
        #expect(
            moment == "before" || first.count == notices.count + 1, "the one that was taken and not noted came twice")
    }

    /// The kernel ends it at its Nth call of a kind: taking over, noting, releasing.
    @Test(
        .enabled(if: strace != nil || isInCI, "needs strace (Debian package strace)"),
        arguments: ["fsync", "renameat", "unlinkat"])
    func `a sender that is killed at any of its writes loses nothing`(call: String) async throws {
        let strace = try #require(Self.strace)
        var kills = 0
        for number in 1...40 {
            let bench = try SenderBench()
            let hooks = try HookServer(in: bench.folder)
            let notices = try SenderBench.notices(3)
            try bench.outbox.leave(notices)
            _ = try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"])
            let ending = try await RunningProgram(
                path: strace,
                [
                    "-f", "-qq", "-o", bench.folder["trace"], "-e", "trace=\(call)", "-e",
                    "inject=\(call):signal=SIGKILL:when=\(number)", BuiltProgram.commandLine.path,
                ] + Self.arguments(bench)
            ).wait()
            let wasKilled = ending.status != .exited(0)
            kills += wasKilled ? 1 : 0
            try await Self.finish(bench, hooks, notices, "\(call) \(number)")
            guard wasKilled else { break }
        }
        #expect(kills > 2, "it was killed \(kills) times")
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a second sender on the same folder is refused while the first runs, which ends when it is asked to`(
        signal: Int32
    ) async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        let notices = try SenderBench.notices(2)
        try bench.outbox.leave(notices)
        _ = try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"])
        let arguments = Self.arguments(bench).filter { $0 != "--once" }
        let running = try RunningProgram(.commandLine, arguments)
        for await line in running.output.lines where line.hasPrefix("2 delivered") { break }
        let second = try await RunningProgram(.commandLine, Self.arguments(bench)).wait()
        #expect(second.status == .exited(1) && second.errors.contains("cannot lock"))
        running.signal(signal)
        #expect(await running.wait().status == .exited(0))
        try await Self.finish(bench, hooks, notices, "after the first")
    }

    @Test func `a sender that is started to outlive its terminal does not end with it`() async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        try bench.outbox.leave(try SenderBench.notices(2))
        _ = try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"])
        // As nohup does.
        let starter = ["-c", "trap '' HUP; exec \"$0\" \"$@\"", BuiltProgram.commandLine.path]
        let running = try RunningProgram(path: "sh", starter + Self.arguments(bench).filter { $0 != "--once" })
        for await line in running.output.lines where line.hasPrefix("2 delivered") { break }
        let status = try String(contentsOfFile: "/proc/\(running.process.processIdentifier)/status", encoding: .utf8)
        let ignored = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") })
        let mask = try #require(ignored.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
        // The lowest bit is SIGHUP's.
        #expect(mask & 1 == 1, "\(ignored)")
        running.signal(SIGTERM)
        #expect(await running.wait().status == .exited(0))
    }
}
