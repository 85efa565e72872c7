public import Chips

/// What a phone or a reader read: the URL, and the chip where it was known.
public struct SeenContent: Hashable, Sendable {
    @ByteCompared public private(set) var url: String
    public let uid: ChipUID?

    public init(url: String, uid: ChipUID?) {
        self.url = url
        self.uid = uid
    }

    public var origin: ByteCompared { ByteCompared(Self.origin(of: url)) }

    /// What the identity of a finding names of a content: all before the third slash, which of a URL is scheme and host.
    public static func origin(of content: String) -> String {
        let parts = content.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? String(content.unicodeScalars[..<parts[2].endIndex]) : content
    }

    /// What the text of a finding says of a content that is not a URL.
    static func beginning(of content: String) -> String { String(content.prefix(80)) }
}
