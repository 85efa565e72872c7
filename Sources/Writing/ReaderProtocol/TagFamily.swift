/// How a tag is spoken to, where a reader says no more of it.
public enum TagFamily: UInt8, Hashable, Sendable, CaseIterable {
    case unknown = 0
    /// MIFARE Classic.
    case classic = 1
    case type2 = 2
    case type4 = 4
    case type5 = 5
}
