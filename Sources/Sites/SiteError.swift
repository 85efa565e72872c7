public import Explaining

/// Why files for a website cannot be made.
public struct SiteError: ExplainedError, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        /// The file that is there already is no site association.
        case badAssociation = "bad-association"
        /// The deployment does not say what a page needs.
        case incomplete
        /// A URL whose page would have no safe file name.
        case badPath = "bad-path"
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String
}
