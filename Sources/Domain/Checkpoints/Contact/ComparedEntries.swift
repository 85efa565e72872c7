package import Registry

/// Which entries of its journal a station has the hub compare: those that never were, and all of them again in turns, a few at
/// a contact, because thousands of stations at rest ask for it every minute. A station that always has new ones takes turns.
package struct ComparedEntries: Hashable, Sendable {
    /// How many are compared again at a contact: 10 000 entries in some eight hours of a contact a minute.
    package static let again: Int64 = 20

    /// The entry behind which the hub keeps the journal; nil for all of it.
    package let began: JournalPoint?
    /// Up to which each was compared once; nil before the first.
    package private(set) var reached: JournalPoint?
    /// Up to which they were compared in the present turn.
    package private(set) var turn: JournalPoint?
    /// Whether those of the last contact were new.
    package private(set) var wasNew: Bool

    package init(began: JournalPoint?, reached: JournalPoint?, turn: JournalPoint?, wasNew: Bool) {
        self.wasNew = wasNew
        self.began = began
        self.reached = reached
        self.turn = turn
    }

    /// The next ones, where the hub has entries up to `head`: behind the first (nil for the beginning), up to a number. Nil
    /// where it has none.
    package func next(upTo head: Int64) -> (after: JournalPoint?, upTo: Int64)? {
        let first = began?.sequence ?? 0
        guard head > first else { return nil }
        if reachedSequence < head, !wasNew || reachedSequence == first {
            return (reached ?? began, min(reachedSequence + LogQuestion.window, head))
        }
        let end = min(reachedSequence, head)
        let turn = turn.flatMap { $0.sequence > first && $0.sequence < end ? $0 : nil } ?? began
        return (turn, min((turn?.sequence ?? 0) + Self.again, end))
    }

    /// The hub has compared the next ones up to this one.
    package mutating func note(_ last: JournalPoint) {
        wasNew = last.sequence > reachedSequence
        if wasNew { reached = last } else { turn = last }
    }

    private var reachedSequence: Int64 { (reached ?? began)?.sequence ?? 0 }
}
