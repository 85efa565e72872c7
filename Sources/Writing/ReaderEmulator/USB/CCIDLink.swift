/// The frames of an ACR122U: the messages of a smart-card reader, with the chip's commands wrapped in commands for a
/// card. One answer for each message, no acknowledgement.
/// See: CCID 1.1, 6; ACR122U API 2.02, 6
struct CCIDLink: ChipLink {
    var session: ChipSession
    /// The message whose answer is still to come.
    private var running = CCIDMessage(type: 0, slot: 0, sequence: 0)
    private var answersGiven = 0

    /// Status and error of a data block. Real readers send any of these with good data, so that no host may judge by
    /// them.
    private static let harmless: [[UInt8]] = [[0x00, 0x00], [0x00, 0x81], [0x02, 0x81], [0x02, 0xFE]]
    private static let done: [UInt8] = [0x90, 0x00]

    init(chip: PN532) {
        session = ChipSession(chip: chip)
    }

    mutating func receive(_ bytes: [UInt8], at now: Instant) {
        guard let message = CCIDMessage(bytes) else { return }
        session.endCommand()
        session.chip.abort()
        session.answers.releaseHeldBack(at: now)
        running = message
        switch message.type {
        case 0x62: sendDataBlock([0x3B, 0x00], at: now)  // IccPowerOn: the shortest answer to reset
        case 0x6B, 0x6F: receiveCardCommand(message.body, at: now)  // Escape, XfrBlock
        default: sendDataBlock([], at: now)
        }
    }

    mutating func reset() {
        session.endCommand()
        session.chip.restart()
    }

    /// The reader's own commands, all of class FF: 51 sets its parameters, 40 its lights, 00 is for the chip.
    private mutating func receiveCardCommand(_ command: [UInt8], at now: Instant) {
        let isForChip = command.count > 6 && Int(command[4]) == command.count - 5 && command[5] == HostFrame.toChip
        switch command.prefix(2) {
        case [0xFF, 0x51], [0xFF, 0x40]: sendDataBlock(Self.done, at: now)
        case [0xFF, 0x00] where command.count > 2 && (command[2] == 0x51 || command[2] == 0x40):
            sendDataBlock(Self.done, at: now)
        case [0xFF, 0x00] where isForChip: deliver(session.chip.carryOut(Array(command[6...])), at: now)
        default: sendDataBlock([0x6A, 0x81], at: now)
        }
    }

    mutating func deliver(_ reply: ChipReply, at now: Instant) {
        switch reply {
        case .answer(let payload, let delay):
            send([HostFrame.toHost] + payload, at: now + delay) { $0 + Self.done }
        case .syntaxError: sendDataBlock([0x63, 0x7F], at: now)
        case .waitingForTag(let time): session.wait(atMost: time, from: now)
        }
    }

    private mutating func sendDataBlock(_ body: [UInt8], at time: Instant) {
        send(body, at: time) { $0 }
    }

    /// Answers an Escape with 83, everything else with 80.
    private mutating func send(_ data: [UInt8], at time: Instant, body: ([UInt8]) -> [UInt8]) {
        let status = Self.harmless[answersGiven % Self.harmless.count]
        answersGiven += 1
        let message = running
        session.answers.append(answer: data, at: time) { data in
            message.answered(message.type == 0x6B ? 0x83 : 0x80, parameters: status + [0], body: body(data)).bytes
        }
    }
}
