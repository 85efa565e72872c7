/// Which half of an exchange does not arrive.
public enum LostHalf: Sendable, Equatable {
    /// The tag never hears the command and does nothing.
    case command
    /// The tag carries out the command, but its answer does not arrive.
    case answer
}

/// Something that goes wrong in one exchange.
enum AntennaFault: Sendable, Equatable {
    /// The tag leaves the field with this exchange. `torn` is what a page write leaves behind that the loss of power
    /// cuts off; nil lets the write finish.
    case tear(losing: LostHalf?, torn: TornWrite?)
    case drop(losing: LostHalf)
    case corrupt
    case delay(Duration)
    case refuse(UInt8)
}

/// A fault that waits for its exchange.
struct ScheduledFault: Sendable {
    /// 1 is the next exchange.
    var countdown: Int
    let fault: AntennaFault
}
