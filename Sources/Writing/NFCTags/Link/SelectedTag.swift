public import Chips

/// What a reader learns by selecting a tag (ISO/IEC 14443-3 type A).
public struct SelectedTag: Hashable, Sendable {
    public let uid: ChipUID
    /// ATQA in the order in which a PN53x and libnfc report it: 00 44 for an NTAG, which is 44 00 on air.
    public let atqa: [UInt8]
    /// The answer to the last SELECT command. 00: a Type 2 tag.
    public let sak: UInt8
    /// The answer to RATS without its length byte; empty unless the tag speaks ISO/IEC 14443-4.
    public let ats: [UInt8]

    public init(uid: ChipUID, atqa: [UInt8], sak: UInt8, ats: [UInt8] = []) {
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.ats = ats
    }
}
