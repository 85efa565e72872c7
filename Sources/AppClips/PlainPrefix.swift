/// What all URLs have in common that begin as a template does: which experience they open is found out once, and only the
/// rest of each is looked at.
public struct PlainPrefix: Sendable {
    /// Position among the index' certain URLs of the one that they all open, if nothing is odd about their rest.
    public let experience: Int
    public let count: Int
    /// Eight zeros stand behind.
    private let bytes: [UInt8]

    /// Nil when it depends on the rest of a URL which experience it opens.
    public init?(_ template: QuickTemplate, _ index: ExperienceIndex) {
        let prefix = template.prefix
        guard let experience = index.certainMatch(ofAllBeginningWith: prefix) else { return nil }
        self.experience = experience
        count = prefix.count
        bytes = prefix + repeatElement(0, count: 8)
    }

    /// Whether a URL in part of a buffer begins like this and goes on without anything that Apple leaves open.
    public func fits(_ buffer: Span<UInt8>, _ url: Range<Int>) -> Bool {
        url.count > count && ByteRun.isEqual(bytes.span, 0..<count, buffer, at: url.lowerBound)
            && PlainParts.goesOnPlainly(buffer, url, from: url.lowerBound + count)
    }
}
