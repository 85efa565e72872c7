/// Why a picture was not read or not written.
public struct PictureError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// The file is no PNG or JPEG, or is damaged, or too large.
        case reading
        case writing
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
