/// A smart-card reader with one contactless slot, as a driver for the class of such readers sees it: messages in and
/// out, and word of a tag that comes or goes. See: CCID 1.1, 6
struct CardReaderLink: HostLink {
    private var slot: CardSlot
    private var commands: CardReaderCommands
    private var answers = AnswerQueue()
    private var hasNews = false

    private enum Status {
        static let failed: UInt8 = 0x40
        static let noCard: UInt8 = 0xFE
        static let notSupported: UInt8 = 0x00
        static let noSuchSlot: UInt8 = 0x05
    }

    private enum Message {
        static let slotStatus: UInt8 = 0x81
        static let dataBlock: UInt8 = 0x80
        static let cardParameters: UInt8 = 0x82
        static let escapeAnswer: UInt8 = 0x83
    }

    /// T=1 with the default values (CCID 1.1, 6.1.7).
    private static let defaultParameters: [UInt8] = [0x11, 0x10, 0x00, 0x4D, 0x00, 0xFE, 0x00]

    init(_ family: CardReaderFamily, antenna: Antenna) {
        slot = CardSlot(antenna: antenna, reachesVicinity: family == .acr1552)
        commands = CardReaderCommands(family)
    }

    /// Commands of class FF that are none of this reader's.
    var refusedCommands: [[UInt8]] { commands.refused }

    /// Another antenna, without power: the reader sees next what is on that one.
    mutating func mount(_ antenna: Antenna) {
        commands.endSession()
        slot.powerOff()
        slot.antenna = antenna
        slot.powerOff()
    }

    mutating func receive(_ bytes: [UInt8], at now: Instant) {
        guard let message = CCIDMessage(bytes) else { return }
        answers.releaseHeldBack(at: now)
        lookForTag(at: now)
        guard message.slot == 0 else { return fail(message, Status.noSuchSlot, at: now) }
        switch message.type {
        case 0x62: powerOn(message, at: now)
        case 0x63:
            commands.endSession()
            slot.powerOff()
            send(message.answered(Message.slotStatus, parameters: [cardStatus, 0, 0]), at: now)
        case 0x65: send(message.answered(Message.slotStatus, parameters: [cardStatus, 0, 0]), at: now)
        case 0x61, 0x6C, 0x6D:
            let parameters = message.body.isEmpty ? Self.defaultParameters : message.body
            let answer = message.answered(Message.cardParameters, parameters: [cardStatus, 0, 1], body: parameters)
            send(answer, at: now)
        case 0x6F: exchange(message, at: now)
        default: fail(message, Status.notSupported, at: now)
        }
    }

    /// The reader tells it by itself, without a command that waits.
    mutating func tagCame(at now: Instant) {}

    mutating func takeNext(at now: Instant) -> [UInt8]? { answers.takeNext(at: now) }

    /// RDR_to_PC_NotifySlotChange: bit 0 a card is there, bit 1 that is new.
    mutating func takeInterrupt(at now: Instant) -> [UInt8]? {
        lookForTag(at: now)
        guard hasNews else { return nil }
        hasNews = false
        return [0x50, slot.isOccupied ? 0x03 : 0x02]
    }

    var nextDue: Instant? { answers.nextDue }

    mutating func schedule(_ fault: LineFault, at n: Int) { answers.schedule(fault, at: n) }

    mutating func hang() { answers.hang() }

    mutating func reset() {
        answers.removeAll()
        commands.endSession()
        slot.powerOff()
    }

    private mutating func lookForTag(at now: Instant) {
        guard slot.look(at: now) else { return }
        hasNews = true
        commands.endSession()
    }

    /// bmICCStatus: active, there, or not there.
    private var cardStatus: UInt8 { slot.card != nil ? 0 : slot.isOccupied ? 1 : 2 }

    private mutating func powerOn(_ message: CCIDMessage, at now: Instant) {
        commands.endSession()
        // A tag that came since the last look is news for the driver, which has heard that none is there.
        let wasOccupied = slot.isOccupied
        defer { hasNews = hasNews || slot.isOccupied != wasOccupied }
        guard let answer = slot.powerOn() else { return fail(message, Status.noCard, at: now) }
        send(message.answered(Message.dataBlock, parameters: [cardStatus, 0, 0], body: answer), at: now)
    }

    private mutating func exchange(_ message: CCIDMessage, at now: Instant) {
        guard slot.card != nil else { return fail(message, Status.noCard, at: now) }
        let (answer, delay) = commands.carryOut(message.body, in: &slot)
        guard let answer else { return fail(message, Status.noCard, at: now + delay) }
        send(message.answered(Message.dataBlock, parameters: [cardStatus, 0, 0], body: answer), at: now + delay)
    }

    private mutating func fail(_ message: CCIDMessage, _ error: UInt8, at time: Instant) {
        let type: UInt8 =
            switch message.type {
            case 0x62, 0x6F: Message.dataBlock
            case 0x61, 0x6C, 0x6D: Message.cardParameters
            case 0x6B: Message.escapeAnswer
            default: Message.slotStatus
            }
        send(message.answered(type, parameters: [Status.failed | cardStatus, error, 0]), at: time)
    }

    private mutating func send(_ message: CCIDMessage, at time: Instant) {
        answers.append(answer: message.body, at: time) { body in
            CCIDMessage(
                type: message.type, slot: message.slot, sequence: message.sequence, parameters: message.parameters,
                body: body
            ).bytes
        }
    }
}
