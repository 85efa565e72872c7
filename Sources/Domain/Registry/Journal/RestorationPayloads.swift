internal import Chips

/// A registry that was put in another one's place from a backup.
public struct RegistryRestoration: Hashable, Sendable, Codable {
    /// The backup's file name.
    public let backup: String
    /// The backup's newest entry.
    public let newest: JournalPoint?
    /// The newest entry of the registry that was replaced, as far as it could be read.
    public let replaced: JournalPoint?
    /// How many of its entries are not in the backup; nil where that is unknown.
    public let lost: Int64?
    /// Tags that were handed out since and are on chips and labels now.
    public let tags: [TagID]
    /// Tokens that were revoked since, and stay revoked.
    public let revoked: [TokenName]
    /// Whether more was handed out since than is known.
    public let isDoubtful: Bool
    /// Numbers of findings and imports up to these are not given out again.
    public let lastFinding: Int64
    public let lastImport: Int64
    /// The file name under which the replaced registry is kept.
    public let kept: String?

    public init(
        backup: String, newest: JournalPoint?, replaced: JournalPoint?, lost: Int64?, tags: [TagID],
        revoked: [TokenName] = [],
        isDoubtful: Bool, lastFinding: Int64, lastImport: Int64, kept: String?
    ) {
        self.backup = backup
        self.newest = newest
        self.replaced = replaced
        self.lost = lost
        self.tags = tags
        self.revoked = revoked
        self.isDoubtful = isDoubtful
        self.lastFinding = lastFinding
        self.lastImport = lastImport
        self.kept = kept
    }
}

/// An entry's number and digest, as they are kept elsewhere: `812:9f86d0…`.
public struct JournalPoint: Hashable, Sendable, Codable, CustomStringConvertible {
    public let sequence: Int64
    /// SHA-256 in lower-case hexadecimal.
    public let digest: String

    public init(sequence: Int64, digest: String) {
        self.sequence = sequence
        self.digest = digest
    }

    /// A number from 1, a colon and 64 hexadecimal digits.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Int64(parts[0]), sequence > 0, parts[1].utf8.count == 64,
            parts[1].allSatisfy(\.isHexDigit)
        else { return nil }
        self.init(sequence: sequence, digest: parts[1].lowercased())
    }

    public var description: String { "\(sequence):\(digest)" }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let point = JournalPoint(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is not an N:DIGEST")
        }
        self = point
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// What the replaced registry knew and the backup does not; it is taken over, and not journalled a second time.
public struct LostRecords: Hashable, Sendable {
    /// What has become of tags, whatever their plans are.
    public let lives: [TagID: TagLife]
    /// Whether that is certain: otherwise chips must be read again.
    public let isProven: Bool
    /// Whether tags have the plans here that their lives were led with, and the rules: then each stays what it was. An outdated
    /// one may be so for another reason than these tell, such as a key that was rotated.
    public let hasSamePlans: Bool
    /// Oldest first. Those that the backup has as well may be among them.
    public let formerCarriers: [FormerCarrier]

    public init(
        lives: [TagID: TagLife], isProven: Bool, hasSamePlans: Bool = false, formerCarriers: [FormerCarrier]
    ) {
        self.lives = lives
        self.isProven = isProven
        self.hasSamePlans = hasSamePlans
        self.formerCarriers = formerCarriers
    }
}
