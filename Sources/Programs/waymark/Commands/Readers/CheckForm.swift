import ReaderCheck
import ReaderProtocol
import TextCoding

/// What a check found, as it is sent back: nothing of the station and its registry.
struct CheckForm: Encodable {
    let schema = 1
    let waymark: String
    let system: SystemVersions
    let reader: Reader
    let answers: [Answer]

    struct Reader: Encodable {
        let connection: String
        /// Vendor and product on USB; nil for other ports.
        let usb: String?
        let device: String
        let chip: String
    }

    struct Answer: Encodable {
        let question: String
        let text: String
        let verdict: String
        let seen: String
        let exchanges: [Exchange]

        init(_ answer: ReaderAnswer) {
            question = answer.question.rawValue
            text = answer.question.text
            verdict = answer.verdict.rawValue
            seen = answer.seen
            exchanges = answer.exchanges.map(Exchange.init)
        }
    }

    /// Times in microseconds.
    struct Exchange: Encodable {
        let call: String
        let start: UInt32
        let duration: UInt32
        let sent: String
        let received: String
        let failure: String?

        init(_ exchange: TracedExchange) {
            call = exchange.call
            start = exchange.start
            duration = exchange.duration
            sent = Hexadecimal.spaced(exchange.sent)
            received = Hexadecimal.spaced(exchange.received)
            failure = exchange.failure.isEmpty ? nil : exchange.failure
        }
    }

    /// For people, and for those who read it in a mail.
    var lines: String {
        let usb = reader.usb.map { " (\($0))" } ?? ""
        var lines = [
            "waymark reader check, \(waymark)", "system: \(system.words)",
            "reader: \(reader.chip)\(usb) at \(reader.connection), \(reader.device)",
        ]
        for answer in answers {
            lines += ["", "\(answer.question): \(answer.verdict)", "  \(answer.text)", "  \(answer.seen)"]
            lines += answer.exchanges.flatMap(\.lines)
        }
        return lines.joined(separator: "\n")
    }
}

extension CheckForm.Exchange {
    fileprivate var lines: [String] {
        let time = "\(Self.milliseconds(start)) ms +\(Self.milliseconds(duration)) \(call)"
        return ["    \(time)" + (failure.map { ": \($0)" } ?? "")]
            + (sent.isEmpty ? [] : ["      > \(sent)"]) + (received.isEmpty ? [] : ["      < \(received)"])
    }

    private static func milliseconds(_ time: UInt32) -> String { "\(time / 1_000).\((time % 1_000) / 100)" }
}
