/// A PN532, or another chip of its family, as its host sees it: commands in, answers out, with an antenna at its other
/// end. It knows neither frames nor lines, so that whatever carries commands can carry them to it.
struct PN532 {
    let antenna: Antenna
    private let model: ChipModel
    var registers = ChipRegisters()
    /// MxRtyPassiveActivation: FF looks for a tag until one comes.
    var passiveRetries: UInt8 = 0xFF
    /// The tags that were listed last: targets 1 and 2.
    var targets: [ListedTarget] = []
    /// The place in `targets` of the one that is awake; the other one sleeps.
    var awake = 0
    /// SetParameters, bit 4: the chip sends RATS itself to a tag that speaks ISO/IEC 14443-4.
    var sendsRATS = true
    /// The command that waits for a tag.
    var waiting: WaitingCommand?
    /// After power-up and PowerDown the chip sleeps until its line moves.
    private(set) var isAsleep: Bool
    private var portP3: UInt8 = 0x3F
    private var portP7: UInt8 = 0x06

    init(antenna: Antenna, model: ChipModel = .pn532) {
        self.antenna = antenna
        self.model = model
        isAsleep = model.sleepsAtFirst
        antenna.switchField(on: false)
    }

    /// The line has moved: the chip listens.
    mutating func wake() {
        isAsleep = false
    }

    /// A reset: as after power-up, but awake. The field goes off.
    mutating func restart() {
        self = PN532(antenna: antenna, model: model)
        isAsleep = false
    }

    /// Carries out one command: its code, then its parameters. A command that still waits is over.
    mutating func carryOut(_ command: [UInt8]) -> ChipReply {
        waiting = nil
        guard let code = command.first, model.knows(code) else { return .syntaxError }
        let parameters = Array(command.dropFirst())
        switch code {
        case 0x00: return diagnose(parameters)
        case 0x02: return answer(to: code, model.firmware)
        case 0x04: return generalStatus()
        case 0x06: return readRegisters(parameters)
        case 0x08: return writeRegisters(parameters)
        case 0x0C: return answer(to: code, [portP3, portP7, 0x00])
        case 0x0E: return writePorts(parameters)
        case 0x10: return parameters.count == 1 && parameters[0] <= 0x08 ? answer(to: code) : .syntaxError
        case 0x12: return setParameters(parameters)
        case 0x14: return configureSecurityModule(parameters)
        case 0x16: return powerDown(parameters)
        case 0x32: return configureRadio(parameters)
        case 0x40: return exchangeData(parameters)
        case 0x42: return communicateThrough(parameters)
        case 0x44, 0x52: return putTargetToSleep(code, parameters)
        case 0x46, 0x4E, 0x50, 0x56: return answer(to: code, status: .timeout)
        case 0x4A: return listPassiveTargets(parameters)
        case 0x54: return selectTarget(parameters)
        case 0x60: return pollAutomatically(parameters)
        case 0x8C: return .waitingForTag(atMost: nil)
        default: return .syntaxError
        }
    }

    /// The host gives up the running command.
    mutating func abort() {
        waiting = nil
    }

    func answer(to code: UInt8, _ data: [UInt8] = [], delay: Duration = .zero) -> ChipReply {
        .answer([code + 1] + data, delay: delay)
    }

    func answer(to code: UInt8, status: ChipStatus, delay: Duration = .zero) -> ChipReply {
        answer(to: code, [status.rawValue], delay: delay)
    }
}

extension PN532 {
    /// Diagnose: 00 line test (echo), 01 and 02 memory tests, 06 is the tag still there, 07 antenna.
    private func diagnose(_ parameters: [UInt8]) -> ChipReply {
        switch parameters.first {
        case 0x00: return answer(to: 0x00, parameters)
        case 0x01, 0x02, 0x07: return answer(to: 0x00, status: .done)
        case 0x06: return answer(to: 0x00, status: antenna.isTagInField ? .done : .timeout)
        default: return .syntaxError
        }
    }

    /// GetGeneralStatus: last error, foreign field, and for each target its number, bit rates and modulation.
    private func generalStatus() -> ChipReply {
        let listed: [UInt8] = targets.indices.flatMap { [UInt8($0 + 1), 0x00, 0x00, 0x00] }
        return answer(to: 0x04, [0x00, 0x00, UInt8(targets.count)] + listed + [0x00])
    }

    private func readRegisters(_ parameters: [UInt8]) -> ChipReply {
        guard !parameters.isEmpty, parameters.count.isMultiple(of: 2) else { return .syntaxError }
        let values = stride(from: 0, to: parameters.count, by: 2).map {
            registers[UInt16(parameters[$0]) << 8 | UInt16(parameters[$0 + 1])]
        }
        return answer(to: 0x06, registerStatus + values)
    }

    private var registerStatus: [UInt8] { model.tellsRegisterStatus ? [ChipStatus.done.rawValue] : [] }

    private mutating func writeRegisters(_ parameters: [UInt8]) -> ChipReply {
        guard !parameters.isEmpty, parameters.count.isMultiple(of: 3) else { return .syntaxError }
        for index in stride(from: 0, to: parameters.count, by: 3) {
            registers[UInt16(parameters[index]) << 8 | UInt16(parameters[index + 1])] = parameters[index + 2]
        }
        return answer(to: 0x08, registerStatus)
    }

    /// WriteGPIO: a port changes only if bit 7 of its byte is set.
    private mutating func writePorts(_ parameters: [UInt8]) -> ChipReply {
        guard parameters.count == 2 else { return .syntaxError }
        if parameters[0] & 0x80 != 0 { portP3 = parameters[0] & 0x3F }
        if parameters[1] & 0x80 != 0 { portP7 = parameters[1] & 0x06 }
        return answer(to: 0x0E)
    }

    private mutating func setParameters(_ parameters: [UInt8]) -> ChipReply {
        guard parameters.count == 1 else { return .syntaxError }
        sendsRATS = parameters[0] & 0x10 != 0
        return answer(to: 0x12)
    }

    private func configureSecurityModule(_ parameters: [UInt8]) -> ChipReply {
        guard (1...3).contains(parameters.count), (1...4).contains(parameters[0]) else { return .syntaxError }
        return answer(to: 0x14)
    }

    private mutating func powerDown(_ parameters: [UInt8]) -> ChipReply {
        guard (1...2).contains(parameters.count) else { return .syntaxError }
        antenna.switchField(on: false)
        targets = []
        isAsleep = true
        return answer(to: 0x16, status: .done)
    }

    /// RFConfiguration: 01 field, 02 time-outs, 04 retries of exchanges, 05 retries of activations, 0A to 0D analogue
    /// settings. Only the field and the retries change what a host sees here.
    private mutating func configureRadio(_ parameters: [UInt8]) -> ChipReply {
        guard let item = parameters.first else { return .syntaxError }
        let settings = Array(parameters.dropFirst())
        let lengths: [UInt8: Int] = [0x01: 1, 0x02: 3, 0x04: 1, 0x05: 3, 0x0A: 11, 0x0B: 8, 0x0C: 3, 0x0D: 9]
        guard lengths[item] == settings.count else { return .syntaxError }
        if item == 0x01 {
            antenna.switchField(on: settings[0] & 0x01 != 0)
        } else if item == 0x05 {
            passiveRetries = settings[2]
        }
        return answer(to: 0x32)
    }
}
