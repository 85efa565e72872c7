extension Antenna {
    /// Sends one command to the tag and carries out the faults that are due. The command comes without CRC_A; the
    /// antenna adds and checks it.
    public func exchange(_ command: [UInt8]) -> Exchange {
        transmit(command) { tag, torn in tag.receive(command, tornBy: torn) }
    }

    /// Sends a frame that brings its own CRC_A. If that does not fit, the tag refuses it as a transmission error.
    public func exchange(frame: [UInt8]) -> Exchange {
        let command = Array(frame.dropLast(2))
        guard Array(frame.suffix(2)) != CRCA.bytes(for: command) else { return exchange(command) }
        return transmit(frame) { tag, _ in tag.receiveDamagedFrame() }
    }

    private func transmit(
        _ frame: [UInt8], to receive: (inout any EmulatedTag, _ torn: TornWrite?) -> TagResponse
    ) -> Exchange {
        var isTorn = false
        let exchange: Exchange = change { state in
            // Tags that are not selected do not hear commands.
            guard state.isFieldOn, let place = state.placeOfAddressed else {
                return (nil, Exchange(response: .silence, delay: .zero))
            }
            state.counts.commands += 1
            let faults = FaultsOfOneExchange(state.takeDueFaults())
            var response = faults.apply(to: &state.places[place].tag, receive)
            if case .bytes(let bytes) = response, state.coupling.damagesAnswer(of: bytes.count) {
                response = response.corrupted()
            }
            isTorn = faults.isTorn
            if isTorn { state.lift(at: place) }
            state.airTime += AirTime.exchange(frame, response)
            return (.command(frame), Exchange(response: response, delay: faults.delay))
        }
        if isTorn { change { _ in (.removed, ()) } }
        return exchange
    }
}

extension Antenna.State {
    /// The faults whose exchange this is; the others come one closer.
    mutating func takeDueFaults() -> [AntennaFault] {
        for index in faults.indices { faults[index].countdown -= 1 }
        let due = faults.filter { $0.countdown <= 0 }.map(\.fault)
        faults.removeAll { $0.countdown <= 0 }
        return due
    }
}
