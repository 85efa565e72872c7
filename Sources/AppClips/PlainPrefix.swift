/// What all URLs of a template have in common: which experience they open is found out once, and only what comes behind
/// that is looked at in each.
public struct PlainPrefix: Sendable {
    /// Position among the index' certain URLs of the one that they all open, if nothing is odd about their rest.
    public let experience: Int
    private let template: QuickTemplate

    /// Nil when it depends on the rest of a URL which experience it opens.
    public init?(_ template: QuickTemplate, _ index: ExperienceIndex) {
        guard template.goesOnPlainly, let experience = index.certainMatch(ofAllBeginningWith: template.prefix) else {
            return nil
        }
        self.experience = experience
        self.template = template
    }

    /// Where the variables stand in a URL in part of a buffer, when it begins like this and goes on without anything that
    /// Apple leaves open. Nil says nothing.
    public func fields(in buffer: Span<UInt8>, _ url: Range<Int>) -> QuickTemplate.Fields? {
        guard url.count <= InvocationURL.sizeLimit, template.beginsLikeThis(buffer, url) else { return nil }
        return template.fieldsBehindPrefix(in: buffer, url)
    }
}
