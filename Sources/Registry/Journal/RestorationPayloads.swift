/// A registry that was put in another one's place from a backup.
public struct RegistryRestoration: Hashable, Sendable, Codable {
    /// The backup's file name.
    public let backup: String
    /// The backup's newest entry.
    public let newest: JournalPoint?
    /// The newest entry of the registry that was replaced, as far as it could be read.
    public let replaced: JournalPoint?
    /// How many of its entries are not in the backup; nil where nobody can know.
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
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no N:DIGEST")
        }
        self = point
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// What has become of a tag, whatever its plan is.
public struct TagFate: Hashable, Sendable {
    public let id: TagID
    public var state: TagState
    public var uid: ChipUID?
    public var product: String?
    public var writtenURL: String?
    public var protection: Protection?
    public var mirror: ChipMirror?
    public var genuineness: Genuineness?
    public var key: KeyName?
    public var intendedKey: KeyName?
    public var prints: Int

    public init(_ id: TagID) {
        self.id = id
        state = .planned
        prints = 0
    }

    public init(_ tag: Tag) {
        id = tag.id
        state = tag.state
        uid = tag.uid
        product = tag.product
        writtenURL = tag.writtenURL
        protection = tag.protection
        mirror = tag.mirror
        genuineness = tag.genuineness
        key = tag.key
        intendedKey = tag.intendedKey
        prints = tag.prints
    }

    /// The state of a tag of this fate whose plan is this one.
    ///
    /// `isProven`: somebody can vouch for what was recorded; otherwise the chip has to be looked at again.
    public func state(planned tag: Tag, _ rules: BatchRules, isProven: Bool) -> TagState {
        switch state {
        case .planned, .retired: return state
        case .printed: return state
        case .unfinished, .written, .outdated:
            guard uid != nil else { return prints > 0 ? .outdated : .planned }
            guard isProven, state != .unfinished else { return .unfinished }
            var written = tag
            (written.protection, written.mirror, written.key) = (protection, mirror, key)
            return writtenURL == tag.url && written.fits(rules, currentKey: nil) ? .written : .outdated
        }
    }
}

extension TagFate {
    /// Goes on with what a journal's entry says of the tag.
    public mutating func follow(_ event: Recorded) {
        switch event {
        case .writeIntended(let write):
            state = .unfinished
            uid = write.uid
            product = write.product
            genuineness = write.genuineness ?? genuineness
        case .protectionIntended(let protection):
            intendedKey = protection.key
        case .writeConfirmed(let write):
            state = .written
            uid = write.uid
            product = write.product
            writtenURL = write.url
            protection = write.protection
            mirror = write.mirror
            key = write.key
            intendedKey = nil
        case .replaced:
            let prints = prints
            self = TagFate(id)
            self.prints = prints
        case .retired:
            state = .retired
        case .printed:
            state = .printed
            prints += 1
        }
    }

    /// The entries that move a tag.
    public enum Recorded: Hashable, Sendable {
        case writeIntended(TagWrite)
        case protectionIntended(TagProtection)
        case writeConfirmed(TagWrite)
        case replaced
        case retired
        case printed
    }
}
