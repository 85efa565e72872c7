public import Geodesy

/// Where this machine is, as gpsd says.
public struct GPSFix: Sendable, Hashable {
    /// How probable it is that the circle holds the true position: gpsd's convention for `eph`.
    public static let confidence = PositionError.gpsdConfidence

    public let place: Coordinate
    /// Radius in metres of the circle that holds the true position with ``confidence``.
    public let accuracy: Double

    public init(place: Coordinate, accuracy: Double) {
        self.place = place
        self.accuracy = accuracy
    }
}
