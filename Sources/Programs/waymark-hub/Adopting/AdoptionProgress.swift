import HubStorage
import UnixSystem

/// How far an adoption has come, for people who watch: only on a terminal.
enum AdoptionProgress {
    static func show(_ step: Adoption.Step, _ count: Int) {
        guard StandardError.isTerminal else { return }
        StandardError.write(text(step, count), after: eraseLine)
    }

    static func end() {
        guard StandardError.isTerminal else { return }
        StandardError.write("", after: eraseLine)
    }

    /// See: man 4 console_codes
    private static let eraseLine = "\r\u{1B}[K"

    private static func text(_ step: Adoption.Step, _ count: Int) -> String {
        switch step {
        case .checking: "checking the file"
        case .journal: "the journal: \(count) entries"
        case .tables: "the tables: \(count) tags"
        case .handingOver: "handing the file over"
        case .evidence: "evidence: \(count) rows"
        case .comparing: "comparing: \(count) rows of evidence"
        case .freeing: "the hub may grant \(count) tags"
        }
    }
}
