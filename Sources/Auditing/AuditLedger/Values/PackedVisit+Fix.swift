internal import Geodesy
package import Registry

extension PackedVisit {
    /// What tells a device apart, by the hash of its name: never what one without a name has.
    @inline(__always)
    static func device(_ name: ContentHash, isNamed: Bool) -> UInt32 {
        isNamed ? max(noDevice + 1, UInt32(truncatingIfNeeded: name.value)) : noDevice
    }

    package var fix: Fix {
        Fix(
            sigma: sigma, time: Timestamp(milliseconds: Int64(time) * 1_000),
            place: Coordinate(clampedLatitude: latitude, longitude: longitude), device: device)
    }
}
