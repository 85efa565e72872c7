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
        let columns = kept.conflict.columns
        self.init(
            number: kept.number, code: columns.code, tag: columns.tag, request: columns.request, uid: kept.uid,
            why: columns.why, station: station, chain: kept.chain, sequence: kept.sequence, noted: kept.noted,
            settled: kept.settled.map {
                ConflictList.Settled(reason: $0.reason, actor: $0.author.actor, time: $0.time)
            })
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
