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
    /// The HTTP status of an answer that refuses.
    package let status: Int?

    package init(_ kind: Kind, _ complaint: Complaint, status: Int? = nil) {
        self.kind = kind
        self.complaint = complaint
        self.status = status
    }

    /// Whether the same may succeed when it is asked again, without anything being mended by who asks.
    package var isPassing: Bool {
        switch kind {
        case .unreachable, .timedOut: true
        case .noPermission: false
        case .refused: status.map { $0 >= 500 || $0 == 429 } ?? false
        }
    }

    package var description: String { "\(complaint.message): \(complaint.reason)" }
}
