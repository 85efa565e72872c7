import ArgumentParsing
import Faults
import NoticeDelivery
import UnixSystem

/// Passes of a sender, one after another.
struct SenderLoop {
    /// A folder is looked at so often: what a watch leaves there comes once a day.
    private static let longestWait: Int64 = 15

    private let sender: NoticeSender
    private let asJSON: Bool

    init(_ sender: NoticeSender, asJSON: Bool) {
        self.sender = sender
        self.asJSON = asJSON
    }

    private struct Line: Encodable {
        let schema = 1
        let delivered: Int
        let failed: Int
        let dead: Int
        let refused: Int
    }

    /// Ends on SIGTERM, SIGINT and SIGHUP, in the middle of whatever is done: the next sender continues there.
    func run(once: Bool) async throws -> ArgumentParsing.ExitStatus {
        if once {
            let pass = try await sender.pass { SystemClock.now }
            tell(pass, complaining: pass.failed + pass.refused)
            return pass.failed.isEmpty && pass.refused.isEmpty ? .done : .partlyDone
        }
        try await untilSignalled { try await passes() }
        return .done
    }

    private func passes() async throws {
        /// A file that is refused stays where it is, and is named once.
        var named: Set<String> = []
        while true {
            let pass = try await sender.pass { SystemClock.now }
            let fresh = pass.refused.filter { named.insert($0.description).inserted }
            tell(pass, complaining: pass.failed + fresh)
            let wait = max(1, min((pass.due ?? .max) - SystemClock.now, Self.longestWait))
            try await Task.sleep(for: .seconds(wait))
        }
    }

    private func tell(_ pass: NoticeSender.Pass, complaining: [Complaint]) {
        for complaint in complaining { StandardError.complain(complaint) }
        guard pass.delivered + pass.dead + complaining.count > 0 else { return }
        let line = Line(
            delivered: pass.delivered, failed: pass.failed.count, dead: pass.dead, refused: pass.refused.count)
        if asJSON {
            if let text = try? JSONText.line(line) { Terminal.result(text) }
        } else {
            Terminal.result(
                "\(line.delivered) delivered, \(line.failed) to be tried again, \(count(line.dead, "dead letter")), "
                    + "\(line.refused) refused")
        }
    }
}
