package import Notices

/// A notice that the sender has taken over, with how far its deliveries have come.
package struct QueuedNotice: Sendable, Hashable, Codable {
    package struct Delivery: Sendable, Hashable, Codable {
        package enum State: String, Sendable, Hashable, Codable {
            case waiting
            case taken
            /// Not tried again: see the dead letter.
            case dead
        }

        package var state = State.waiting
        package var attempts = 0
        /// When it is tried next, in seconds since 1970.
        package var due: Int64
        /// Why the last try failed.
        package var reason: String?
    }

    package let schema: Int
    package let notice: Notice
    /// When it was taken over, in seconds since 1970.
    package let since: Int64
    /// By the receivers' names.
    package var deliveries: [String: Delivery]

    package init(_ notice: Notice, since: Int64, for receivers: [String]) {
        schema = 1
        self.notice = notice
        self.since = since
        deliveries = Dictionary(receivers.map { ($0, Delivery(due: since)) }) { first, _ in first }
    }

    /// What was found first is sent first.
    var order: (Int64, String, String) { (since, notice.timestamp, notice.id) }

    /// Whether it has to be kept.
    package var isOpen: Bool { deliveries.values.contains { $0.state == .waiting } }
}

/// A notice that a receiver never took, and why.
package struct DeadLetter: Sendable, Hashable, Codable {
    package let schema: Int
    package let receiver: String
    package let notice: Notice
    package let attempts: Int
    package let reason: String
    /// When it was given up, in seconds since 1970.
    package let time: Int64

    package init(_ notice: Notice, to receiver: String, attempts: Int, reason: String, at time: Int64) {
        schema = 1
        self.notice = notice
        self.receiver = receiver
        self.attempts = attempts
        self.reason = reason
        self.time = time
    }

    /// What `waymark notify` calls it, and its file.
    package var name: String { Self.name(of: notice.id, receiver) }

    static func name(of id: String, _ receiver: String) -> String { "\(id).\(receiver)" }
}
