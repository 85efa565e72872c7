public import Explaining

/// Why App Clip Codes were not asked for, or not taken.
public struct ClipCodesError: ExplainedError, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        /// A name, a URL or a colour that Apple's tools do not take.
        case requestInvalid
        /// Too many codes for one list, or one file name twice.
        case listInvalid
        /// A file is no App Clip Code.
        case fileInvalid
        /// A ZIP cannot be read, or is not what a generator sends.
        case archiveInvalid
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String
}
