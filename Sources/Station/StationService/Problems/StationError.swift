internal import API
package import Faults

/// Something that the station refuses or could not do, and the HTTP status that says so.
package struct StationError: Error, Hashable, Sendable, CustomStringConvertible {
    let listed: ListedProblem
    package let complaint: Complaint
    /// The seconds after which the same request may be carried out (RFC 9110, section 10.2.3); nil: not known.
    let retryAfter: Int?

    package var status: Int { listed.status }

    init(_ code: StationFaultCode, _ message: String, why: String, next: String, retryAfter: Int? = nil) {
        self.init(.station(code), message, why: why, next: next, retryAfter: retryAfter)
    }

    init(_ listed: ListedProblem, _ message: String, why: String, next: String, retryAfter: Int? = nil) {
        self.listed = listed
        self.retryAfter = retryAfter
        complaint = Complaint(code: listed.code, message: message, reason: why, next: next)
    }

    /// What another module says.
    init(_ listed: ListedProblem, _ error: some AnyFault) {
        self.listed = listed
        retryAfter = nil
        complaint = error.complaint
    }

    package var description: String { "\(complaint.message): \(complaint.reason)" }
}
