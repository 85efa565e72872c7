/// What a reader lets through to a tag.
public struct ReaderCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Pages of a Type 2 tag, read and written by commands of the reader's own.
    public static let plain = ReaderCapabilities(rawValue: 1)
    /// Commands of a Type 2 tag as they are.
    public static let raw = ReaderCapabilities(rawValue: 2)
    /// Commands of ISO/IEC 7816-4.
    public static let apdu = ReaderCapabilities(rawValue: 4)
    /// Blocks of a Type 5 tag, read and written by commands of the reader's own, which chooses the tag.
    public static let type5 = ReaderCapabilities(rawValue: 8)
    /// Frames of ISO/IEC 15693-3 as they are.
    public static let type5Raw = ReaderCapabilities(rawValue: 16)
}
