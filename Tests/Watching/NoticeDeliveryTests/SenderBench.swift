import Foundation
import NoticeDelivery
import Notices
import Synchronization
import TestBench
import UnixSystem

/// Folders of a sender, and a clock that a test sets.
final class SenderBench: Sendable {
    let folder: TemporaryFolder
    let outbox: Outbox
    let state: DeliveryFolder
    private let time = Mutex<Int64>(SystemClock.now)

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder["outbox"], withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        outbox = Outbox(folder["outbox"])
        state = DeliveryFolder(folder["state"])
        try folder.write(HookServer.secret + "\n", to: "secret", mode: 0o600)
    }

    var now: Int64 { time.withLock { $0 } }

    func advance(to moment: Int64) { time.withLock { $0 = max($0, moment) } }

    static func notices(_ count: Int, run: String = "run", message: String = "something") throws -> [Notice] {
        try (0..<count).map { number in
            Notice(
                .new, id: try NoticeID(.new, of: "\(number)", after: run), time: SystemClock.now,
                Notice.Particulars(
                    station: "bench", part: "site fruta.example", identity: "\(number)", code: "redirect",
                    severity: .critical, message: "\(message) \(number)", next: "mend it", since: SystemClock.now,
                    run: Notice.Run(id: run, new: count, gone: 0, still: 0, notChecked: 0)))
        }
    }

    /// Settings of one webhook, or of several.
    func webhooks(_ urls: [String], authorities: String? = nil, least: String = "notice") throws -> NotifySettings {
        let receivers = urls.enumerated().map { number, url in
            let more = authorities.map { #","authorities":"\#($0)""# } ?? ""
            return #"{"name":"hook-\#(number)","least":"\#(least)","#
                + #""webhook":{"url":"\#(url)","secret":"\#(folder["secret"])","timeout":20\#(more)}}"#
        }
        return try settings(receivers)
    }

    func settings(_ receivers: [String], hours: Int = 72) throws -> NotifySettings {
        try folder.write(
            #"{"schema":1,"maximumAgeHours":\#(hours),"receivers":[\#(receivers.joined(separator: ","))]}"#,
            to: "notify.json")
        return try SettingsFile.read(folder["notify.json"])
    }

    /// A new sender on the same folders, as after a restart.
    func sender(_ settings: NotifySettings) throws -> NoticeSender {
        let secrets = SecretPlace(credentials: nil)
        return try NoticeSender(
            from: outbox, in: state,
            to: try settings.receivers.map { NoticeSender.Receiver($0, try ReceiverMaker.receiver($0, secrets)) },
            DeliverySchedule(maximumAge: Int64(settings.maximumAgeHours) * 3_600), jitter: { 0.5 })
    }

    @discardableResult
    func pass(_ sender: NoticeSender) async throws -> NoticeSender.Pass { try await sender.pass { self.now } }

    /// What waits in the outbox.
    var waiting: [String] { Folder.names(in: outbox.path).filter { $0.hasSuffix(".json") } }
}
