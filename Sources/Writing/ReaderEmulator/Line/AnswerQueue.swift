/// What the host shall get and when, and what goes wrong with it on the way.
struct AnswerQueue {
    typealias Instant = ContinuousClock.Instant

    private var outgoing: [Outgoing] = []
    private var faults: [ScheduledLineFault] = []
    private var heldBack: [[UInt8]] = []
    private var isHung = false

    private struct Outgoing {
        let bytes: [UInt8]
        let due: Instant
    }

    /// Lets something go wrong with the n-th answer from now.
    mutating func schedule(_ fault: LineFault, at n: Int) {
        faults.append(ScheduledLineFault(countdown: max(n, 1), fault: fault))
    }

    /// From now on nothing is sent any more.
    mutating func hang() {
        isHung = true
    }

    /// Anything but an answer, such as an acknowledgement, goes out as it is.
    mutating func append(_ bytes: [UInt8], at time: Instant) {
        outgoing.append(Outgoing(bytes: bytes, due: time))
    }

    /// Queues the answer `data`, direction byte first, in the frame of this reader.
    mutating func append(answer data: [UInt8], at time: Instant, framed: ([UInt8]) -> [UInt8]) {
        var data = data
        var due = time
        var isGarbage = false
        var isSilent = false
        var isHeldBack = false
        for fault in takeDueFaults(ofExchange: Self.isExchange(data)) {
            switch fault {
            case .nodeAddress: data[2] |= 0x80
            case .garbage: isGarbage = true
            case .silence: isSilent = true
            case .delay(let delay): due += delay
            case .holdBack: isHeldBack = true
            }
        }
        guard !isSilent else { return }
        let bytes = framed(data).map { isGarbage ? $0 ^ 0x5A : $0 }
        if isHeldBack {
            heldBack.append(bytes)
        } else {
            append(bytes, at: due)
        }
    }

    /// The host speaks again: answers that were held back are in its way now.
    mutating func releaseHeldBack(at time: Instant) {
        for bytes in heldBack { append(bytes, at: time) }
        heldBack = []
    }

    /// Forgets what was not sent yet.
    mutating func removeAll() {
        outgoing = []
    }

    /// The next transmission, if the host shall have got it by now.
    mutating func takeNext(at now: Instant) -> [UInt8]? {
        guard !isHung, let next = outgoing.first, next.due <= now else { return nil }
        outgoing.removeFirst()
        return next.bytes
    }

    /// When the next transmission is due.
    var nextDue: Instant? { isHung ? nil : outgoing.first?.due }

    private mutating func takeDueFaults(ofExchange isExchange: Bool) -> [LineFault] {
        for index in faults.indices where isExchange || faults[index].fault != .nodeAddress {
            faults[index].countdown -= 1
        }
        let due = faults.filter { $0.countdown <= 0 }.map(\.fault)
        faults.removeAll { $0.countdown <= 0 }
        return due
    }

    /// Whether this answers InDataExchange or InCommunicateThru: after the code comes the status.
    private static func isExchange(_ data: [UInt8]) -> Bool {
        data.count > 2 && (data[1] == 0x41 || data[1] == 0x43)
    }
}
