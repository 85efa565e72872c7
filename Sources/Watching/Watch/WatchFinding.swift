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
    /// How many signs it is about, those that were said before included; nil where that does not say how bad it is.
    package private(set) var extent: Int?
    /// Which signs; nil where a former version has kept it, which knew their number alone.
    private var signDigests: [String]?
    /// When a run found it first, in seconds since 1970.
    package internal(set) var since: Int64 = 0
    /// By which former versions knew it; nil where it is the same. Not kept.
    private(set) var formerIdentity: String?

    private enum CodingKeys: String, CodingKey {
        case identity
        case code
        case severity
        case message
        case next
        case extent
        case signDigests = "signs"
        case since
    }

    /// Longer texts are cut: thousands of findings are kept.
    private static let textLimit = 1_000

    /// The signs that it is about, and of a finding that is kept those that were said before.
    var signs: FindingSigns? {
        get { extent.map { FindingSigns(count: $0, known: signDigests ?? []) } }
        set { (extent, signDigests) = (newValue?.count, newValue?.known) }
    }

    /// Whether it is something else to a person than it was: worse, or about signs that were not said, where signs are
    /// wrong.
    func isWorse(than former: Self) -> Bool {
        if severity != former.severity { return severity > former.severity }
        guard severity > .notice, let signs, let said = former.signs else { return false }
        return signs.hasMore(than: said)
    }

    /// `key`: what makes it the same finding in another run, within its part and code: not its message where that holds
    /// numbers that change. `formerKey`: that of former versions, where it was another one. `signs`: what people call
    /// those that it is about.
    package init(
        _ code: String, _ severity: NoticeSeverity, in part: WatchPart, key: String, formerKey: String? = nil,
        message: String, next: String, signs: [String]? = nil
    ) throws {
        func digest(_ key: String) throws -> String {
            let words = ["Waymark finding 1", part.kind.rawValue, part.name, code, key]
            return String(try SHA256.hexadecimal(of: words.joined(separator: "\n").utf8).prefix(32))
        }
        identity = try digest(key)
        if let formerKey, formerKey != key { formerIdentity = try digest(formerKey) }
        self.code = code
        self.severity = severity
        self.message = String(message.prefix(Self.textLimit))
        self.next = String(next.prefix(Self.textLimit))
        self.signs = try signs.map { try FindingSigns(of: $0) }
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
