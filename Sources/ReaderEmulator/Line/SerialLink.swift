/// The frames of a PN532 on a serial line and of a PN533 on USB: frames, acknowledgements, repetition, abort.
struct SerialLink: HostLink {
    private var chip: PN532
    private var decoder = FrameDecoder()
    private var wakeUp = WakeUpDetector()
    private var answers = AnswerQueue()
    private var lastAnswer: [UInt8] = []
    /// When a command that waits for a tag gives up.
    private var waitsUntil: Instant?

    init(chip: PN532) {
        self.chip = chip
    }

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

    mutating func tagCame(at now: Instant) {
        guard let reply = chip.tagCame() else { return }
        waitsUntil = nil
        deliver(reply, at: now)
    }

    mutating func takeNext(at now: Instant) -> [UInt8]? {
        if let end = waitsUntil, end <= now {
            waitsUntil = nil
            deliver(chip.stopWaiting(), at: now)
        }
        return answers.takeNext(at: now)
    }

    var nextDue: Instant? {
        switch (answers.nextDue, waitsUntil) {
        case (let due?, let end?): min(due, end)
        case (let due, let end): due ?? end
        }
    }

    mutating func schedule(_ fault: LineFault, at n: Int) { answers.schedule(fault, at: n) }

    mutating func hang() { answers.hang() }

    mutating func reset() { endCommand() }

    private mutating func receive(_ frame: HostFrame, at now: Instant) {
        switch frame {
        case .ack:
            endCommand()
            chip.abort()
        case .nack:
            answers.append(lastAnswer, at: now)
        case .information(let data):
            endCommand()
            answers.releaseHeldBack(at: now)
            answers.append(HostFrame.ack.bytes, at: now)
            guard data[0] == HostFrame.toChip else { return deliver(.syntaxError, at: now) }
            deliver(chip.carryOut(Array(data.dropFirst())), at: now)
        }
    }

    /// A new command or an ACK frame from the host ends the running one and its answer.
    private mutating func endCommand() {
        answers.removeAll()
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
        guard case .information(let data) = answer else { return }
        answers.append(answer: data, at: time) { HostFrame.information($0).bytes }
    }
}
