import Foundation
import HubStorage
import Registry

/// What came of batches that were to leave, in words and for programs.
struct HandBackWords {
    private let outcome: HandBack.Outcome
    private let path: String

    init(_ outcome: HandBack.Outcome, to path: String) {
        self.outcome = outcome
        self.path = path
    }

    var text: String {
        switch outcome {
        case .differs(let report):
            report.lines.map { "\($0.subject): \($0.why)\n" }.joined()
                + "\(path) was not made: \(report.total) things are not what they are at the hub\n"
                + "next: run it again; the hub has given the batches up\n"
        case .handedBack(let handBack):
            """
            \(path) has \(handBack.batches.map(\.text).joined(separator: ", ")) with \(handBack.tags) tags, as the hub had them.
            The hub has given them up (chain \(handBack.chain)).
            next: put it in the place of a station's registry, and start that station's daemon: docs/hub.md

            """
        }
    }

    private struct Document: Encodable {
        let schema = 1
        let outcome: String
        var total: Int?
        var lines: [AdoptionReport.Line]?
        var chain: ChainName?
        var batches: [BatchName]?
        var tags: Int?
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let document =
                switch outcome {
                case .differs(let report): Document(outcome: "differs", total: report.total, lines: report.lines)
                case .handedBack(let handBack):
                    Document(
                        outcome: "handed-back", chain: handBack.chain, batches: handBack.batches, tags: handBack.tags)
                }
            return String(decoding: try encoder.encode(document), as: UTF8.self)
        }
    }
}
