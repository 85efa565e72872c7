/// A command that has been acknowledged and answers when a tag comes.
struct WaitingCommand: Sendable, Equatable {
    let code: UInt8
    /// The only tag it looks for; nil takes any.
    let uid: [UInt8]?
    /// How many tags it lists at most, 1 or 2.
    let count: Int
}

/// A tag that the chip has listed, and the block protocol with it, once RATS has activated it.
struct ListedTarget: Sendable {
    let identity: TagIdentity
    var blocks: BlockInitiator?
}

extension PN532 {
    /// InListPassiveTarget. It switches the field on and sends 1 + MxRtyPassiveActivation requests, which do not wake
    /// every tag: one that is selected already stays silent on the first, one in HALT on REQA, one that speaks in
    /// blocks on all of them.
    mutating func listPassiveTargets(_ parameters: [UInt8]) -> ChipReply {
        guard parameters.count >= 2, (1...2).contains(parameters[0]), parameters[1] <= 0x04 else {
            return .syntaxError
        }
        let isTypeA = parameters[1] == 0x00
        antenna.switchField(on: true)
        prepareRegisters(forModulation: parameters[1])
        let uid = isTypeA ? serialNumber(fromCascade: Array(parameters.dropFirst(2))) : nil
        let wanted = WaitingCommand(code: 0x4A, uid: uid, count: Int(parameters[0]))
        if isTypeA, let found = find(wanted) {
            return answer(to: 0x4A, [UInt8(targets.count)] + found)
        }
        guard passiveRetries == 0xFF else { return answer(to: 0x4A, [0x00]) }
        if isTypeA { waiting = wanted }
        return .waitingForTag(atMost: nil)
    }

    /// InAutoPoll: how often (FF: for ever), each round in units of 150 ms, then the kinds of tags looked for.
    mutating func pollAutomatically(_ parameters: [UInt8]) -> ChipReply {
        guard parameters.count >= 3, parameters[0] > 0, (1...15).contains(parameters[1]) else {
            return .syntaxError
        }
        let kinds = parameters.dropFirst(2)
        antenna.switchField(on: true)
        if kinds.contains(0x00) || kinds.contains(0x10) {
            waiting = WaitingCommand(code: 0x60, uid: nil, count: 1)
            if let reply = tagCame() { return reply }
        }
        guard parameters[0] != 0xFF else { return .waitingForTag(atMost: nil) }
        return .waitingForTag(
            atMost: .milliseconds(150 * Int(parameters[0]) * Int(parameters[1]) * kinds.count))
    }

    /// A tag was put on the antenna: the answer of the command that waits for it, if it is the right one.
    mutating func tagCame() -> ChipReply? {
        guard let command = waiting, let found = find(command) else { return nil }
        waiting = nil
        if command.code == 0x60 {
            return answer(to: 0x60, [0x01, 0x10, UInt8(found.count)] + found)
        }
        return answer(to: 0x4A, [UInt8(targets.count)] + found)
    }

    /// The time of a waiting command is up: it found nothing.
    mutating func stopWaiting() -> ChipReply {
        waiting = nil
        return answer(to: 0x60, [0x00])
    }

    /// InSelect: wakes a listed tag again.
    mutating func selectTarget(_ parameters: [UInt8]) -> ChipReply {
        guard parameters.count == 1 else { return .syntaxError }
        let place = Int(parameters[0]) - 1
        guard targets.indices.contains(place) else { return answer(to: 0x54, status: .notAcceptable) }
        return answer(to: 0x54, status: wake(place) ? .done : .timeout)
    }

    /// InDeselect (44) and InRelease (52): the tag goes to sleep; a released one is also forgotten. Number 0 means
    /// every target, even if there is none.
    mutating func putTargetToSleep(_ code: UInt8, _ parameters: [UInt8]) -> ChipReply {
        guard parameters.count == 1 else { return .syntaxError }
        let place = Int(parameters[0]) - 1
        guard place == -1 || targets.indices.contains(place) else { return answer(to: code, status: .notAcceptable) }
        if targets.indices.contains(awake), place == -1 || place == awake { putToSleep() }
        if code == 0x52 {
            if place == -1 { targets = [] } else { targets.remove(at: place) }
        }
        return answer(to: code, status: .done)
    }

