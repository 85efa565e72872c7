package import ReaderProtocol

/// What a reader made of one question.
package struct ReaderAnswer: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// It does what Waymark counts on.
        case expected
        /// It does something else.
        case unexpected
        /// It was not asked, or the tag or the reader left.
        case unanswered
    }

    package let question: CheckQuestion
    package let verdict: Verdict
    /// For people: what was seen, or why nothing was.
    package let seen: String
    /// What went over meanwhile, the oldest first.
    package let exchanges: [TracedExchange]
}

/// What the code of one question returns.
struct Reaction {
    let verdict: ReaderAnswer.Verdict
    let seen: String

    static func expected(_ seen: String) -> Reaction { Reaction(verdict: .expected, seen: seen) }
    static func unexpected(_ seen: String) -> Reaction { Reaction(verdict: .unexpected, seen: seen) }
    static func unanswered(_ seen: String) -> Reaction { Reaction(verdict: .unanswered, seen: seen) }

    /// As expected where that is so.
    static func when(_ isRight: Bool, _ seen: String) -> Reaction { isRight ? expected(seen) : unexpected(seen) }
}
