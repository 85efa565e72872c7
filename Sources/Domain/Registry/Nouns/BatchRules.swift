/// What the chips of a batch must be, and become, beyond carrying their URLs.
public struct BatchRules: Hashable, Sendable, Codable {
    public let protection: Protection
    /// What a chip shows of itself in the URL's placeholder; nil for nothing.
    public let mirror: ChipMirror?
    public let genuineness: GenuinenessRule

    public init(
        protection: Protection = .none, mirror: ChipMirror? = nil, genuineness: GenuinenessRule = .unchecked
    ) {
        self.protection = protection
        self.mirror = mirror
        self.genuineness = genuineness
    }

    public static let usual = BatchRules()

    /// Whether a chip that is written under these rules can never be written again.
    public var isPermanent: Bool { protection == .lock }

    /// Whether the chips of a batch may be written under these rules. What cannot be undone needs a confirmation: the
    /// batch's name, given once more by the person who starts the job.
    public func allow(writing batch: BatchName, confirmedAs name: BatchName?) -> Bool { !isPermanent || name == batch }
}

/// What prevents unauthorized writing to a chip.
public enum Protection: String, Hashable, Sendable, Codable, CaseIterable {
    case none
    /// Read-only for ever. Cannot be undone.
    case lock
    /// Writing takes a password that is made from a key of the station.
    case password
}

/// What a chip puts into its URL whenever it is read.
public enum ChipMirror: String, Hashable, Sendable, Codable, CaseIterable {
    /// 14 hexadecimal digits.
    case uid
    /// How often it was read: 6 hexadecimal digits.
    case counter
    /// `UID x counter`: 21 characters.
    case both

    /// The text in a URL that the chip replaces with its own values.
    public var placeholder: String {
        let (uid, counter) = (String(repeating: "0", count: 14), String(repeating: "0", count: 6))
        return switch self {
        case .uid: uid
        case .counter: counter
        case .both: "\(uid)x\(counter)"
        }
    }

    /// Where a chip puts its own values into a URL: the first place that fits. Nil where there is none.
    package func place(in url: [UInt8]) -> Int? {
        let place = Array(placeholder.utf8)
        return url.indices.first { url[$0...].starts(with: place) }
    }
}
