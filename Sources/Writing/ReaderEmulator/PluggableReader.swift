/// A reader that does not exist, on whatever line: what a hand can do with it, and what can go wrong with it. Every
/// member may be called from any thread, but not from an observer of the antenna.
public protocol PluggableReader: AnyObject, Sendable {
    /// The reader's antenna: tags, faults, counts.
    var antenna: Antenna { get }

    /// What libnfc opens. Nil while the reader is unplugged.
    var connectionString: String? { get }

    /// Pulls the reader's cable. The tag stays where it is.
    func unplug()

    /// Plugs the reader in again, with a freshly powered chip; into this USB port, if it is one for USB. A reader that
    /// is plugged in is unplugged first.
    func plug(into port: String?) throws(EmulatorError)

    /// Lets something go wrong with the n-th answer from now.
    func schedule(_ fault: LineFault, at n: Int)

    /// Lets the reader say nothing any more until it is plugged in again.
    func hang()

    /// Unplugs the reader for good and ends its thread. Further calls do nothing.
    func stop()
}

extension PluggableReader {
    /// Plugs the reader in where it was.
    public func plug() throws(EmulatorError) { try plug(into: nil) }

    /// Sends other bytes in place of the n-th answer from now.
    public func sendGarbage(at n: Int) { schedule(.garbage, at: n) }

    /// Sends nothing in place of the n-th answer from now.
    public func silence(at n: Int) { schedule(.silence, at: n) }

    /// Sends the n-th answer from now late.
    public func delayAnswer(at n: Int, by time: Duration) { schedule(.delay(time), at: n) }

    /// Sends the n-th answer from now when the host speaks next.
    public func holdBackAnswer(at n: Int) { schedule(.holdBack, at: n) }

    /// Sets bit 7 in the status of the answer to the n-th exchange from now. libnfc ends its process on that.
    public func announceNodeAddress(at n: Int) { schedule(.nodeAddress, at: n) }
}
