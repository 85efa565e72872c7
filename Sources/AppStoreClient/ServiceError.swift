internal import Cryptography
public import Explaining
internal import HTTPClient
internal import UnixSystem

/// Why something could not be done in App Store Connect. Holds no key and no token.
public struct ServiceError: ExplainedError, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        /// The key's file, its identifier or the issuer cannot be used.
        case badKey
        /// App Store Connect does not accept the key.
        case notAuthorised
        /// App Store Connect understood the request and refuses it.
        case refused
        /// The hour's requests stayed used up.
        case rateLimited
        /// No answer came, or one about a fault over there. Nothing was changed.
        case unavailable
        /// No answer came to a request that may have been carried out all the same.
        case uncertain
        case malformedAnswer
        /// The app, the App Clip or the file of an image does not exist.
        case notFound
        /// An image was not taken.
        case imageRefused
        /// The address of the server, or one that it gave, must not get a token or a file.
        case badAddress
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String

    /// Whether going on with other steps is of no use.
    var endsTheRun: Bool {
        switch code {
        case .badKey, .notAuthorised, .rateLimited, .badAddress: true
        case .refused, .unavailable, .uncertain, .malformedAnswer, .notFound, .imageRefused: false
        }
    }
}
