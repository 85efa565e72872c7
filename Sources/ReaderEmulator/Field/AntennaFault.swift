/// Which half of an exchange does not arrive.
public enum LostPart: Sendable, Equatable {
    /// The tag never hears the command and does nothing.
    case command
    /// The tag does what it was told, but its answer does not arrive.
    case answer
}

/// Something that goes wrong in one exchange.
enum AntennaFault: Sendable, Equatable {
    /// The tag leaves the field with this exchange. `tornPage` is what a page write leaves behind that the loss of
    /// power cuts in half; nil lets the write finish.
    case tear(losing: LostPart?, tornPage: [UInt8]?)
    case drop(losing: LostPart)
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
