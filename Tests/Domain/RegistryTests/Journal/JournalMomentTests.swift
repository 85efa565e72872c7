import Registry
import Testing

@Suite struct `The time of an entry` {
    private let event: JournalEvent

    init() throws {
        event = .keyRotated(
            KeyRotation(
                batch: try #require(BatchName("opening")), key: KeyName(identifier: "key", check: "A1B2C3")))
    }

    private func moment(_ now: Int64, after newest: Int64?) -> JournalMoment {
        JournalMoment(
            of: event, at: Timestamp(milliseconds: now), after: newest.map { Timestamp(milliseconds: $0) })
    }

    @Test func `does not go back by a second, and says when the clock was set back by more`() {
        #expect(moment(5_000, after: nil).time.milliseconds == 5_000)
        #expect(moment(5_000, after: 5_000).step == nil)
        let slack = moment(4_000, after: 5_000)
        #expect(slack.time.milliseconds == 5_000 && slack.step == nil)
        let back = moment(3_999, after: 5_000)
        #expect(back.time.milliseconds == 3_999)
        #expect(back.step?.from.milliseconds == 5_000 && back.step?.to.milliseconds == 3_999)
    }
}
