import API
import Audit
import Faults
import GPS
import Geodesy
import Registry
import UnixSystem

/// Says on the spot what is thought of a tag: green and one bell, red and two, yellow.
struct WalkPrinter {
    private let asJSON: Bool
    /// Tags of the plan that are still to be scanned.
    private var remaining: Set<String>?

    init(asJSON: Bool, plan: SampleFile?) {
        self.asJSON = asJSON
        remaining = plan.map { Set($0.tags) }
    }

    /// Whether there was a plan and nothing of it remains.
    var isComplete: Bool { remaining?.isEmpty == true }

    private struct Line: Encodable {
        let type = "tag"
        let schema = 1
        let tag: TagReport?
        let findings: [Finding]
        let remaining: Int?
    }

    private struct Refusal: Encodable {
        let type = "refused"
        let schema = 1
        let code: String?
        let message: String
        let why: String
        let next: String
    }

    private struct Beginning: Encodable {
        let type = "begun"
        let schema = 1
        let latitude: Double
        let longitude: Double
        let accuracy: Double
        let remaining: Int?
    }

    func begin(at fix: GPSFix) {
        if asJSON {
            let line = Beginning(
                latitude: fix.place.latitude, longitude: fix.place.longitude, accuracy: fix.accuracy,
                remaining: remaining?.count)
            if let text = try? JSONText.line(line) { Terminal.result(text) }
            return
        }
        let accuracy = fix.accuracy > 0 ? ", good to \(Int(fix.accuracy.rounded(.up))) m" : ""
        let plan = remaining.map { "; \(count($0.count, "tag")) to scan" } ?? ""
        Terminal.note("at \(fix.place.latitude),\(fix.place.longitude)\(accuracy)\(plan)")
        Terminal.note("put a tag on the reader; Ctrl-C ends the walk")
    }

    mutating func show(_ answer: WalkVerdict) throws {
        let tag = answer.tag
        if let id = tag?.tag, tag?.verdict != .undecided { remaining?.remove(id) }
        if asJSON {
            return Terminal.result(
                try JSONText.line(Line(tag: tag, findings: answer.findings, remaining: remaining?.count)))
        }
        let name = tag?.tag ?? tag?.uid ?? "the tag"
        let place = [name, answer.storeName ?? tag?.store, answer.placement].compactMap { $0 }
            .joined(separator: " · ")
        let left = remaining.map { "  (\($0.count) to go)" } ?? ""
        if let worst = answer.findings.first {
            Terminal.bell(2)
            Terminal.result(.bad, "\(place)  \(tag?.verdict?.rawValue ?? worst.code.rawValue)\(left)")
            for finding in answer.findings {
                Terminal.result("  \(finding.severity.rawValue): \(finding.code.rawValue): \(finding.message)")
                Terminal.result("  next: \(finding.next)")
            }
        } else if tag?.verdict == .undecided {
            Terminal.bell(2)
            Terminal.result(.unsure, "\(place)  undecided\(left)")
            Terminal.result("  next: Scan it again in a minute, nearer to a window: the position is too vague.")
        } else {
            Terminal.bell()
            Terminal.result(.good, "\(place)  \(tag?.verdict?.rawValue ?? "fine")\(left)")
        }
    }

    func refuse(_ message: String, code: String? = nil, why: String, next: String) {
        if asJSON {
            if let text = try? JSONText.line(Refusal(code: code, message: message, why: why, next: next)) {
                Terminal.result(text)
            }
            return
        }
        Terminal.bell(2)
        StandardError.complain(Complaint(code: code ?? "not-read", message: message, reason: why, next: next))
    }
}
