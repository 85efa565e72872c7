public import Faults

/// Why the daemon could not be asked, or what it answered instead of doing what it was asked.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        /// No daemon answers at the socket.
        case unreachable
        /// The socket may not be opened by this user.
        case noPermission = "no-permission"
        /// No tag or reader came in time.
        case timedOut = "timed-out"
        /// The daemon says no, and why.
        case refused
    }

    public let kind: Kind
    public let complaint: Complaint

    public init(_ kind: Kind, _ complaint: Complaint) {
        self.kind = kind
        self.complaint = complaint
    }

    public var description: String { "\(complaint.message): \(complaint.reason)" }
}
