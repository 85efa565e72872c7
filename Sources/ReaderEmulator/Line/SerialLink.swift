/// The serial interface of a PN532: frames, acknowledgements, repetition, abort. Bytes in, bytes out when they are
/// due; whoever has a clock and a line drives it.
struct SerialLink {
    typealias Instant = ContinuousClock.Instant

    private var chip: PN532
    private var decoder = FrameDecoder()
    private var wakeUp = WakeUpDetector()
    private var outgoing: [Outgoing] = []
    private var lastAnswer: [UInt8] = []
    /// When a command that waits for a tag gives up.
    private var waitsUntil: Instant?
    private var faults: [ScheduledLineFault] = []

    private struct Outgoing {
        let bytes: [UInt8]
        let due: Instant
    }

    init(chip: PN532) {
        self.chip = chip
    }

    /// Takes bytes from the host.
    mutating func receive(_ bytes: [UInt8], at now: Instant) {
        var bytes = bytes
        if chip.isAsleep {
            guard let heard = wakeUp.receive(bytes) else { return }
            chip.wake()
            bytes = heard
        }
        for frame in decoder.receive(bytes) {
            receive(frame, at: now)
        }
    }

    /// A tag was put on the antenna, which a waiting command may have been waiting for.
    mutating func tagCame(at now: Instant) {
        guard let reply = chip.tagCame() else { return }
        waitsUntil = nil
        deliver(reply, at: now)
    }

    /// The bytes that the host shall have got by now.
    mutating func takeDueBytes(at now: Instant) -> [UInt8] {
        if let end = waitsUntil, end <= now {
            waitsUntil = nil
            deliver(chip.stopWaiting(), at: now)
        }
        var bytes: [UInt8] = []
        while let next = outgoing.first, next.due <= now {
            bytes += next.bytes
            outgoing.removeFirst()
        }
        return bytes
    }

    /// When `takeDueBytes` will next have something to do.
    var nextDue: Instant? {
        switch (outgoing.first?.due, waitsUntil) {
        case (let due?, let end?): min(due, end)
        case (let due, let end): due ?? end
        }
    }

    /// Lets something go wrong with the n-th answer from now.
    mutating func schedule(_ fault: LineFault, at n: Int) {
        faults.append(ScheduledLineFault(countdown: max(n, 1), fault: fault))
    }

    private mutating func receive(_ frame: HostFrame, at now: Instant) {
        switch frame {
        case .ack:
            endCommand()
            chip.abort()
        case .nack:
            outgoing.append(Outgoing(bytes: lastAnswer, due: now))
        case .information(let data):
            endCommand()
            outgoing.append(Outgoing(bytes: HostFrame.ack.bytes, due: now))
            guard data[0] == HostFrame.toChip else { return deliver(.syntaxError, at: now) }
            deliver(chip.carryOut(Array(data.dropFirst())), at: now)
        }
    }

    /// A new command or an ACK frame from the host ends the running one and its answer.
    private mutating func endCommand() {
        outgoing.removeAll()
        waitsUntil = nil
    }

    private mutating func deliver(_ reply: ChipReply, at now: Instant) {
        switch reply {
        case .answer(let payload, let delay):
            send(.information([HostFrame.toHost] + payload), at: now + delay)
        case .syntaxError: send(.syntaxError, at: now)
        case .waitingForTag(let time): waitsUntil = time.map { now + $0 }
        }
    }

    private mutating func send(_ answer: HostFrame, at time: Instant) {
        lastAnswer = answer.bytes
        var bytes = answer.bytes
        var due = time
        for fault in takeDueFaults(ofExchange: answer.isExchangeAnswer) {
            switch fault {
            case .nodeAddress: bytes = answer.announcingNodeAddress.bytes
            case .garbage: bytes = bytes.map { $0 ^ 0x5A }
            case .silence: bytes = []
            case .delay(let delay): due += delay
            }
        }
        outgoing.append(Outgoing(bytes: bytes, due: due))
    }

    private mutating func takeDueFaults(ofExchange isExchange: Bool) -> [LineFault] {
        for index in faults.indices where isExchange || faults[index].fault != .nodeAddress {
            faults[index].countdown -= 1
        }
        let due = faults.filter { $0.countdown <= 0 }.map(\.fault)
        faults.removeAll { $0.countdown <= 0 }
        return due
    }
}

extension HostFrame {
    /// Whether this answers InDataExchange or InCommunicateThru: after the code comes the status.
    fileprivate var isExchangeAnswer: Bool {
        guard case .information(let data) = self, data.count > 2 else { return false }
        return data[1] == 0x41 || data[1] == 0x43
    }

    fileprivate var announcingNodeAddress: HostFrame {
        guard isExchangeAnswer, case .information(var data) = self else { return self }
        data[2] |= 0x80
        return .information(data)
    }
}
