public import Chips
public import Geodesy

/// One observation of a tag: what was read, when, and where the device was.
public struct Sighting: Sendable, Hashable {
    public let time: Timestamp
    /// What the tag holds, as read. Usually a URL of ours; a sticker put over a tag may hold anything.
    public let url: String
    /// The chip; nil for a visual code, and for a phone that does not report it.
    public let uid: ChipUID?
    public let place: Coordinate
    public let error: PositionError
    /// Which device it was. Two rows without a device count as one device.
    public let device: String?

    public init(
        time: Timestamp, url: String, uid: ChipUID? = nil, place: Coordinate, error: PositionError,
        device: String? = nil
    ) {
        self.time = time
        self.url = url
        self.uid = uid
        self.place = place
        self.error = error
        self.device = device
    }
}
