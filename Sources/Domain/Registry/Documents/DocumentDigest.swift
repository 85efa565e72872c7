/// How many rows a set of documents has, and the SHA-256 of them: `120:9f86d0…`.
///
/// The digest is taken over the rows' ``DocumentFields``, one row behind the other in the order of
/// ``RegistryTables/forEachDocument(of:_:)``; that of plans over the batch's blocks.
public struct DocumentDigest: Hashable, Sendable, Codable, CustomStringConvertible {
    /// 1 or more: a set without rows has no digest.
    public let rows: Int64
    /// SHA-256 in lower-case hexadecimal.
    public let digest: String

    public init(rows: Int64, digest: String) {
        self.rows = rows
        self.digest = digest
    }

    public var description: String { "\(rows):\(digest)" }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The same form as that of an entry's number and digest.
        guard let point = JournalPoint(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is not an N:DIGEST")
        }
        self.init(rows: point.sequence, digest: point.digest)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// What an entry says of a set of documents: how it was before, and how it is since.
///
/// Both are taken from the tables (of plans, from the blocks that the entry changes, and the digests that are kept of the
/// others). That the one before is not what the last entry has left shows a change beside the journal, for good: a later
/// entry does not cover it up.
public struct DocumentChange: Hashable, Sendable {
    public let set: DocumentSet
    /// Nil without rows.
    public let before: DocumentDigest?
    /// Nil without rows.
    public let after: DocumentDigest?

    public init(_ set: DocumentSet, before: DocumentDigest?, after: DocumentDigest?) {
        self.set = set
        self.before = before
        self.after = after
    }
}

/// `{"after":"3:9f86d0…","batch":"opening","set":"plans"}`
extension DocumentChange: Codable {
    private enum CodingKeys: String, CodingKey {
        case set, batch, before, after
    }

    private enum Name: String, Codable {
        case stores, experiences, deployments, batches, plans
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        set =
            switch try members.decode(Name.self, forKey: .set) {
            case .stores: .stores
            case .experiences: .experiences
            case .deployments: .deployments
            case .batches: .batches
            case .plans: .tags(try members.decode(BatchName.self, forKey: .batch))
            }
        before = try members.decodeIfPresent(DocumentDigest.self, forKey: .before)
        after = try members.decodeIfPresent(DocumentDigest.self, forKey: .after)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        let name: Name
        switch set {
        case .stores: name = .stores
        case .experiences: name = .experiences
        case .deployments: name = .deployments
        case .batches: name = .batches
        case .tags(let batch):
            name = .plans
            try members.encode(batch, forKey: .batch)
        }
        try members.encode(name, forKey: .set)
        try members.encodeIfPresent(before, forKey: .before)
        try members.encodeIfPresent(after, forKey: .after)
    }
}
