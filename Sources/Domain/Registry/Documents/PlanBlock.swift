/// Tags of a batch that are neighbours, and the digest of their plans.
///
/// The digest of a batch's plans is taken over those of its blocks: where a tag changes, a storage that keeps them reads
/// the plans of one block again, not a million. See docs/journal.md.
public struct PlanBlock: Hashable, Sendable {
    /// A block has the tags of so many row numbers.
    public static let size: Int64 = 256

    /// 0 for the rows 0 to 255.
    public let number: Int64
    /// 1 to ``size``: a block without tags is none.
    public let rows: Int64
    /// SHA-256 of the plans in the order of their rows, in lower-case hexadecimal.
    public let digest: String

    public init(number: Int64, rows: Int64, digest: String) {
        self.number = number
        self.rows = rows
        self.digest = digest
    }

    /// The block of a row.
    public static func number(of row: Int64) -> Int64 { row / size }

    /// As the digest of a batch's plans has it.
    public var document: [UInt8] {
        var fields = DocumentFields()
        fields.add(String(number))
        fields.add(String(rows))
        fields.add(digest)
        return fields.bytes
    }
}
