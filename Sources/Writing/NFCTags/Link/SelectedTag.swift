public import Chips

/// What a reader learns by selecting a tag: by the anticollision of ISO/IEC 14443-3 type A or the inventory of
/// ISO/IEC 15693-3, or, over PC/SC, from its ATR.
public struct SelectedTag: Hashable, Sendable {
    /// How a tag is spoken to.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        case type2
        case type4
        case type5
        /// MIFARE Classic and its kin.
        case classic
        /// None of these: its SAK, if it has one, says what it is.
        case unknown
    }

    public let uid: ChipUID
    public let family: Family
    /// ATQA in the order in which a PN53x and libnfc report it: 00 44 for an NTAG, which is 44 00 on air. Empty where a
    /// reader does not say.
    public let atqa: [UInt8]
    /// The answer to the last SELECT command. 00: a Type 2 tag, or a reader that does not say.
    public let sak: UInt8
    /// The answer to RATS without its length byte; empty unless the tag speaks ISO/IEC 14443-4.
    public let ats: [UInt8]
    /// The data storage format identifier of a Type 5 tag; nil where a reader does not say.
    public let dsfid: UInt8?

    /// A tag that a PN53x has listed, whose SAK says of what family it is.
    public init(uid: ChipUID, atqa: [UInt8], sak: UInt8, ats: [UInt8] = []) {
        self.init(uid: uid, family: Family(sak: sak), atqa: atqa, sak: sak, ats: ats)
    }

    public init(
        uid: ChipUID, family: Family, atqa: [UInt8] = [], sak: UInt8 = 0, ats: [UInt8] = [], dsfid: UInt8? = nil
    ) {
        self.uid = uid
        self.family = family
        self.atqa = atqa
        self.sak = sak
        self.ats = ats
        self.dsfid = dsfid
    }
}

extension SelectedTag.Family {
    /// SAK of ISO/IEC 14443-3: 00 is a Type 2 tag, bit 6 says ISO/IEC 14443-4.
    fileprivate init(sak: UInt8) {
        if sak == 0 {
            self = .type2
        } else if UnsupportedTag(sak: sak) == nil {
            self = .type4
        } else {
            self = .unknown
        }
    }
}
