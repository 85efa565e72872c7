import Foundation
import Notices
import Registry
import Watch

/// A comparison as a person reads it.
enum WatchText {
    static func show(_ comparison: WatchComparison) {
        if comparison.isFirst { Terminal.result("the first run: there is nothing to compare with\n") }
        show("new", comparison.new)
        show("still there", comparison.still)
        show("gone", comparison.gone, withNext: false)
        for unchecked in comparison.notChecked {
            let kept = unchecked.kept > 0 ? "; \(count(unchecked.kept, "finding")) of it kept" : ""
            Terminal.result("not checked: \(unchecked.part) since \(day(unchecked.since)): \(unchecked.why)\(kept)")
        }
        let before = comparison.before.map { " since \(Timestamp(milliseconds: $0 * 1_000).iso8601.prefix(16))Z" } ?? ""
        Terminal.result(
            "\(comparison.new.count) new, \(comparison.gone.count) gone, \(comparison.still.count) still there, "
                + "\(comparison.notChecked.count) not checked\(before)")
    }

    private static func show(_ title: String, _ lines: [WatchComparison.Line], withNext: Bool = true) {
        for line in lines {
            let finding = line.finding
            Terminal.result(
                "\(title): \(finding.severity.rawValue): \(line.part): \(finding.code): \(finding.message)")
            if withNext { Terminal.result("  next: \(finding.next)") }
            if finding.since != 0, title != "new" { Terminal.result("  since \(day(finding.since))") }
        }
        if !lines.isEmpty { Terminal.result("") }
    }

    private static func day(_ time: Int64) -> String {
        String(Timestamp(milliseconds: time * 1_000).iso8601.prefix(10))
    }
}

/// What `watch --json` prints.
struct WatchAnswer: Encodable {
    struct Line: Encodable {
        let part: WatchPart
        let identity: String
        let code: String
        let severity: NoticeSeverity
        let message: String
        let next: String
        let since: Timestamp

        init(_ line: WatchComparison.Line) {
            part = line.part
            identity = line.finding.identity
            code = line.finding.code
            severity = line.finding.severity
            message = line.finding.message
            next = line.finding.next
            since = Timestamp(milliseconds: line.finding.since * 1_000)
        }
    }

    struct Unchecked: Encodable {
        let part: WatchPart
        let why: String
        let since: Timestamp
        /// Findings of it that are neither gone nor still there.
        let kept: Int
    }

    let schema = 1
    let isFirst: Bool
    let time: Timestamp
    let before: Timestamp?
    let new: [Line]
    let gone: [Line]
    let still: [Line]
    let notChecked: [Unchecked]
    /// Identifiers of the notices, as their receivers know them.
    let notices: [String]

    init(_ comparison: WatchComparison, notices: [Notice]) {
        isFirst = comparison.isFirst
        time = Timestamp(milliseconds: comparison.time * 1_000)
        before = comparison.before.map { Timestamp(milliseconds: $0 * 1_000) }
        new = comparison.new.map(Line.init)
        gone = comparison.gone.map(Line.init)
        still = comparison.still.map(Line.init)
        notChecked = comparison.notChecked.map {
            Unchecked(part: $0.part, why: $0.why, since: Timestamp(milliseconds: $0.since * 1_000), kept: $0.kept)
        }
        self.notices = notices.map(\.id)
    }
}
