/// The common prefix of all URLs of a template. The experience that it opens is found once; of each URL, only the rest
/// after the prefix is checked.
public struct FastPrefix: Sendable {
    /// Position among the index' certain URLs of the one that they all open, if nothing is odd about their rest.
    public let experience: Int
    private let template: FastTemplate

    /// Nil when it depends on the rest of a URL which experience it opens.
    public init?(_ template: FastTemplate, _ index: ExperienceIndex) {
        let prefix = template.prefix
        let experience =
            template.hasOnePath ? index.fastMatch(ofAllWithPath: prefix) : index.fastMatch(ofAllBeginningWith: prefix)
        guard template.goesOnPlainly, let experience else { return nil }
        self.experience = experience
        self.template = template
    }

    /// The positions of the variables in a URL in part of a buffer, when the URL begins with the prefix and continues
    /// without anything that Apple leaves open. Nil decides nothing.
    public func fields(in buffer: Span<UInt8>, _ url: Range<Int>) -> FastTemplate.Fields? {
        guard url.count <= InvocationURL.sizeLimit, template.beginsLikeThis(buffer, url) else { return nil }
        return template.fieldsBehindPrefix(in: buffer, url)
    }
}
