extension Antenna {
    /// Sends one command to the tag and carries out the faults that are due. The command comes without CRC_A; the
    /// antenna adds and checks it.
    public func exchange(_ command: [UInt8]) -> Exchange {
        transmit(command) { tag, tornPage in tag.receive(command, leavingTornPage: tornPage) }
    }

    /// Sends a frame that brings its own CRC_A. If that does not fit, the tag refuses it as a transmission error.
    public func exchange(frame: [UInt8]) -> Exchange {
        let command = Array(frame.dropLast(2))
        guard Array(frame.suffix(2)) != CRCA.bytes(for: command) else { return exchange(command) }
        return transmit(frame) { tag, _ in tag.receiveDamagedFrame() }
    }

    private func transmit(
        _ frame: [UInt8], to receive: (inout any EmulatedTag, _ tornPage: [UInt8]?) -> TagResponse
    ) -> Exchange {
        var isTorn = false
        let exchange: Exchange = change { state in
            guard state.isTagInField, state.isFieldOn, var tag = state.tag.take() else {
                return (nil, Exchange(response: .silence, delay: .zero))
            }
            state.counts.commands += 1
            let faults = FaultsOfOneExchange(state.takeDueFaults())
            let response = faults.apply(to: &tag, receive)
            isTorn = faults.isTorn
            if isTorn {
                tag.powerOff()
                state.isTagInField = false
            }
            state.tag = tag
            state.airTime += AirTime.exchange(frame, response)
            return (.command(frame), Exchange(response: response, delay: faults.delay))
        }
        if isTorn { change { _ in (.removed, ()) } }
        return exchange
    }
}

extension Antenna.State {
    /// The faults whose exchange this is; the others come one closer.
    fileprivate mutating func takeDueFaults() -> [AntennaFault] {
        for index in faults.indices { faults[index].countdown -= 1 }
        let due = faults.filter { $0.countdown <= 0 }.map(\.fault)
        faults.removeAll { $0.countdown <= 0 }
        return due
    }
}
