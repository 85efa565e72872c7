internal import TextCoding

/// Something that has changed, for people who do not look: what a webhook is sent, and what is kept until then.
///
/// Its JSON has the members that Standard Webhooks recommends (`type`, `timestamp`, `data`), and `id`, by which a receiver
/// recognises a repetition.
package struct Notice: Sendable, Hashable, Codable {
    /// What has happened. The names are stable: receivers decide by them.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// It was not there when the run before looked.
        case new = "waymark.finding.new"
        /// It is not there any more: this run has looked.
        case gone = "waymark.finding.gone"
        /// Something could not be looked at, and could be before.
        case notChecked = "waymark.part.not-checked"
        /// The first run of a watch: nothing to compare with.
        case began = "waymark.watch.began"
        /// A person has asked whether notices arrive.
        case test = "waymark.test"
    }

    /// The run that has found it, and what else it has found.
    package struct Run: Sendable, Hashable, Codable {
        package let id: String
        package let new: Int
        package let gone: Int
        package let still: Int
        package let notChecked: Int

        package init(id: String, new: Int, gone: Int, still: Int, notChecked: Int) {
            self.id = id
            self.new = new
            self.gone = gone
            self.still = still
            self.notChecked = notChecked
        }
    }

    package struct Particulars: Sendable, Hashable, Codable {
        package let schema: Int
        /// Where it was seen: `bench.example`.
        package let station: String
        /// What was looked at: `site fruta.example`.
        package let part: String
        /// The same finding has the same identity in every run.
        package let identity: String
        package let code: String
        package let severity: NoticeSeverity
        package let message: String
        package let next: String
        /// When it was seen first.
        package let since: String
        package let run: Run

        package init(
            station: String, part: String, identity: String, code: String, severity: NoticeSeverity, message: String,
            next: String, since: Int64, run: Run
        ) {
            schema = 1
            self.station = station
            self.part = part
            self.identity = identity
            self.code = code
            self.severity = severity
            self.message = message
            self.next = next
            self.since = CalendarTime.iso8601(since) + "Z"
            self.run = run
        }
    }

    package let id: String
    package let type: Kind
    /// When it was found, not when it is sent.
    package let timestamp: String
    package let data: Particulars

    /// `time`: seconds since 1970.
    package init(_ type: Kind, id: NoticeID, time: Int64, _ data: Particulars) {
        self.id = id.text
        self.type = type
        timestamp = CalendarTime.iso8601(time) + "Z"
        self.data = data
    }
}

/// How bad what a notice tells is.
package enum NoticeSeverity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case notice
    case warning
    case critical

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
