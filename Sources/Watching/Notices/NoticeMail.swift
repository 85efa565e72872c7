internal import Cryptography
internal import Foundation
internal import TextCoding

/// One mail for all notices of a run (RFC 5322), in ASCII: what is beyond it is encoded (RFC 2045, RFC 2047).
package struct NoticeMail: Sendable {
    /// Longer texts of a finding are cut in a mail.
    private static let textLimit = 600
    /// So many findings of each kind are listed.
    private static let listed = 100

    private let notices: [Notice]
    private let sender: String
    private let recipients: [String]

    /// `notices`: at least one, all of one run. Addresses were checked when the settings were read.
    package init(_ notices: [Notice], from sender: String, to recipients: [String]) {
        self.notices = notices.sorted { ($1.data.severity, $0.id) < ($0.data.severity, $1.id) }
        self.sender = sender
        self.recipients = recipients
    }

    /// The same for the same notices, so that mail programs show a mail once that came twice.
    package func identifier() throws -> String {
        let host = sender.split(separator: "@").last.map(String.init) ?? "localhost"
        if notices.count == 1 { return "<\(notices[0].id)@\(host)>" }
        let ids = notices.map(\.id).sorted().joined(separator: "\n")
        return "<run_\((try SHA256.hexadecimal(of: ids.utf8)).prefix(32))@\(host)>"
    }

    /// The message with its header, lines that end with CR LF. `time`: seconds since 1970.
    package func bytes(at time: Int64) throws -> [UInt8] {
        let fields = [
            "Date: \(Self.date(time))", "From: \(sender)", "To: \(recipients.joined(separator: ",\r\n "))",
            "Message-ID: \(try identifier())", "Subject: \(Self.encoded(subject))", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            // So that no automatic answer comes (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        let body = Data(text.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn,
            .endLineWithLineFeed,
        ])
        return Array((fields.joined(separator: "\r\n") + "\r\n\r\n" + body + "\r\n").utf8)
    }

    package var subject: String {
        guard let first = notices.first else { return "[waymark]" }
        let station = Self.line(first.data.station)
        switch first.type {
        case .test: return "[waymark] test from \(station)"
        case .began: return "[waymark] \(station): \(Self.line(first.data.message))"
        case .new, .gone, .notChecked:
            let run = first.data.run
            let counts = [
                (run.new, "new"), (run.gone, "gone"), (run.notChecked, "not checked"), (run.still, "still there"),
            ]
            let text = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            return "[waymark] \(station): \(text)"
        }
    }

    package var text: String {
        let groups: [(Notice.Kind, String)] = [
            (.test, "Test"), (.began, "The first run"), (.new, "New"), (.notChecked, "Not checked"), (.gone, "Gone"),
        ]
        var lines: [String] = []
        for (kind, title) in groups {
            let group = notices.filter { $0.type == kind }
            guard !group.isEmpty else { continue }
            lines += [title, ""]
            for notice in group.prefix(Self.listed) { lines += Self.lines(of: notice) + [""] }
            if group.count > Self.listed { lines += ["and \(group.count - Self.listed) more", ""] }
        }
        if let run = notices.first?.data.run, run.still > 0 {
            lines += ["\(run.still) more were there before and still are: waymark watch shows them.", ""]
        }
        return lines.joined(separator: "\r\n")
    }

    private static func lines(of notice: Notice) -> [String] {
        let data = notice.data
        var lines = ["\(data.severity.rawValue): \(line(data.part)): \(line(data.code)): \(line(data.message))"]
        if notice.type != .gone, !data.next.isEmpty { lines.append("  next: \(line(data.next))") }
        lines.append("  since \(line(data.since)), \(notice.id)")
        return lines
    }

    /// A text in one line, in which nothing is hidden.
    private static func line(_ text: String) -> String { VisibleText.escaped(String(text.prefix(textLimit))) }

    /// A field's text: as it is, or encoded words, each of whole characters, in lines of at most 76 (RFC 2047, section 2).
    static func encoded(_ text: String) -> String {
        if text.utf8.count <= 68, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), !text.contains("=?") {
            return text
        }
        var words: [String] = []
        var word = ""
        for scalar in text.unicodeScalars {
            if word.utf8.count + String(scalar).utf8.count > 39 {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(scalar)
        }
        return (words + [word]).map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// `Mon, 23 Nov 2026 23:20:16 +0000` (RFC 5322, section 3.3).
    static func date(_ time: Int64) -> String {
        let (days, _) = CalendarTime.split(time, by: 86_400)
        // 1970-01-01 was a Thursday.
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int((days % 7 + 7) % 7)]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let text = CalendarTime.iso8601(time)
        let parts = text.split(separator: "T")
        let date = parts[0].split(separator: "-")
        let month = months[(Int(date[1]) ?? 1) - 1]
        return "\(weekday), \(date[2]) \(month) \(date[0]) \(parts[1]) +0000"
    }
}
