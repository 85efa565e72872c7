internal import TextCoding

/// What the registered experiences say about a scanned URL. A match is a prediction of what iOS does.
public enum ExperienceMatch: Sendable, Equatable {
    /// One experience matches in a shape that Apple shows. `others` are shorter registered prefixes.
    case match(InvocationURL, others: [InvocationURL])
    case noMatch(NoMatch)
    /// Whether an experience matches, or which, depends on what Apple leaves open. Longest candidate first.
    case ambiguous(Ambiguity, candidates: [InvocationURL])
}

/// Why no experience matches.
public enum NoMatch: String, Sendable, Codable, CustomStringConvertible {
    case notWeb = "not-web"
    case otherHost = "other-host"
    case noPrefix = "no-prefix"
    case defaultLink = "default-link"
    case demoLink = "demo-link"

    /// Completes "no experience matches: ".
    public var description: String {
        switch self {
        case .notWeb: "it is not an https URL"
        case .otherHost: "no experience is registered for its host"
        case .noPrefix: "its host is registered, but no registered URL is a prefix of it"
        case .defaultLink: "it is Apple's default link: it opens the default experience, which is not registered by URL"
        case .demoLink: "it is Apple's demo link: it takes no parameters, so every tag with it is the same"
        }
    }
}

/// What Apple leaves open about a URL.
public enum Ambiguity: String, Sendable, Codable, CaseIterable, CustomStringConvertible {
    case scheme
    case userInfo = "user-info"
    case port
    case hostCase = "host-case"
    case internationalHost = "international-host"
    case fragment
    case emptyQuery = "empty-query"
    case emptySegment = "empty-segment"
    case dotSegment = "dot-segment"
    case query
    case trailingSlash = "trailing-slash"
    case pathCase = "path-case"
    case percentEncoding = "percent-encoding"
    case partialComponent = "partial-component"

    public var description: String {
        switch self {
        case .scheme: "its scheme is not the registered one"
        case .userInfo: "it has user information before its host"
        case .port: "it names a port"
        case .hostCase: "its host is written with other capital letters"
        case .internationalHost: "its host has letters outside ASCII, or their xn-- form"
        case .fragment: "it has a fragment"
        case .emptyQuery: "it ends in an empty query"
        case .emptySegment: "its path has two slashes in a row"
        case .dotSegment: "its path has a . or .. segment"
        case .query: "the registered URL has a query that it does not repeat exactly"
        case .trailingSlash: "the registered URL ends in a slash that it lacks"
        case .pathCase: "its path is written with other capital letters"
        case .percentEncoding: "its percent-encoding is not that of the registered URL"
        case .partialComponent: "the registered URL ends in the middle of a component of its path"
        }
    }
}
