public import Geodesy

/// Where a tag was put up, as noted at that time. A later sighting is another position and never replaces it.
public struct Deployed: Hashable, Sendable, Codable {
    public let position: Coordinate
    /// Metres, as the device gave it; 0 for a surveyed position.
    public let accuracy: Double
    public let time: Timestamp?

    public init(position: Coordinate, accuracy: Double, time: Timestamp? = nil) {
        self.position = position
        self.accuracy = accuracy
        self.time = time
    }
}
