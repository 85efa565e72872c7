package import Geodesy

/// Where this machine is, as gpsd says.
package struct GPSFix: Sendable, Hashable {
    /// How probable it is that the circle holds the true position: gpsd's convention for `eph`.
    package static let confidence = PositionError.gpsdConfidence

    package let place: Coordinate
    /// Radius in metres of the circle that holds the true position with ``confidence``.
    package let accuracy: Double

    package init(place: Coordinate, accuracy: Double) {
        self.place = place
        self.accuracy = accuracy
    }
}
