/// What a reader lets through to a tag. Plans use what is there.
public struct LinkCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Pages of a Type 2 tag, read and written by commands of the reader's own.
    public static let plain = LinkCapabilities(rawValue: 1)
    /// Commands of a Type 2 tag as they are.
    public static let raw = LinkCapabilities(rawValue: 2)
    /// Commands of ISO/IEC 7816-4.
    public static let apdu = LinkCapabilities(rawValue: 4)
    /// Blocks of a Type 5 tag: the reader makes the frame, and chooses the tag.
    public static let type5 = LinkCapabilities(rawValue: 8)
    /// Frames of ISO/IEC 15693-3 as they are, so that a command reaches the tag that it names and no other.
    public static let type5Raw = LinkCapabilities(rawValue: 16)
}
