import Grants
import MemoryGrants
import Registry

/// What the hub is given to hear.
extension World {
    /// The next entries of a chain, up to the first that is more than a question: questions alone decide nothing.
    mutating func upload(_ index: Int) throws {
        for entry in chains[index][applied[index]...] {
            applied[index] += 1
            let isConflict = try tellHub(.entry(entry, of: Self.chain(index)))
            if case .freed(let tag) = entry, !isConflict { try tellHub(.replaced(tag)) }
            if case .asked = entry { continue }
            return
        }
    }

    mutating func ask(_ request: GrantRequest) throws {
        let era = scope.mistake == .noEras ? hub.hub().era : request.era
        if let chip = request.chip {
            try tellHub(.asked(GrantRequest(chain: request.chain, number: request.number, era: era, chip: chip)))
        } else {
            try tellHub(
                .asked(
                    GrantRequest(
                        chain: request.chain, number: request.number, era: era, batch: request.batch,
                        count: request.count)))
        }
    }

    mutating func lose(_ chain: ChainName) throws {
        if scope.mistake == .lossFrees {
            for answer in answers where answer.chain == chain { try forgeEnd(of: answer) }
        }
        try tellHub(.lost(chain))
    }

    /// Whether the chip that the hub knows is broken may be said there.
    func mayReplaceAtHub(_ tag: GrantedTag) -> Bool {
        guard tag.state == .written, tag.chip != nil else { return false }
        if scope.mistake == .replacesWhatALostStationHas { return tag.claimants.isEmpty && hub.hub().isSettled }
        return (try? hub.check(.tagReplaced(TagRelease(tag: tag.id, uid: nil, reason: "broken")))) != nil
    }

    mutating func replace(_ tag: GrantedTag) throws {
        if let chip = tag.chip { givenUp[tag.id, default: []].insert(chip) }
        try tellHub(.replaced(tag.id))
    }

    mutating func restore() throws {
        guard let backup else { return }
        let newer = hub
        restores += 1
        (hub, applied) = (backup.hub, backup.applied)
        hub.forget(drawnBy: newer)
        let era = Self.era(restores)
        try tellHub(.forgot(into: era, enrolled: Set(stations.map(\.chain))))
        if scope.mistake == .noCheckIn {
            for chain in hub.livingChains() { try tellHub(.entry(.eraAdopted(era), of: chain)) }
        }
    }

    /// Tells the hub that a grant was closed, which no station has journalled.
    mutating func forgeEnd(of answer: Grant) throws {
        guard let known = hub.grant(answer.request, of: answer.chain), known.state != .closed else { return }
        try tellHub(.entry(.closed(request: answer.request), of: answer.chain))
    }

    /// Whether it contradicts what the hub knows.
    @discardableResult
    private mutating func tellHub(_ event: HubGrantEvent) throws -> Bool {
        var isConflict = false
        for action in try hub.handle(event) {
            if case .conflict = action { isConflict = true }
            switch action {
            case .give(let grant, _): answers.insert(grant)
            case .conflict(.heldTwice(let tag)): fault = "the hub sees two holders of \(tag)"
            case .refuse, .settled, .conflict, .past, .regained: break
            }
        }
        return isConflict
    }
}
