public import Chips
public import Geodesy
internal import TextCoding

/// Who measured, as the registry knows it: a keyed digest of the device's identifier in lower-case hexadecimal. Without
/// the station's key it cannot be traced back to the identifier.
public struct DevicePseudonym: Hashable, Sendable {
    public let hexadecimal: String

    public init(_ digest: [UInt8]) { hexadecimal = Hexadecimal.lowercase(digest) }

    /// As the registry wrote it.
    public init(hexadecimal: String) {
        self.hexadecimal = hexadecimal
    }
}

/// A sighting as the history keeps it.
public struct KeptSighting: Hashable, Sendable {
    /// Seconds since 1970.
    public let time: Int64
    @ByteCompared public private(set) var url: String
    public let uid: ChipUID?
    public let place: Coordinate
    /// Standard deviation along each axis in metres.
    public let sigma: Double
    public let device: DevicePseudonym?

    public init(
        time: Int64, url: String, uid: ChipUID?, place: Coordinate, sigma: Double, device: DevicePseudonym?
    ) {
        self.time = time
        self.url = url
        self.uid = uid
        self.place = place
        self.sigma = sigma
        self.device = device
    }
}

/// A confirmation as the history keeps it.
public struct KeptConfirmation: Hashable, Sendable {
    /// Seconds since 1970.
    public let time: Int64
    @ByteCompared public private(set) var url: String
    /// `inRegion`, `notInRegion`, `doesNotMatch` or `disallowed`.
    public let outcome: String
    public let device: DevicePseudonym?

    public init(time: Int64, url: String, outcome: String, device: DevicePseudonym?) {
        self.time = time
        self.url = url
        self.outcome = outcome
        self.device = device
    }
}
