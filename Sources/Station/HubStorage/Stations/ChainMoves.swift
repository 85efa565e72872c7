internal import Chips
internal import Grants
internal import Registry
internal import Storage

/// What entries of a station's chain do at the hub, up to the first that this version does not understand.
struct ChainMoves {
    struct Move {
        let entry: JournalEntry
        let event: JournalEvent
    }

    private(set) var moves: [Move] = []
    /// The number of the last entry that is understood; nil where none is.
    private(set) var last: Int64?

    init(_ entries: [JournalEntry]) {
        for entry in entries {
            guard let kind = JournalEvent.Kind(rawValue: entry.kind) else { return }
            if kind.movesHub {
                // A later version may have more to say under the same name: then it waits as an unknown one does.
                guard let event = entry.event else { return }
                moves.append(Move(entry: entry, event: event))
            }
            last = entry.sequence
        }
    }

    /// Whether plans may get fresh identifiers by it, or all stations are heard now. Everything does while the hub may have
    /// forgotten what stations took along: then two of them can claim one tag, of which the hub may know no row to lock.
    func needEveryGate(_ hub: HubStanding) -> Bool {
        guard hub.isSettled, hub.isProven else { return !moves.isEmpty }
        return moves.contains { move in
            switch move.event {
            case .grantMoved(.eraAdopted), .tagCommissioned, .hubLeft: true
            case .grantMoved(.declined), .grantMoved(.returned), .grantMoved(.closed): hub.hasUnheardLoss
            default: false
            }
        }
    }

    /// The tags that entries name, and the chips that they are written to.
    var tags: Set<TagID> {
        var tags: Set<TagID> = []
        for move in moves {
            switch move.event {
            case .grantMoved(.taken(let grant, _)): tags.formUnion(grant.tags)
            case .grantMoved(.returned(let end)), .grantMoved(.closed(let end)): tags.formUnion(end.tags)
            default: for step in move.event.tagSteps { tags.insert(step.tag) }
            }
        }
        return tags
    }

    var chips: Set<ChipUID> {
        Set(
            moves.compactMap {
                switch $0.event {
                case .writeIntended(let write): write.uid
                case .grantMoved(.taken(let grant, _)): grant.loan?.chip
                default: nil
                }
            })
    }
}

extension JournalEvent.Kind {
    /// Whether an entry of it in a station's journal moves the hub's tables.
    fileprivate var movesHub: Bool {
        switch self {
        case .writeIntended, .protectionIntended, .writeConfirmed, .tagReplaced, .tagRetired, .sheetMade,
            .tagCommissioned,
            .grantAsked, .grantTaken, .grantDeclined, .grantReturned, .grantClosed, .eraAdopted, .hubLeft:
            true
        default: false
        }
    }
}
