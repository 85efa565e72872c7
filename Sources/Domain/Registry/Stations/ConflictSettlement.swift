public import Chips

/// A person has looked at what an entry of a station contradicts, and says that it needs no looking at any more. No tag
/// is moved by it.
public struct ConflictSettlement: Hashable, Sendable, Codable {
    /// That of the conflict in the hub's list.
    public let number: Int
    public let code: String
    /// The entry, and which of its conflicts is meant, from 0.
    public let chain: ChainName
    public let sequence: Int64
    public let part: Int
    public let tag: TagID?
    /// Number of the grant's request, where the conflict is about a grant.
    public let request: Int?
    /// The chip that the entry names.
    public let uid: ChipUID?
    /// What the hub has against the entry, where the code does not say it all.
    public let why: String?
    /// When the hub heard of it.
    public let noted: Timestamp
    /// A person's words.
    public let reason: String

    public init(
        number: Int, code: String, chain: ChainName, sequence: Int64, part: Int, tag: TagID?, request: Int?,
        uid: ChipUID?, why: String?, noted: Timestamp, reason: String
    ) {
        self.number = number
        self.code = code
        self.chain = chain
        self.sequence = sequence
        self.part = part
        self.tag = tag
        self.request = request
        self.uid = uid
        self.why = why
        self.noted = noted
        self.reason = reason
    }
}
