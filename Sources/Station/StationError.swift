public import API
internal import Explaining

/// Something that the station refuses or could not do, and the HTTP status that says so.
public struct StationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let status: Int
    public let complaint: Complaint

    init(_ status: Int, _ code: String, _ message: String, why: String, next: String) {
        self.status = status
        complaint = Complaint(code: code, message: message, why: why, next: next)
    }

    /// What another room says, under this status.
    init(_ status: Int, _ error: some ExplainedError) {
        self.init(status, error.code.rawValue, error.message, why: error.reason, next: error.next)
    }

    public var description: String { "\(complaint.message): \(complaint.why)" }
}
