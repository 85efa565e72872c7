package import Faults

/// Why the daemon could not be asked, or what it answered instead of doing what it was asked.
package struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Hashable, Sendable {
        /// No daemon answers at the socket.
        case unreachable
        /// The socket may not be opened by this user.
        case noPermission = "no-permission"
        /// No tag or reader came in time.
        case timedOut = "timed-out"
        /// The daemon says no, and why.
        case refused
    }

    package let kind: Kind
    package let complaint: Complaint

    package init(_ kind: Kind, _ complaint: Complaint) {
        self.kind = kind
        self.complaint = complaint
    }

    package var description: String { "\(complaint.message): \(complaint.reason)" }
}
