/// A chip and what it still owes its host, whatever frames its reader puts that in.
struct ChipSession {
    typealias Instant = ContinuousClock.Instant

    var chip: PN532
    var answers = AnswerQueue()
    /// When a command that waits for a tag gives up.
    private var waitsUntil: Instant?

    init(chip: PN532) {
        self.chip = chip
    }

    /// The command under way waits for a tag; nil is for ever.
    mutating func wait(atMost time: Duration?, from now: Instant) {
        waitsUntil = time.map { now + $0 }
    }

    /// What a waiting command says to a tag that was put on the antenna.
    mutating func tagCame() -> ChipReply? {
        guard let reply = chip.tagCame() else { return nil }
        waitsUntil = nil
        return reply
    }

    /// What a waiting command says when its time is up.
    mutating func stopWaiting(at now: Instant) -> ChipReply? {
        guard let end = waitsUntil, end <= now else { return nil }
        waitsUntil = nil
        return chip.stopWaiting()
    }

    /// The command under way has no answer any more.
    mutating func endCommand() {
        answers.removeAll()
        waitsUntil = nil
    }

    /// When the next answer is due, or a waiting command gives up.
    var nextDue: Instant? {
        switch (answers.nextDue, waitsUntil) {
        case (let due?, let end?): min(due, end)
        case (let due, let end): due ?? end
        }
    }
}
