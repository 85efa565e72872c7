public import Chips

/// What a phone or a reader read: the URL, and the chip where it was known.
public struct SeenContent: Hashable, Sendable {
    public let url: String
    public let uid: ChipUID?

    public init(url: String, uid: ChipUID?) {
        self.url = url
        self.uid = uid
    }

    /// URLs are compared byte for byte, as a database does.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.uid == right.uid else { return false }
        let (one, other) = (left.url.utf8Span.span, right.url.utf8Span.span)
        guard one.count == other.count else { return false }
        for index in one.indices where one[index] != other[index] { return false }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(uid)
        // Every byte with its place: a text's own hash is that of its canonical form.
        unsafe url.utf8Span.span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
    }

    /// Scheme and host, as the identity of a finding names them.
    public var origin: Substring {
        guard let scheme = url.firstRange(of: "://") else { return url[...] }
        return url[..<(url[scheme.upperBound...].firstIndex(of: "/") ?? url.endIndex)]
    }
}
