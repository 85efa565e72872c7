/// Whether a body arrives fast enough. A client that sends a byte now and then would hold a connection forever.
struct BodyPace {
    /// Bodies may be as slow as they like for this long.
    static let grace = Duration.seconds(20)
    /// Then they have to have come at this many bytes a second, on average.
    static let slowest = 1_024

    private let start = ContinuousClock.now
    /// The time that the client waited for us.
    private var paused = Duration.zero
    private var pauseStart: ContinuousClock.Instant?

    mutating func pause() { pauseStart = .now }

    /// Whether a client that has sent this many bytes by now is too slow.
    mutating func isTooSlow(_ received: Int) -> Bool {
        if let pauseStart {
            paused += pauseStart.duration(to: .now)
            self.pauseStart = nil
        }
        let spent = start.duration(to: .now) - paused
        return spent > Self.grace && received < Int(spent.components.seconds) * Self.slowest
    }
}
