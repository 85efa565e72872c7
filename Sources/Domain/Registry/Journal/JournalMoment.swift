/// The time that an event's entry bears: the journal's times do not go back, unless an entry says that the clock did.
public struct JournalMoment: Hashable, Sendable {
    public let time: Timestamp
    /// Journalled before the event, at ``ClockStep/to``; nil where the clock went on.
    public let step: ClockStep?

    /// `now`: what the clock shows; `newest`: the time of the newest entry.
    public init(of event: JournalEvent, at now: Timestamp, after newest: Timestamp?) {
        guard let newest, now < newest, !event.isClockStep else {
            (time, step) = (now, nil)
            return
        }
        let isSlack = newest.milliseconds - now.milliseconds <= Self.slack
        (time, step) = isSlack ? (newest, nil) : (now, ClockStep(from: newest, to: now))
    }

    /// Milliseconds by which a clock that is kept right may be set back without an entry.
    private static let slack: Int64 = 1_000
}

extension Author {
    /// Who journals that the clock of the same station was set.
    public var clock: Author { Author(station: station, actor: "waymarkd") }
}

extension JournalEvent {
    fileprivate var isClockStep: Bool { if case .clockSet = self { true } else { false } }

    /// A chip is changed after it.
    public var beginsWrite: Bool {
        switch self {
        case .writeIntended, .protectionIntended: true
        default: false
        }
    }

    /// A write that was begun is over.
    public var endsWrite: Bool {
        switch self {
        case .writeConfirmed, .writeInterrupted: true
        default: false
        }
    }
}
