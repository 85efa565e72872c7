package import Chips
package import Registry

/// Which reader has which chip, by its UID, and which chips may hold a message whose result is not in the journal: one
/// for all jobs of a station.
///
/// A UID names one chip, so that a second reader that has the same UID at the same time has a copy. Nothing is decided
/// about a chip before its visit has begun: until the visit ends, no other reader changes what the registry knows of it.
package struct ChipVisits: Sendable {
    private struct Visit {
        let reader: ReaderName
        /// The URL of the message that the chip may hold since this visit.
        var revealed: String?
    }

    private var visits: [ChipUID: Visit] = [:]
    private var revealed: [ChipUID: String] = [:]

    package init() {}

    /// Begins a visit, or continues it. The other reader that has a chip with this UID; nil when none has.
    package mutating func begin(_ uid: ChipUID, on reader: ReaderName) -> ReaderName? {
        guard let visit = visits[uid] else {
            visits[uid] = Visit(reader: reader)
            return nil
        }
        return visit.reader == reader ? nil : visit.reader
    }

    /// The URL of the message of which a chip with this UID took all but the last command at least, and whose result is
    /// not in the journal: the chip went away, and the one that is presented next has to hold that. Nil for none.
    package func revealed(by uid: ChipUID) -> String? { revealed[uid] }

    /// Carries out what a session has decided about a chip.
    package mutating func apply(_ change: WriteSession.QueueChange, by reader: ReaderName) {
        switch change {
        case .left(let uid):
            if visits[uid]?.reader == reader { end(uid) }
        case .withdrawn: withdraw(reader)
        case .revealed(let uid, let url): visits[uid]?.revealed = url
        // From now on another message is written over it.
        case .intended(let write): forget(write.uid) { $0 != write.url }
        case .finished(let write): forget(write.uid) { _ in true }
        case .confirmed, .released, .unknown: break
        }
    }

    /// A reader is gone, or writes no longer.
    package mutating func withdraw(_ reader: ReaderName) {
        for (uid, visit) in visits where visit.reader == reader { end(uid) }
    }

    private mutating func end(_ uid: ChipUID) {
        if let url = visits.removeValue(forKey: uid)?.revealed { revealed[uid] = url }
    }

    /// The chip need not hold a message any more whose URL is one of these.
    private mutating func forget(_ uid: ChipUID, where isPast: (String) -> Bool) {
        if let url = visits[uid]?.revealed, isPast(url) { visits[uid]?.revealed = nil }
        if let url = revealed[uid], isPast(url) { revealed[uid] = nil }
    }
}
