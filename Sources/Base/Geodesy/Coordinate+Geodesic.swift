import CPROJ

/// The WGS 84 ellipsoid: equatorial radius in metres and flattening (NGA.STND.0036).
///
/// See: geodesic.h, geod_init.
private let wgs84: geod_geodesic = {
    var geodesic = geod_geodesic()
    unsafe geod_init(&geodesic, 6_378_137, 1 / 298.257_223_563)
    return geodesic
}()

/// Distance and direction of another place: the length of the geodesic and its initial azimuth.
public struct Bearing: Sendable, Equatable {
    /// Metres.
    public let distance: Double
    /// Degrees clockwise from north, -180...180, at the place where the geodesic begins.
    public let azimuth: Double
}

extension Coordinate {
    /// The length of the geodesic in metres (Karney's algorithm, good to nanometres).
    ///
    /// See: geodesic.h, geod_inverse.
    public func distance(to other: Coordinate) -> Double {
        var geodesic = wgs84
        var distance = 0.0
        unsafe geod_inverse(
            &geodesic, latitude, longitude, other.latitude, other.longitude, &distance, nil, nil)
        return distance
    }

    /// Distance and direction of another place.
    ///
    /// See: geodesic.h, geod_inverse.
    public func bearing(to other: Coordinate) -> Bearing {
        var geodesic = wgs84
        var distance = 0.0
        var azimuth = 0.0
        unsafe geod_inverse(
            &geodesic, latitude, longitude, other.latitude, other.longitude, &distance, &azimuth, nil)
        return Bearing(distance: distance, azimuth: azimuth)
    }

    /// The place at this distance (metres) in this direction (degrees clockwise from north).
    ///
    /// See: geodesic.h, geod_direct.
    public func moved(by distance: Double, azimuth: Double) -> Coordinate {
        var geodesic = wgs84
        var latitude = 0.0
        var longitude = 0.0
        unsafe geod_direct(
            &geodesic, self.latitude, self.longitude, azimuth, distance, &latitude, &longitude, nil)
        return Coordinate(uncheckedLatitude: latitude, longitude: longitude)
    }
}
