/// Why files for a website cannot be made.
public struct SiteError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// The file that is there already is no site association.
        case badAssociation = "bad-association"
        /// The deployment does not say what a page needs.
        case incomplete
        /// A URL whose page would have no safe file name.
        case badPath = "bad-path"
    }

    public let code: Code
    /// What failed.
    public let message: String
    /// Why.
    public let reason: String
    /// What to do.
    public let next: String

    public var description: String { "\(message): \(reason)" }
}
