internal import API
public import Faults

/// Something that the station refuses or could not do, and the HTTP status that says so.
public struct StationError: Error, Hashable, Sendable, CustomStringConvertible {
    let listed: ListedProblem
    public let complaint: Complaint

    public var status: Int { listed.status }

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

    public var description: String { "\(complaint.message): \(complaint.reason)" }
}
