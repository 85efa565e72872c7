import Glibc

extension Coordinate {
    /// The shortest degree of latitude on WGS 84 has 110,574 m (at the equator); rounded down.
    package static let shortestDegree = 110_570.0

    /// How many metres a degree to the north and a degree to the east are here: the radii of curvature of the
    /// meridian and of the parallel times a degree's arc.
    package var lengthOfDegree: (north: Double, east: Double) { Self.lengthOfDegree(atLatitude: latitude) }

    private static func lengthOfDegree(atLatitude latitude: Double) -> (north: Double, east: Double) {
        let flattening = 1 / 298.257_223_563
        let square = flattening * (2 - flattening)
        let sine = sin(latitude * .pi / 180)
        let root = (1 - square * sine * sine).squareRoot()
        let prime = 6_378_137 / root
        let meridian = prime * (1 - square) / (root * root)
        return (meridian * .pi / 180, prime * cos(latitude * .pi / 180) * .pi / 180)
    }

    /// Bounds of the length of the geodesic to a nearby place, in metres; nil where the plane gives no bounds.
    ///
    /// Uses the length of a degree here. Within 3 km and 85 degrees of latitude the error of the plane's distance is
    /// then less than tan(85) 3 / 6 357 = 0.54 %; the bounds allow for 1 % and a centimetre.
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

    /// Bounds of the length of the geodesic to any place, in metres, 1 % apart: they take a fraction of its time.
    ///
    /// WGS 84's radii of curvature are between the meridian's at the equator and that at the poles. A path on a sphere of the
    /// one radius is at most as long as the path through the same latitudes and longitudes on the ellipsoid, on a sphere of
    /// the other at least as long; so are the shortest of all paths. A metre more is for rounding near the antipodes.
    package func sphericalDistance(to other: Coordinate) -> ClosedRange<Double> {
        func half(_ degrees: Double) -> Double { sin(degrees * .pi / 360) }
        let (north, east) = (half(other.latitude - latitude), half(other.longitude - longitude))
        let parallels = cos(latitude * .pi / 180) * cos(other.latitude * .pi / 180)
        let arc = 2 * asin(min(1, (north * north + parallels * east * east).squareRoot()))
        return max(0, arc * 6_335_439 - 1)...(arc * 6_399_594 + 1)
    }

    /// The offset of a nearby place to the east and to the north, in metres; nil where a plane is not accurate enough.
    ///
    /// Uses the length of a degree half-way (Gauss' mid-latitude formula). Within 2.8 km and 85 degrees of
    /// latitude the remaining error is of the third order: less than 3 mm.
    package func planeOffset(to other: Coordinate) -> (east: Double, north: Double)? {
        guard abs(latitude) < 85 else { return nil }
        let degree = Self.lengthOfDegree(atLatitude: (latitude + other.latitude) / 2)
        var degrees = other.longitude - longitude
        if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
        let (east, north) = (degrees * degree.east, (other.latitude - latitude) * degree.north)
        return abs(east) < 2_000 && abs(north) < 2_000 ? (east, north) : nil
    }

    /// The place at this offset to the east and to the north, each less than 2 km: the inverse of `planeOffset`.
    package func moved(east: Double, north: Double) -> Coordinate {
        let first = latitude + north / lengthOfDegree.north
        let degree = Self.lengthOfDegree(atLatitude: (latitude + first) / 2)
        let degrees = longitude + east / degree.east
        let around = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
        return Coordinate(clampedLatitude: latitude + north / degree.north, longitude: around)
    }
}
