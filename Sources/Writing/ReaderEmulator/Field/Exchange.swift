/// One command over the antenna and what came back.
public struct Exchange: Sendable, Equatable {
    /// What came back.
    public let response: TagResponse
    /// How late it came. The antenna does not wait; a caller that has a clock does.
    public let delay: Duration
}

/// How much went over an antenna. A field without a tag counts nothing but the empty polls.
public struct ExchangeCounts: Sendable, Equatable {
    /// Selections that found the tag.
    public internal(set) var selections = 0
    /// Selections that found nothing, for nothing is there.
    public internal(set) var emptyPolls = 0
    /// Selections that found nothing, although a tag is there: it sleeps, or speaks in blocks, or is another one.
    public internal(set) var unansweredPolls = 0
    /// REQA and WUPA frames sent, answered or not.
    public internal(set) var requests = 0
    /// How often the field went on or off.
    public internal(set) var fieldSwitches = 0
    /// Commands sent to a tag, answered or not.
    public internal(set) var commands = 0
}
