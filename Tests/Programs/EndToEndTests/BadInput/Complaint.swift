import Foundation
import Testing

/// An error as a person sees it: what failed, why (on one line or more), what to do.
struct Complaint: Equatable, CustomStringConvertible {
    let message: String
    let reasons: [String]
    let next: String

    /// Nil for a text that has another form. With a program's log before it, its last three parts count.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        guard text.hasSuffix("\n"), let first = lines.lastIndex(where: { $0.hasPrefix("error: ") }) else { return nil }
        let parts = lines[first...].map { $0 }
        guard parts.count >= 3, parts[1].hasPrefix("  why:  "), let last = parts.last, last.hasPrefix("  next: "),
            parts[2..<(parts.count - 1)].allSatisfy({ $0.hasPrefix("        ") })
        else { return nil }
        message = String(parts[0].dropFirst(7))
        reasons = parts[1..<(parts.count - 1)].map { String($0.dropFirst(8)) }
        next = String(last.dropFirst(8))
        guard !message.isEmpty, !next.isEmpty, reasons.allSatisfy({ !$0.isEmpty }) else { return nil }
    }

    /// The last line of what a command with `--json` says. Nil for a text that has another form.
    init?(json text: String) {
        guard text.hasSuffix("\n"), let line = text.split(separator: "\n").last,
            let members = try? JSONDecoder().decode([String: String].self, from: Data(line.utf8)),
            members.keys.sorted() == ["code", "message", "next", "why"], let message = members["message"],
            let why = members["why"], let next = members["next"], members["code"]?.isEmpty == false
        else { return nil }
        self.message = message
        reasons = why.split(separator: "\n").map(String.init)
        self.next = next
    }

    /// All that it says, for a look at a part of it.
    var description: String { ([message] + reasons + [next]).joined(separator: "\n") }
}
