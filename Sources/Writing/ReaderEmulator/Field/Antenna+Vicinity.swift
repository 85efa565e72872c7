import Synchronization

/// The antenna as a reader of ISO/IEC 15693 uses it. All tags of that kind hear every frame.
extension Antenna {
    /// Inventory with its anticollision: every tag that answers. Counts one selection, or an empty poll.
    public func selectVicinity() -> [VicinityIdentity] {
        change { state in
            guard state.isFieldOn else { return (nil, []) }
            var found: [VicinityIdentity] = []
            for place in state.vicinityPlaces {
                guard case .bytes(let answer) = state.places[place].tag.receive(Self.inventory), answer.count == 10
                else { continue }
                found.append(VicinityIdentity(uid: answer[2...].reversed(), dsfid: answer[1]))
                state.airTime += AirTime.vicinityExchange(Self.inventory, .bytes(answer))
            }
            if !found.isEmpty {
                state.counts.selections += 1
                return (.selected, found)
            }
            guard state.vicinityPlaces.isEmpty else {
                state.counts.unansweredPolls += 1
                return (nil, [])
            }
            state.counts.emptyPolls += 1
            return (.foundNone, [])
        }
    }

    /// Sends one frame, flags first and without CRC, and carries out the faults that are due. Tags that answer at the
    /// same time garble one another's answers.
    public func exchangeVicinity(_ frame: [UInt8]) -> Exchange {
        var isTorn = false
        let exchange: Exchange = change { state in
            let places = state.vicinityPlaces
            guard state.isFieldOn, !places.isEmpty else { return (nil, Exchange(response: .silence, delay: .zero)) }
            state.counts.commands += 1
            let faults = FaultsOfOneExchange(state.takeDueFaults())
            var answers: [TagResponse] = []
            for place in places {
                let answer = faults.apply(to: &state.places[place].tag) { tag, torn in
                    tag.receive(frame, tornBy: torn)
                }
                if answer != .silence { answers.append(answer) }
            }
            var response = answers.count > 1 ? .corrupted([]) : answers.first ?? .silence
            if case .bytes(let bytes) = response, state.coupling.damagesAnswer(of: bytes.count) {
                response = response.corrupted()
            }
            isTorn = faults.isTorn
            if isTorn, let place = state.vicinityPlace(addressedBy: frame) { state.lift(at: place) }
            state.airTime += AirTime.vicinityExchange(frame, response)
            return (.command(frame), Exchange(response: response, delay: faults.delay))
        }
        if isTorn { change { _ in (.removed, ()) } }
        return exchange
    }

    /// A look that a reader takes by itself: whether a tag is in the field that is spoken to in one of these ways. Observers
    /// hear of an empty field; it is not counted.
    func look(for technologies: Set<TagTechnology>) -> Bool {
        change { state in
            let isThere = state.places.contains { $0.isInField && technologies.contains($0.tag.technology) }
            return (isThere || state.places.contains(where: \.isInField) ? nil : .foundNone, isThere)
        }
    }

    /// One slot, no mask.
    private static let inventory: [UInt8] = [0x26, 0x01, 0x00]
}

extension Antenna.State {
    fileprivate var vicinityPlaces: [Int] {
        places.indices.filter { places[$0].isInField && places[$0].tag.technology == .iso15693 }
    }

    /// The tag that a frame names, else the first that hears it.
    fileprivate func vicinityPlace(addressedBy frame: [UInt8]) -> Int? {
        let heard = vicinityPlaces
        guard case .one(let uid)? = VicinityRequest(frame)?.addressee else { return heard.first }
        return heard.first { places[$0].tag.uid == uid } ?? heard.first
    }
}
