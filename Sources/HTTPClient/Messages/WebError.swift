public import Explaining

/// A request that got no answer.
///
/// `description` names the host or the socket, never the path or query of a URL: it is safe to log.
public struct WebError: ExplainedError, Equatable {
    /// What kind of failure this is, for callers that decide by it.
    public enum Code: String, Sendable, CaseIterable {
        /// There is no Unix socket at the path.
        case noSocket
        /// Nobody listens there.
        case refused
        case notPermitted
        case hostNotFound
        /// The other side could not be reached for another reason.
        case unreachable
        case timedOut
        /// The response, or one line of it, is longer than allowed.
        case tooLarge
        case tlsFailed
        case certificateExpired
        case certificateNotYetValid
        /// The certificate is another host's.
        case certificateOfOtherHost
        /// Nobody whom this computer trusts vouches for the certificate.
        case certificateUntrusted
        /// The connection ended before the answer did.
        case disconnected
        case malformedResponse
        case tooManyRedirects
        case badAddress
        case failed
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String

    public init(code: Code, message: String, reason: String, next: String) {
        self.code = code
        self.message = message
        self.reason = reason
        self.next = next
    }

    public var description: String { "\(message): \(reason); \(next)" }
}
