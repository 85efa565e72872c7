import CPROJ
import Glibc

/// The WGS 84 ellipsoid: equatorial radius in metres and flattening (NGA.STND.0036).
///
/// See: geodesic.h, geod_init.
private let wgs84: geod_geodesic = {
    var geodesic = geod_geodesic()
    unsafe geod_init(&geodesic, 6_378_137, 1 / 298.257_223_563)
    return geodesic
}()

/// Where another place lies: how far along the geodesic, and in which direction it begins.
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
        bearing(to: other).distance
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

extension Coordinate {
    /// How many metres a degree to the north and a degree to the east are here: the radii of curvature of the
    /// meridian and of the parallel times a degree's arc.
    package var lengthOfDegree: (north: Double, east: Double) {
        let flattening = 1 / 298.257_223_563
        let square = flattening * (2 - flattening)
        let sine = sin(latitude * .pi / 180)
        let root = (1 - square * sine * sine).squareRoot()
        let prime = 6_378_137 / root
        let meridian = prime * (1 - square) / (root * root)
        return (meridian * .pi / 180, prime * cos(latitude * .pi / 180) * .pi / 180)
    }

    /// Between which lengths the geodesic to a place near by lies, in metres; nil where the plane proves nothing.
    ///
    /// A degree is taken for as long as it is here. Within 3 km and 85 degrees of latitude the plane's distance is then
    /// wrong by less than tan(85) 3 / 6 357 = 0.54 %; 1 % and a centimetre are allowed for.
    package func planeDistance(to other: Coordinate) -> ClosedRange<Double>? {
        guard abs(latitude) < 85 else { return nil }
        let degree = lengthOfDegree
        var degrees = abs(other.longitude - longitude)
        if degrees > 180 { degrees = 360 - degrees }
        let (x, y) = (degrees * degree.east, (other.latitude - latitude) * degree.north)
        guard abs(x) < 2_000, abs(y) < 2_000 else { return nil }
        let length = (x * x + y * y).squareRoot()
        return max(0, length * 0.99 - 0.01)...(length * 1.01 + 0.01)
    }
}
