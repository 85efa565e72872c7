import Foundation
import HubStorage
import Registry

/// What came of an adoption, in words and for programs.
struct AdoptionWords {
    private let outcome: Adoption.Outcome
    private let path: String

    init(_ outcome: Adoption.Outcome, of path: String) {
        self.outcome = outcome
        self.path = path
    }

    var text: String {
        switch outcome {
        case .collides(let report):
            lines(of: report)
                + "\(count(report.total)) in the way: nothing was changed\n"
                + "next: give one of the two another name, at the station or at the hub, and adopt it then\n"
        case .differs(let report):
            lines(of: report)
                + "\(count(report.total)) not what it was: no station gets its tags\n"
                + "next: find out what has changed it at the hub (waymark journal list), and run this again\n"
        case .possible(let state):
            "\(path) can be adopted: \(state.head.sequence) entries of station \(state.station)\n"
        case .adopted(let state, let wasDone):
            (wasDone
                ? "The registry of station \(state.station) was adopted before; nothing was left to do.\n"
                : "The registry of station \(state.station) was adopted: all of it is at the hub as it was.\n")
                + "Its journal is chain \(state.chain), up to entry \(state.head.sequence).\n"
                + "next: start the station with a new registry, and let it join: docs/hub.md\n"
        }
    }

    private func count(_ total: Int) -> String { total == 1 ? "1 thing is" : "\(total) things are" }

    private func lines(of report: AdoptionReport) -> String {
        let more = report.total - report.lines.count
        return report.lines.map { "\($0.subject): \($0.why)\n" }.joined()
            + (more > 0 ? "and \(more) more\n" : "")
    }

    private struct Document: Encodable {
        let schema = 1
        let outcome: String
        var total: Int?
        var lines: [AdoptionReport.Line]?
        var station: String?
        var chain: ChainName?
        var head: JournalPoint?
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(document), as: UTF8.self)
        }
    }

    private var document: Document {
        switch outcome {
        case .collides(let report): Document(outcome: "collides", total: report.total, lines: report.lines)
        case .differs(let report): Document(outcome: "differs", total: report.total, lines: report.lines)
        case .possible(let state): document("possible", state)
        case .adopted(let state, let wasDone): document(wasDone ? "was-adopted" : "adopted", state)
        }
    }

    private func document(_ outcome: String, _ state: AdoptionState) -> Document {
        Document(outcome: outcome, station: state.station, chain: state.chain, head: state.head)
    }
}
