/// What went between a host and a smart-card reader on USB, and how long that takes, whatever the host itself needs.
public struct CardReaderTraffic: Sendable, Equatable {
    /// Commands for a tag, or for the reader in the place of one (PC_to_RDR_XfrBlock), each with its answer.
    public internal(set) var commands = 0
    /// How often a tag was given power (PC_to_RDR_IccPowerOn). What a reader needs for that is not in the time.
    public internal(set) var powerUps = 0
    /// On air, and in tags.
    public internal(set) var airTime = Duration.zero

    /// A transfer waits for a frame of the bus, and there is one every millisecond. All that a command or its answer
    /// holds fits one. See: USB 2.0, 5.8.4
    private static let frame = Duration.milliseconds(1)

    /// The time that a real reader would have taken, without its power-ups.
    public var modelledTime: Duration { Self.frame * (2 * commands) + airTime }

    mutating func heard(_ transfer: [UInt8]) {
        switch transfer.first {
        case 0x6F: commands += 1
        case 0x62: powerUps += 1
        default: break
        }
    }
}
