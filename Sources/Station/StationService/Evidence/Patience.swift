/// How long something is waited for that ends by itself.
struct Patience: Sendable {
    let limit: Duration
    /// Between two looks.
    let pause: @Sendable () async throws -> Void

    init(_ limit: Duration, pause: @escaping @Sendable () async throws -> Void = Self.shortly) {
        self.limit = limit
        self.pause = pause
    }

    @Sendable private static func shortly() async throws { try await Task.sleep(for: .milliseconds(20)) }

    /// Of the daemon's end, with what clients are sending. What is open after that is settled at the next start.
    static let atTheEnd = Patience(.seconds(5))

    /// Returns also when the task is cancelled.
    func wait(isolation: isolated (any Actor)? = #isolation, while isBusy: () -> Bool) async {
        let end = ContinuousClock.now + limit
        while isBusy(), .now < end {
            guard (try? await pause()) != nil else { return }
        }
    }
}
