public import Explaining

/// Why a picture was not read or not written.
public struct PictureError: ExplainedError, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        /// The file is no PNG or JPEG, or is damaged, or too large.
        case reading
        case writing
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String
}
