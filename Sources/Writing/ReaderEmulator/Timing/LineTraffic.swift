/// What went between a host and a reader, and how long that takes on a real line, whatever the host itself needs.
public struct LineTraffic: Sendable, Equatable {
    /// A PN532's line after reset (user manual UM0701-02, 6.2.1): 115 200 bits a second, ten for a byte.
    public static let bitsPerSecond = 115_200

    public internal(set) var bytesFromHost = 0
    public internal(set) var bytesToHost = 0
    /// On air, and in tags.
    public internal(set) var airTime = Duration.zero

    public init() {}

    /// The time that a real reader would have taken.
    public var modelledTime: Duration { Self.time(of: bytesFromHost + bytesToHost) + airTime }

    static func time(of bytes: Int) -> Duration { .nanoseconds(bytes * 10 * 1_000_000_000 / bitsPerSecond) }
}
