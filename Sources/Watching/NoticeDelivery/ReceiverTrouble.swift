internal import Notices

/// What a sender knows of a receiver since it last took something.
struct ReceiverTrouble {
    /// How often it has taken nothing.
    private(set) var tries = 0
    /// Until when it is left alone, in seconds since 1970.
    private(set) var rest: Int64 = 0
    private var refused: Set<String> = []

    /// It may be one notice alone that it does not take. That is known when it has not taken another one, either.
    var isTheReceivers: Bool { refused.count > 1 }

    /// `id`: of the notice, or of the first of a run. Another one is tried soon, and all less and less often when it has
    /// failed, too.
    mutating func fail(_ id: String, _ schedule: DeliverySchedule, jitter: Double, asked: Int64?, at time: Int64) {
        tries += 1
        refused.insert(id)
        rest = time + schedule.wait(after: isTheReceivers ? tries : 1, jitter: jitter, asked: asked)
    }
}
