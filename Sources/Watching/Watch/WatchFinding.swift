internal import Cryptography
package import Notices

/// Something that is not as it should be, wherever it was found.
package struct WatchFinding: Sendable, Hashable, Codable {
    /// 32 hexadecimal digits: the same finding in another run is known by them.
    package let identity: String
    package let code: String
    package let severity: NoticeSeverity
    package let message: String
    package let next: String
    /// How many signs it is about; nil where that does not say how bad it is.
    package internal(set) var extent: Int?
    /// When a run found it first, in seconds since 1970.
    package internal(set) var since: Int64 = 0

    /// Longer texts are cut: thousands of findings are kept.
    private static let textLimit = 1_000

    /// Whether it is something else to a person than it was: worse, or about more signs where signs are wrong.
    func isWorse(than former: Self) -> Bool {
        if severity != former.severity { return severity > former.severity }
        guard severity > .notice, let extent, let before = former.extent else { return false }
        return extent > before
    }

    /// `key`: what makes it the same finding in another run, within its part and code: not its message where that holds
    /// numbers that change.
    package init(
        _ code: String, _ severity: NoticeSeverity, in part: WatchPart, key: String, message: String, next: String,
        extent: Int? = nil
    ) throws {
        let words = ["Waymark finding 1", part.kind.rawValue, part.name, code, key]
        identity = String(try SHA256.hexadecimal(of: words.joined(separator: "\n").utf8).prefix(32))
        self.code = code
        self.severity = severity
        self.message = String(message.prefix(Self.textLimit))
        self.next = String(next.prefix(Self.textLimit))
        self.extent = extent
    }
}

/// What a look at a part came to.
package enum PartOutcome: Sendable, Hashable {
    case checked([WatchFinding])
    /// Looked at in part: findings that were known and were not found again are neither gone nor still there. `unseen`: of
    /// these codes; nil: of any.
    case partly([WatchFinding], unseen: Set<String>?, why: String)
    /// Not looked at.
    case notChecked(why: String)
}
