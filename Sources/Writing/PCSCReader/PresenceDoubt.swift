/// When pcscd is no longer believed that a reader is empty.
///
/// The end of each question makes pcscd look at the reader anew. If it still sees nothing where the reader sees a tag,
/// the tag is taken without it.
struct PresenceDoubt {
    typealias Instant = ContinuousClock.Instant

    /// How often an empty reader is asked itself. It costs one message to the reader and its answer.
    private static let interval = Duration.seconds(1)
    /// How long pcscd has for a look of its own at what the reader has said.
    private static let grace = Duration.milliseconds(200)

    private var nextQuestion: Instant?
    private var hasReaderSeenTag = false

    /// Whether the reader is to be asked. The first time is some while after it was found empty.
    mutating func isDue(at now: Instant) -> Bool {
        guard let nextQuestion else {
            self.nextQuestion = now + Self.interval
            return false
        }
        return now >= nextQuestion
    }

    /// Whether the reader has said twice in a row that a tag is there.
    mutating func isConfirmed(byTagThere isThere: Bool, at now: Instant = .now) -> Bool {
        defer {
            hasReaderSeenTag = isThere
            nextQuestion = now + (isThere ? Self.grace : Self.interval)
        }
        return isThere && hasReaderSeenTag
    }

    /// pcscd sees a tag, or one was taken without it.
    mutating func settle() { self = PresenceDoubt() }
}
