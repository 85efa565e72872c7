internal import Geodesy
package import Registry

extension PackedVisit {
    package var fix: Fix {
        Fix(
            sigma: sigma, time: Timestamp(milliseconds: Int64(time) * 1_000),
            place: Coordinate(clampedLatitude: latitude, longitude: longitude), device: device)
    }
}
