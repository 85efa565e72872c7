/// Something that goes wrong between chip and host.
public enum LineFault: Sendable, Equatable {
    /// Other bytes arrive in place of the answer.
    case garbage
    /// The answer does not arrive.
    case silence
    /// The answer arrives late, unless the host has said something else by then.
    case delay(Duration)
    /// The answer arrives when the host speaks next, in front of whatever answers that: the stale reply of real USB
    /// readers whose answer waits in an endpoint while the host has given up on it.
    case holdBack
    /// The status byte of an exchange says that a node address follows (bit 7), which no command here asks for. It
    /// counts answers of exchanges only: the others have no status.
    case nodeAddress
}

/// A fault that waits for its answer.
struct ScheduledLineFault: Sendable {
    /// 1 is the next answer.
    var countdown: Int
    let fault: LineFault
}
