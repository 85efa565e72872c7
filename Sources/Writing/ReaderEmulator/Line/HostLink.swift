/// A reader's chip or firmware in the frames of its line: what the host sends in, what the host gets out when it is due.
/// Its driver has a clock and a line.
protocol HostLink: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Takes what the host sends. On USB that is one transfer.
    mutating func receive(_ bytes: [UInt8], at now: Instant)

    /// A tag was put on the antenna, which a waiting command may have been waiting for.
    mutating func tagCame(at now: Instant)

    /// The next thing that the host shall have got by now; nil when there is none. On USB that is one transfer, which
    /// stays in the reader until the host asks for it, and may be dropped there.
    mutating func takeNext(at now: Instant) -> [UInt8]?

    /// What the reader says without being asked, where it has an interrupt endpoint for that.
    mutating func takeInterrupt(at now: Instant) -> [UInt8]?

    /// When `takeNext` will next have something to do.
    var nextDue: Instant? { get }

    /// Lets something go wrong with the n-th answer from now.
    mutating func schedule(_ fault: LineFault, at n: Int)

    /// From now on nothing is sent any more.
    mutating func hang()

    /// Forgets what was not sent yet, as a reset of the bus does.
    mutating func reset()
}

extension HostLink {
    mutating func takeInterrupt(at now: Instant) -> [UInt8]? { nil }

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
