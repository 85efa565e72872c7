package import Faults

/// A request that got no answer.
///
/// `description` names the host or the socket, never the path or query of a URL: it is safe to log.
package typealias WebError = Fault<WebFaultCode>

/// What kind of failure this is, for callers that decide by it.
package enum WebFaultCode: String, FaultCode, CaseIterable {
    /// The path does not lead to a Unix socket.
    case noSocket = "no-socket"
    /// Nothing listens there.
    case refused = "connection-refused"
    /// The socket may not be opened by this account.
    case notPermitted = "not-permitted"
    /// The name of the host is not known.
    case hostNotFound = "host-not-found"
    /// The other side could not be reached for another reason.
    case unreachable
    /// No answer came in time.
    case timedOut = "timed-out"
    /// The response, or one line of it, is longer than allowed.
    case tooLarge = "response-too-large"
    /// TLS could not be agreed on.
    case tlsFailed = "tls-failed"
    /// The certificate has expired.
    case certificateExpired = "certificate-expired"
    /// The certificate is not valid yet.
    case certificateNotYetValid = "certificate-not-yet-valid"
    /// The certificate is another host's.
    case certificateOfOtherHost = "certificate-of-other-host"
    /// The certificate is not signed by an authority that this computer trusts.
    case certificateUntrusted = "certificate-untrusted"
    /// The connection ended before the answer did.
    case disconnected
    /// The answer is not HTTP.
    case malformedResponse = "malformed-response"
    /// The server redirects again and again.
    case tooManyRedirects = "too-many-redirects"
    /// The URL cannot be asked for.
    case badAddress = "bad-address"
    /// Something else failed.
    case failed
}
