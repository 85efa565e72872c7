/// An NDEF message: the records a tag carries, in order.
///
/// A message without records means an erased tag: it encodes to no bytes at all.
public struct NDEFMessage: Hashable, Sendable {
    /// Bytes that the longest message may have: what the three-byte length of a TLV block can say.
    public static let largestSize = 0xFFFE

    public let records: [NDEFRecord]

    public init(records: [NDEFRecord]) {
        self.records = records
    }

    /// Whether the message says nothing: it has no records, or none that is not of the format `empty`.
    public var isEmpty: Bool { records.allSatisfy { $0.format == .empty } }
}
