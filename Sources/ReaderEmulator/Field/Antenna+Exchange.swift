extension Antenna {
    /// Sends one command to the tag and carries out the faults that are due. The command comes without CRC_A; the
    /// antenna adds and checks it.
    public func exchange(_ command: [UInt8]) -> Exchange {
        var isTorn = false
        let exchange: Exchange = change { state in
            guard state.isTagInField, state.isFieldOn else {
                return (nil, Exchange(response: .silence, delay: .zero))
            }
            state.counts.commands += 1
            let faults = state.takeDueFaults()
            isTorn = faults.contains { if case .tear = $0 { true } else { false } }
            return (.command(command), state.carryOut(command, with: faults))
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

    fileprivate mutating func carryOut(_ command: [UInt8], with faults: [AntennaFault]) -> Exchange {
        var isHeard = true
        var isAnswered = true
        var isCorrupted = false
        var isTorn = false
        var tornPage: [UInt8]?
        var refusal: UInt8?
        var delay = Duration.zero
        for fault in faults {
            switch fault {
            case .tear(let lost, let page):
                isTorn = true
                tornPage = page
                isHeard = isHeard && lost != .command
                isAnswered = isAnswered && lost == nil && page == nil
            case .drop(let lost):
                isHeard = isHeard && lost != .command
                isAnswered = isAnswered && lost == .command
            case .corrupt: isCorrupted = true
            case .delay(let time): delay += time
            case .refuse(let code): refusal = code
            }
        }
        var response = TagResponse.silence
        if isHeard, let refusal {
            tag?.goIdle()
            response = .nibble(refusal)
        } else if isHeard {
            response = tag?.receive(command, leavingTornPage: tornPage) ?? .silence
        }
        if isTorn {
            tag?.powerOff()
            isTagInField = false
        }
        guard isHeard, isAnswered else { return Exchange(response: .silence, delay: delay) }
        return Exchange(response: isCorrupted ? response.corrupted() : response, delay: delay)
    }
}

extension TagResponse {
    /// The same answer with a bit error in it.
    fileprivate func corrupted() -> TagResponse {
        switch self {
        case .bytes(var bytes):
            if !bytes.isEmpty { bytes[bytes.count / 2] ^= 0x10 }
            return .corrupted(bytes)
        case .nibble(let value): return .corrupted([value ^ 0x1])
        case .silence, .corrupted: return self
        }
    }
}
