internal import API
public import Faults

/// Something that the station refuses or could not do, and the HTTP status that says so.
public struct StationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let status: Int
    public let complaint: Complaint

    init(_ code: StationFaultCode, _ message: String, why: String, next: String) {
        self.init(.station(code), message, why: why, next: next)
    }

    init(_ problem: ListedProblem, _ message: String, why: String, next: String) {
        status = problem.status
        complaint = Complaint(code: problem.code, message: message, reason: why, next: next)
    }

    /// What another module says.
    init(_ problem: ListedProblem, _ error: some AnyFault) {
        self.init(problem.status, error)
    }

    /// What another module says, under this status.
    init(_ status: Int, _ error: some AnyFault) {
        self.status = status
        complaint = error.complaint
    }

    public var description: String { "\(complaint.message): \(complaint.reason)" }
}
