import NoticeDelivery
import Notices
import Registry

/// What `notify list --json` prints.
struct NotifyAnswer: Encodable {
    struct Waiting: Encodable {
        let id: String
        let receiver: String
        let attempts: Int
        let due: Timestamp
        let reason: String?
        let message: String
    }

    struct Dead: Encodable {
        let letter: String
        let receiver: String
        let attempts: Int
        let since: Timestamp
        let reason: String
        let message: String
    }

    let schema = 1
    let waiting: [Waiting]
    let dead: [Dead]

    init(waiting: [QueuedNotice], dead: [DeadLetter]) {
        self.waiting = waiting.flatMap { queued in
            queued.deliveries.filter { $0.value.state == .waiting }.sorted { $0.key < $1.key }.map { name, delivery in
                Waiting(
                    id: queued.notice.id, receiver: name, attempts: delivery.attempts,
                    due: Timestamp(milliseconds: delivery.due * 1_000), reason: delivery.reason,
                    message: queued.notice.data.message)
            }
        }
        self.dead = dead.map {
            Dead(
                letter: $0.name, receiver: $0.receiver, attempts: $0.attempts,
                since: Timestamp(milliseconds: $0.time * 1_000), reason: $0.reason, message: $0.notice.data.message)
        }
    }

    func show() {
        if !waiting.isEmpty {
            var table = Table(["WAITING", "RECEIVER", "TRIES", "NEXT", "WHY", "FINDING"])
            for line in waiting {
                table.append([
                    line.id, line.receiver, String(line.attempts), String(line.due.iso8601.prefix(16)) + "Z",
                    line.reason ?? "-", line.message,
                ])
            }
            Terminal.result(table.text + "\n")
        }
        if !dead.isEmpty {
            var table = Table(["DEAD LETTER", "TRIES", "SINCE", "WHY", "FINDING"])
            for line in dead {
                table.append([
                    line.letter, String(line.attempts), String(line.since.iso8601.prefix(16)) + "Z", line.reason,
                    line.message,
                ])
            }
            Terminal.result(table.text + "\n")
        }
        Terminal.result("\(waiting.count) waiting, \(count(dead.count, "dead letter"))")
    }
}
