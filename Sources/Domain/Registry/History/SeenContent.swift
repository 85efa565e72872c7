public import Chips

/// What a phone or a reader read: the URL, and the chip where it was known.
public struct SeenContent: Hashable, Sendable {
    @ByteCompared public private(set) var url: String
    public let uid: ChipUID?

    public init(url: String, uid: ChipUID?) {
        self.url = url
        self.uid = uid
    }

    /// Scheme and host, as the identity of a finding names them.
    public var origin: Substring { Self.origin(of: url[...]) }

    static func origin(of url: Substring) -> Substring {
        guard let scheme = url.firstRange(of: "://") else { return url }
        return url[..<(url[scheme.upperBound...].firstIndex(of: "/") ?? url.endIndex)]
    }
}
