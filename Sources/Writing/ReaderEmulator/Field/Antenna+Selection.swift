import Synchronization

extension Antenna {
    /// Polls for tags with up to `attempts` requests and selects one; with a serial number, only that one.
    ///
    /// A tag that is selected already, or that sleeps, or that speaks in blocks, does not answer every request: see
    /// `CardState`. Of several tags that answer, the anticollision leaves one; the others wait for the next request.
    @discardableResult
    public func select(
        uid: [UInt8]? = nil, with request: WakeUpRequest = .reqa, attempts: Int = 1
    ) -> TagIdentity? {
        select(uid: uid, with: request, attempts: attempts, isPoll: true)
    }

    /// The same; observers and counters get only a host's poll, not what a chip does beside it.
    func select(
        uid: [UInt8]?, with request: WakeUpRequest, attempts: Int, isPoll: Bool
    ) -> TagIdentity? {
        change { state in
            for _ in 0..<max(attempts, 1) {
                state.counts.requests += 1
                if let identity = state.select(uid: uid, with: request) {
                    state.airTime += AirTime.selection(uid: identity.uid)
                    if isPoll { state.counts.selections += 1 }
                    return (isPoll ? .selected : nil, identity)
                }
                state.airTime += AirTime.unansweredRequest
            }
            guard isPoll else { return (nil, nil) }
            // A tag that is there and does not answer is not an empty antenna, to those who look on.
            guard !state.places.contains(where: \.isInField) else {
                state.counts.unansweredPolls += 1
                return (nil, nil)
            }
            state.counts.emptyPolls += 1
            return (.foundNone, nil)
        }
    }

    /// Sends the selected tag to sleep: HLTA, or S(DESELECT) to one that speaks in blocks. Not counted as an exchange.
    public func halt() {
        state.withLock { state in
            guard let place = state.placeOfAddressed else { return }
            state.places[place].tag.halt()
        }
    }
}

extension Antenna.State {
    /// One request, the anticollision, and SELECT.
    fileprivate mutating func select(uid: [UInt8]?, with request: WakeUpRequest) -> TagIdentity? {
        guard isFieldOn else { return nil }
        var answering: [Int] = []
        for place in places.indices where places[place].isInField {
            if places[place].tag.hear(request) { answering.append(place) }
        }
        // Tags that answer at once send their ATQAs on top of one another.
        let atqa = answering.reduce([0, 0] as [UInt8]) { sum, place in
            zip(sum, places[place].tag.atqa).map { $0 | $1 }
        }
        let left = answering.map { places[$0].tag.uid }.filter { uid == nil || $0 == uid }
        let winner = Anticollision.winner(among: left)
        var found: TagIdentity?
        for place in answering {
            if found == nil, places[place].tag.uid == winner {
                places[place].tag.select()
                found = TagIdentity(atqa: atqa, uid: places[place].tag.uid, sak: places[place].tag.sak)
            } else {
                places[place].tag.goIdle()
            }
        }
        return found
    }
}
