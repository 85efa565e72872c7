/// A command that has been acknowledged and answers when a tag comes.
struct WaitingCommand: Sendable, Equatable {
    let code: UInt8
    /// The only tag it looks for; nil takes any.
    let uid: [UInt8]?
}

extension PN532 {
    /// InListPassiveTarget. It switches the field on and, whatever state a tag is in, wakes it.
    ///
    /// Whether a real chip finds a tag again that InDeselect has sent to sleep is not settled; this one does.
    mutating func listPassiveTargets(_ parameters: [UInt8]) -> ChipReply {
        guard parameters.count >= 2, (1...2).contains(parameters[0]), parameters[1] <= 0x04 else {
            return .syntaxError
        }
        let isTypeA = parameters[1] == 0x00
        antenna.switchField(on: true)
        prepareRegisters(forModulation: parameters[1])
        let uid = isTypeA ? serialNumber(fromCascade: Array(parameters.dropFirst(2))) : nil
        if isTypeA, let found = find(uid: uid) {
            return answer(to: 0x4A, [0x01, 0x01] + found)
        }
        guard passiveRetries == 0xFF else { return answer(to: 0x4A, [0x00]) }
        if isTypeA { waiting = WaitingCommand(code: 0x4A, uid: uid) }
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
            waiting = WaitingCommand(code: 0x60, uid: nil)
            if let reply = tagCame() { return reply }
        }
        guard parameters[0] != 0xFF else { return .waitingForTag(atMost: nil) }
        return .waitingForTag(
            atMost: .milliseconds(150 * Int(parameters[0]) * Int(parameters[1]) * kinds.count))
    }

    /// A tag was put on the antenna: the answer of the command that waits for it, if it is the right one.
    mutating func tagCame() -> ChipReply? {
        guard let command = waiting, let found = find(uid: command.uid) else { return nil }
        waiting = nil
        if command.code == 0x60 {
            return answer(to: 0x60, [0x01, 0x10, UInt8(found.count + 1), 0x01] + found)
        }
        return answer(to: 0x4A, [0x01, 0x01] + found)
    }

    /// The time of a waiting command is up: it found nothing.
    mutating func stopWaiting() -> ChipReply {
        waiting = nil
        return answer(to: 0x60, [0x00])
    }

    /// InSelect: wakes the listed tag again.
    mutating func selectTarget(_ parameters: [UInt8]) -> ChipReply {
        guard parameters.count == 1 else { return .syntaxError }
        guard parameters[0] == 1, let target else { return answer(to: 0x54, status: .notAcceptable) }
        guard antenna.select(uid: target.uid) != nil else { return answer(to: 0x54, status: .timeout) }
        activate(target)
        return answer(to: 0x54, status: .done)
    }

    /// InDeselect (44) and InRelease (52): the tag goes to sleep; a released one is also forgotten. Number 0 means
    /// every target, even if there is none.
    mutating func putTargetToSleep(_ code: UInt8, _ parameters: [UInt8]) -> ChipReply {
        guard parameters.count == 1 else { return .syntaxError }
        guard parameters[0] == 0 || (parameters[0] == 1 && target != nil) else {
            return answer(to: code, status: .notAcceptable)
        }
        if target != nil { antenna.halt() }
        blocks = nil
        if code == 0x52 { target = nil }
        return answer(to: code, status: .done)
    }

    /// SENS_RES, SEL_RES and the serial number of the tag, which becomes target 1.
    private mutating func find(uid: [UInt8]?) -> [UInt8]? {
        target = antenna.select(uid: uid)
        guard let target else {
            // With no SENS_RES the request itself is still in the FIFO; nfcpy looks there.
            registers[ChipRegisters.fifoData] = antenna.isTagInField ? 0x00 : 0x26
            return nil
        }
        registers[ChipRegisters.fifoData] = 0x00
        activate(target)
        return target.atqa.reversed() + [target.sak, UInt8(target.uid.count)] + target.uid + (blocks?.ats ?? [])
    }

    /// RATS, where the tag speaks ISO/IEC 14443-4 (SAK, bit 6) and the host has not switched it off.
    private mutating func activate(_ target: TagIdentity) {
        blocks = sendsRATS && target.sak & 0x20 != 0 ? BlockInitiator(activatingTagOn: antenna) : nil
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
