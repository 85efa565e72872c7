/// A link behind which a chip of the PN53x family is the whole reader.
protocol ChipLink: HostLink {
    var session: ChipSession { get set }

    /// Frames what the chip says.
    mutating func deliver(_ reply: ChipReply, at now: Instant)
}

extension ChipLink {
    mutating func tagCame(at now: Instant) {
        if let reply = session.tagCame() { deliver(reply, at: now) }
    }

    mutating func takeNext(at now: Instant) -> [UInt8]? {
        if let reply = session.stopWaiting(at: now) { deliver(reply, at: now) }
        return session.answers.takeNext(at: now)
    }

    var nextDue: Instant? { session.nextDue }

    mutating func schedule(_ fault: LineFault, at n: Int) { session.answers.schedule(fault, at: n) }

    mutating func hang() { session.answers.hang() }
}
