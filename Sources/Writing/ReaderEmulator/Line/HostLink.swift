/// A chip in the frames of its reader: what the host sends in, what the host gets out when it is due. Its driver has a
/// clock and a line.
protocol HostLink: Sendable {
    typealias Instant = ContinuousClock.Instant

    var session: ChipSession { get set }

    /// Takes what the host sends. On USB that is one transfer.
    mutating func receive(_ bytes: [UInt8], at now: Instant)

    /// Frames what the chip says.
    mutating func deliver(_ reply: ChipReply, at now: Instant)

    /// Forgets what was not sent yet, as a reset of the bus does.
    mutating func reset()
}

extension HostLink {
    /// A tag was put on the antenna, which a waiting command may have been waiting for.
    mutating func tagCame(at now: Instant) {
        if let reply = session.tagCame() { deliver(reply, at: now) }
    }

    /// The next thing that the host shall have got by now; nil when there is none. On USB that is one transfer, which
    /// stays in the reader until the host asks for it, and may be dropped there.
    mutating func takeNext(at now: Instant) -> [UInt8]? {
        if let reply = session.stopWaiting(at: now) { deliver(reply, at: now) }
        return session.answers.takeNext(at: now)
    }

    /// When `takeNext` will next have something to do.
    var nextDue: Instant? { session.nextDue }

    /// Lets something go wrong with the n-th answer from now.
    mutating func schedule(_ fault: LineFault, at n: Int) { session.answers.schedule(fault, at: n) }

    /// From now on nothing is sent any more.
    mutating func hang() { session.answers.hang() }

    /// Everything that the host shall have got by now.
    mutating func takeDue(at now: Instant) -> [[UInt8]] {
        var due: [[UInt8]] = []
        while let next = takeNext(at: now) { due.append(next) }
        return due
    }

    /// The same, on a line that knows no transfers.
    mutating func takeDueBytes(at now: Instant) -> [UInt8] {
        Array(takeDue(at: now).joined())
    }
}
