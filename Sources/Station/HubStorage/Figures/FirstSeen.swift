/// When things that the database keeps no time of were first seen by this daemon.
struct FirstSeen<Subject: Hashable & Sendable>: Sendable {
    private var times: [Subject: Duration] = [:]

    /// Forgets all others. `time`: on a clock that is never set.
    mutating func see(only subjects: some Sequence<Subject>, at time: Duration) {
        let former = times
        times = Dictionary(subjects.map { ($0, former[$0] ?? time) }) { first, _ in first }
    }

    /// How long the oldest has been there; nil without any.
    func oldest(at time: Duration) -> Duration? { times.values.min().map { time - $0 } }
}