    /// Lets this target hear the next command: of two listed tags one sleeps.
    mutating func turn(to place: Int) -> Bool {
        if place == awake { return true }
        putToSleep()
        return wake(place)
    }

    private mutating func putToSleep() {
        antenna.halt()
        if targets.indices.contains(awake) { targets[awake].blocks = nil }
    }

    /// WUPA for one that sleeps. One that is active answers no request, and falls back with the first.
    private mutating func wake(_ place: Int) -> Bool {
        awake = place
        guard
            let identity = antenna.select(
                uid: targets[place].identity.uid, with: .wupa, attempts: 2, isPoll: false)
        else { return false }
        targets[place] = activate(identity)
        return true
    }

    /// Lists tags, and returns number, SENS_RES, SEL_RES, serial number and ATS of each; nil when there is none.
    private mutating func find(_ wanted: WaitingCommand) -> [UInt8]? {
        (targets, awake) = ([], 0)
        let namesTag = wanted.uid != nil
        let request: WakeUpRequest =
            switch antenna.variant.poll {
            case .wakesNamedTags: namesTag ? .wupa : .reqa
            case .reqa: .reqa
            case .wupa: .wupa
            }
        // A chip that polls for ever finds on the second request what it does not find on the first.
        let attempts = passiveRetries == 0xFF ? 2 : 1 + Int(passiveRetries)
        guard let first = antenna.select(uid: wanted.uid, with: request, attempts: attempts) else {
            // With no SENS_RES the request itself is still in the FIFO; nfcpy looks there.
            registers[ChipRegisters.fifoData] = antenna.isTagInField ? 0x00 : 0x26
            return nil
        }
        registers[ChipRegisters.fifoData] = 0x00
        targets = [activate(first)]
        if wanted.count == 2 { findSecond() }
        var list: [UInt8] = []
        for (place, target) in targets.enumerated() {
            let identity = target.identity
            list += [UInt8(place + 1)] + identity.atqa.reversed()
            list += [identity.sak, UInt8(identity.uid.count)] + identity.uid
            list += target.blocks?.ats ?? []
        }
        return list
    }

    /// The first tag sleeps while the chip looks for another.
    private mutating func findSecond() {
        antenna.halt()
        if let second = antenna.select(uid: nil, with: .reqa, attempts: 2, isPoll: false) {
            awake = 1
            targets.append(activate(second))
        } else {
            _ = wake(0)
        }
    }

    /// RATS, where the tag speaks ISO/IEC 14443-4 (SAK, bit 6) and the host has not switched it off.
    private func activate(_ identity: TagIdentity) -> ListedTarget {
        let speaksInBlocks = sendsRATS && identity.sak & 0x20 != 0
        return ListedTarget(
            identity: identity, blocks: speaksInBlocks ? BlockInitiator(activatingTagOn: antenna) : nil)
    }

    private mutating func prepareRegisters(forModulation modulation: UInt8) {
        let mode: UInt8 = modulation == 0x03 ? 0x83 : 0x80
        registers[ChipRegisters.txMode] = mode
        registers[ChipRegisters.rxMode] = mode
    }

    /// The serial number a host asks for: 4 bytes as they are, longer ones with the cascade tags 88 in between.
    private func serialNumber(fromCascade bytes: [UInt8]) -> [UInt8]? {
        switch bytes.count {
        case 0: nil
        case 8 where bytes[0] == 0x88: Array(bytes[1...])
        case 11 where bytes[0] == 0x88 && bytes[4] == 0x88: Array(bytes[1...3]) + Array(bytes[5...])
        default: bytes
        }
    }
}
