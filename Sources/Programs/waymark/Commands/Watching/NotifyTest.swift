import Faults
import NoticeDelivery
import Notices
import UnixSystem

/// What `notify test --json` prints: each receiver and what it answered.
struct NotifyTest: Encodable {
    struct Receiver: Encodable {
        let name: String
        /// Nil where it has taken the test.
        let error: Complaint?
    }

    let schema = 1
    /// What the receivers know the test by.
    let id: String
    let receivers: [Receiver]

    /// Sends directly, without the outbox: the answers are wanted now.
    static func run(_ settings: NotifySettings, _ secrets: SecretPlace) async throws -> NotifyTest {
        let time = SystemClock.now
        let id = try NoticeID(.test, of: "test", after: "\(time).\(UInt64.random(in: 0...UInt64.max))")
        let notice = Notice(
            .test, id: id, time: time,
            Notice.Particulars(
                station: "waymark notify test", part: "test", identity: id.text, code: "test", severity: .notice,
                message: "This is a test: notices of waymark watch arrive here.", next: "Nothing is to be done.",
                since: time, run: Notice.Run(id: id.text, new: 0, gone: 0, still: 0, notChecked: 0)))
        var receivers: [Receiver] = []
        for receiver in settings.receivers {
            do {
                let target = try ReceiverMaker.receiver(receiver, secrets)
                switch await target.deliver([notice], at: time) {
                case .taken: receivers.append(Receiver(name: receiver.name, error: nil))
                case .failed(let complaint, _, _, _), .takenInPart(let complaint):
                    receivers.append(Receiver(name: receiver.name, error: complaint))
                }
            } catch let error as any AnyFault {
                receivers.append(Receiver(name: receiver.name, error: error.complaint))
            }
        }
        return NotifyTest(id: id.text, receivers: receivers)
    }

    func show() {
        for receiver in receivers {
            if let error = receiver.error {
                Terminal.result(.bad, "\(receiver.name): \(error.message): \(error.reason)")
                Terminal.result("  next: \(error.next)")
            } else {
                Terminal.result(.good, "\(receiver.name) has taken the test \(id)")
            }
        }
    }
}
