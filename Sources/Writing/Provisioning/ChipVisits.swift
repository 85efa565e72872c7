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
        var isRevealed = false
    }

    private var visits: [ChipUID: Visit] = [:]
    private var revealed: Set<ChipUID> = []

    package init() {}

    /// Begins a visit, or continues it. The other reader that has a chip with this UID; nil when none has.
    package mutating func begin(_ uid: ChipUID, on reader: ReaderName) -> ReaderName? {
        guard let visit = visits[uid] else {
            visits[uid] = Visit(reader: reader)
            return nil
        }
        return visit.reader == reader ? nil : visit.reader
    }

    /// Whether a chip with this UID went away that took all of a message but the last command at least, and whose result
    /// is not in the journal: the one that is presented next has to hold that.
    package func isRevealed(_ uid: ChipUID) -> Bool { revealed.contains(uid) }

    /// Carries out what a session has decided about a chip.
    package mutating func apply(_ change: WriteSession.QueueChange, by reader: ReaderName) {
        switch change {
        case .left(let uid):
            if visits[uid]?.reader == reader { end(uid) }
        case .withdrawn: withdraw(reader)
        case .revealed(let uid): visits[uid]?.isRevealed = true
        case .finished(let write):
            visits[write.uid]?.isRevealed = false
            revealed.remove(write.uid)
        case .intended, .confirmed, .released, .unknown: break
        }
    }

    /// A reader is gone, or writes no longer.
    package mutating func withdraw(_ reader: ReaderName) {
        for (uid, visit) in visits where visit.reader == reader { end(uid) }
    }

    private mutating func end(_ uid: ChipUID) {
        if let visit = visits.removeValue(forKey: uid), visit.isRevealed { revealed.insert(uid) }
    }
}
