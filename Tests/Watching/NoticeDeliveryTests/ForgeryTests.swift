import Faults
import Foundation
import Glibc
import NoticeDelivery
import Notices
import TestBench
import Testing
import UnixSystem

/// Settings and notices that another account could have written. Files of other accounts need root's rights to be made.
@Suite(.timeLimit(.minutes(5))) struct ForgeryTests {
    private static let stranger: UInt32 = 65_534
    private static let isRoot = geteuid() == 0

    private static let settings =
        #"{"schema":1,"receivers":[{"name":"a","webhook":{"url":"https://a.example/","secret":"s"}}]}"#

    private static func refusal(_ path: String) -> String? {
        do {
            _ = try SettingsFile.read(path)
            return nil
        } catch let error as any AnyFault {
            return error.complaint.reason
        } catch {
            return "\(error)"
        }
    }

    @Test func `settings that others may write are refused`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.settings, to: "notify.json", mode: 0o644)
        #expect(Self.refusal(folder["notify.json"]) == nil)
        for mode: mode_t in [0o664, 0o646, 0o666] {
            chmod(folder["notify.json"], mode)
            #expect(Self.refusal(folder["notify.json"])?.contains("lets others change it") == true)
        }
    }

    @Test(arguments: [mode_t(0o777), 0o770, 0o757])
    func `settings in a folder where others may put files are refused`(mode: mode_t) throws {
        let folder = try TemporaryFolder()
        mkdir(folder["etc"], 0o755)
        try folder.write(Self.settings, to: "etc/notify.json", mode: 0o644)
        chmod(folder["etc"], mode)
        #expect(Self.refusal(folder["etc/notify.json"])?.contains("others can put files there") == true)
        mkdir(folder["etc/inner"], 0o755)
        try folder.write(Self.settings, to: "etc/inner/notify.json", mode: 0o644)
        #expect(Self.refusal(folder["etc/inner/notify.json"])?.contains("others can put files there") == true)
        // As in /tmp: others may make files, and may not replace one's own.
        chmod(folder["etc"], mode | 0o1000)
        #expect(Self.refusal(folder["etc/inner/notify.json"]) == nil)
    }

    @Test func `a link into a place where others may put files is refused, and one of our own elsewhere is followed`()
        throws
    {
        let folder = try TemporaryFolder()
        for name in ["open", "closed"] {
            mkdir(folder[name], 0o755)
            try folder.write(Self.settings, to: "\(name)/notify.json", mode: 0o644)
            symlink("\(name)/notify.json", folder["to-\(name)"])
            symlink(name, folder["folder-\(name)"])
        }
        chmod(folder["open"], 0o777)
        #expect(Self.refusal(folder["to-closed"]) == nil && Self.refusal(folder["folder-closed/notify.json"]) == nil)
        #expect(Self.refusal(folder["to-open"]) != nil && Self.refusal(folder["folder-open/notify.json"]) != nil)
        symlink("loop", folder["loop"])
        #expect(Self.refusal(folder["loop"]) != nil)
        mkfifo(folder["pipe"], 0o600)
        #expect(Self.refusal(folder["pipe"])?.contains("not a regular file") == true)
    }

    @Test(.enabled(if: isRoot, "needs root, to make files of another account"))
    func `settings of another account, or under a folder or a link of one, are refused`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.settings, to: "notify.json", mode: 0o644)
        chown(folder["notify.json"], Self.stranger, Self.stranger)
        #expect(Self.refusal(folder["notify.json"]) == "it belongs to the account nobody")
        mkdir(folder["theirs"], 0o755)
        try folder.write(Self.settings, to: "theirs/notify.json", mode: 0o644)
        chown(folder["theirs"], Self.stranger, Self.stranger)
        #expect(Self.refusal(folder["theirs/notify.json"])?.contains("the account nobody owns it") == true)
        try folder.write(Self.settings, to: "good.json", mode: 0o644)
        symlink("good.json", folder["link"])
        #expect(Self.refusal(folder["link"]) == nil)
        lchown(folder["link"], Self.stranger, Self.stranger)
        #expect(Self.refusal(folder["link"])?.contains("symbolic link of the account nobody") == true)
    }

    @Test func `notices that others may have written are not sent, and hold up none`() async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        let notices = try SenderBench.notices(6)
        try bench.outbox.leave(notices)
        func path(_ number: Int) -> String { "\(bench.outbox.path)/\(notices[number].id).json" }
        chmod(path(0), 0o666)
        let outside = bench.folder["outside.json"]
        rename(path(1), outside)
        symlink(outside, path(1))
        try File.writeAtomically(Array(#"{"id":"x"}"#.utf8), to: path(2))
        let other = try File.read(path(4), limit: 1 << 20)
        try File.writeAtomically(other, to: path(3))
        if Self.isRoot { chown(path(5), Self.stranger, Self.stranger) }
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"]))
        let pass = try await bench.pass(sender)
        #expect(pass.refused.count == (Self.isRoot ? 5 : 4))
        #expect(
            try hooks.lines().map(\.id) == (Self.isRoot ? [notices[4].id] : [notices[4].id, notices[5].id].sorted()))
    }

    @Test(arguments: [mode_t(0o777), 0o770])
    func `an outbox that others may write in is refused`(mode: mode_t) async throws {
        let bench = try SenderBench()
        try bench.outbox.leave(try SenderBench.notices(1))
        chmod(bench.outbox.path, mode)
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:1/w"]))
        await #expect(throws: SystemError.self) { try await bench.pass(sender) }
        chmod(bench.outbox.path, 0o700)
        #expect(try await bench.pass(sender).failed.count == 1)
    }

    @Test(arguments: ["queue", "retry"]) func `a folder of the sender that others may write in is refused`(name: String)
        async throws
    {
        let bench = try SenderBench()
        try bench.outbox.leave(try SenderBench.notices(1))
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:1/w"]))
        #expect(try await bench.pass(sender).failed.count == 1)
        chmod("\(bench.state.path)/\(name)", 0o777)
        await #expect(throws: SystemError.self) { try await bench.pass(sender) }
    }

    @Test func `a secret that others can read is refused`() throws {
        let bench = try SenderBench()
        chmod(bench.folder["secret"], 0o644)
        let settings = try bench.webhooks(["http://127.0.0.1:1/w"])
        #expect(throws: SystemError.self) { try bench.sender(settings) }
    }
}
