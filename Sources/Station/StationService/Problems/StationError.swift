internal import API
package import Faults

/// Something that the station refuses or could not do, and the HTTP status that says so.
package struct StationError: Error, Hashable, Sendable, CustomStringConvertible {
    let listed: ListedProblem
    package let complaint: Complaint

    package var status: Int { listed.status }

    init(_ code: StationFaultCode, _ message: String, why: String, next: String) {
        self.init(.station(code), message, why: why, next: next)
    }

    init(_ listed: ListedProblem, _ message: String, why: String, next: String) {
        self.listed = listed
        complaint = Complaint(code: listed.code, message: message, reason: why, next: next)
    }

    /// What another module says.
    init(_ listed: ListedProblem, _ error: some AnyFault) {
        self.listed = listed
        complaint = error.complaint
    }

    package var description: String { "\(complaint.message): \(complaint.reason)" }
}
