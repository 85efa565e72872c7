internal import Cryptography
package import Faults
internal import HTTPClient
internal import UnixSystem

/// Why something could not be done in App Store Connect. Holds no key and no token.
package typealias ServiceError = Fault<ServiceFaultCode>

package enum ServiceFaultCode: String, FaultCode, CaseIterable {
    /// The key's file, its identifier or the issuer cannot be used.
    case badKey = "bad-api-key"
    /// App Store Connect does not accept the key, or the team has not accepted an agreement.
    case notAuthorised = "not-authorised"
    /// App Store Connect understood the request and refuses it.
    case refused = "request-refused"
    /// The hour's requests stayed used up.
    case rateLimited = "rate-limited"
    /// No answer came, or one about a fault over there. Nothing was changed.
    case unavailable
    /// No answer came to a request that may have been carried out all the same.
    case uncertain
    /// App Store Connect's answer cannot be read.
    case malformedAnswer = "malformed-answer"
    /// The app, the App Clip or the file of an image does not exist.
    case notFound = "not-found"
    /// An image was not taken.
    case imageRefused = "image-refused"
    /// The address of the server, or one that it gave, must not get a token or a file.
    case badAddress = "untrusted-address"
}

extension ServiceError {
    /// Whether going on with other steps is of no use.
    var endsTheRun: Bool {
        switch code {
        case .badKey, .notAuthorised, .rateLimited, .badAddress: true
        case .refused, .unavailable, .uncertain, .malformedAnswer, .notFound, .imageRefused: false
        }
    }
}
