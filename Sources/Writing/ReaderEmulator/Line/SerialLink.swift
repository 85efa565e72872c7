/// The frames of a PN532 on a serial line and of a PN533 on USB: frames, acknowledgements, repetition, abort.
struct SerialLink: ChipLink {
    var session: ChipSession
    private var decoder = FrameDecoder()
    private var wakeUp = WakeUpDetector()
    private var lastAnswer: [UInt8] = []

    init(chip: PN532) {
        session = ChipSession(chip: chip)
    }

    mutating func receive(_ bytes: [UInt8], at now: Instant) {
        var bytes = bytes
        if session.chip.isAsleep {
            guard let heard = wakeUp.receive(bytes) else { return }
            session.chip.wake()
            bytes = heard
        }
        for frame in decoder.receive(bytes) {
            receive(frame, at: now)
        }
    }

    mutating func reset() { session.endCommand() }

    private mutating func receive(_ frame: HostFrame, at now: Instant) {
        // A new command or an ACK frame from the host ends the running one and its answer.
        switch frame {
        case .ack:
            session.endCommand()
            session.chip.abort()
        case .nack:
            session.answers.append(lastAnswer, at: now)
        case .information(let data):
            session.endCommand()
            session.answers.releaseHeldBack(at: now)
            session.answers.append(HostFrame.ack.bytes, at: now)
            guard data[0] == HostFrame.toChip else { return deliver(.syntaxError, at: now) }
            deliver(session.chip.carryOut(Array(data.dropFirst())), at: now)
        }
    }

    mutating func deliver(_ reply: ChipReply, at now: Instant) {
        switch reply {
        case .answer(let payload, let delay):
            send(.information([HostFrame.toHost] + payload), at: now + delay)
        case .syntaxError: send(.syntaxError, at: now)
        case .waitingForTag(let time): session.wait(atMost: time, from: now)
        }
    }

    private mutating func send(_ answer: HostFrame, at time: Instant) {
        lastAnswer = answer.bytes
        guard case .information(let data) = answer else { return }
        session.answers.append(answer: data, at: time) { HostFrame.information($0).bytes }
    }
}
