internal import API
internal import Grants
internal import Registry

extension StationLine {
    init(_ known: KnownStation, in era: Era) {
        let contact = known.contact
        self.init(
            name: known.name, chain: known.chain, enrolled: known.enrolled, isLost: known.isLost,
            isHeard: known.era == era, head: known.head,
            behind: contact.map { max(0, ($0.head?.sequence ?? 0) - (known.head?.sequence ?? 0)) }, held: known.held,
            planned: known.planned, lastContact: known.lastContact, version: contact?.version,
            clockAhead: contact.flatMap { contact in
                known.lastContact.map { Double(contact.clock.milliseconds - $0.milliseconds) / 1_000 }
            })
    }
}

extension ConflictList.Line {
    init(_ kept: KeptConflict, station: StationName?) {
        let (code, tag, request, why): (String, TagID?, Int?, String?) =
            switch kept.conflict {
            case .writtenWithoutGrant(let tag, _): ("written-without-grant", tag, nil, nil)
            case .movedWithoutGrant(let tag, _): ("moved-without-grant", tag, nil, nil)
            case .contradicts(let tag, _, let why): ("contradicts", tag, nil, why)
            case .takenAfterEnd(let request, _): ("taken-after-end", nil, request, nil)
            case .heldTwice(let tag): ("held-twice", tag, nil, nil)
            }
        self.init(
            code: code, tag: tag, request: request, why: why, station: station, chain: kept.chain,
            sequence: kept.sequence,
            noted: kept.noted)
    }
}

extension GrantReply.Refusal {
    init(_ refusal: GrantRefusal) {
        self =
            switch refusal {
            case .otherEra: .otherEra
            case .chainNotOpen: .chainNotOpen
            case .notAdopted: .notAdopted
            case .requestClosed: .requestClosed
            case .unsettled: .unsettled
            case .nothingFree: .nothingFree
            case .unknownChip: .unknownChip
            case .chipHeld: .chipHeld
            }
    }
}
