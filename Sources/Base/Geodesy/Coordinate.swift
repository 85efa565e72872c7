public import Faults

/// A place on the WGS 84 ellipsoid, in degrees.
public struct Coordinate: Sendable, Hashable {
    /// -90...90, north positive.
    public let latitude: Double
    /// -180...180, east positive. Both ends are the same meridian.
    public let longitude: Double

    public init(latitude: Double, longitude: Double) throws(GeodesyError) {
        try Self.check(latitude, "latitude", limit: 90)
        try Self.check(longitude, "longitude", limit: 180)
        self.latitude = latitude
        self.longitude = longitude
    }

    /// For numbers that were in range before they were rounded.
    package init(clampedLatitude latitude: Double, longitude: Double) {
        self.latitude = min(max(latitude, -90), 90)
        self.longitude = min(max(longitude, -180), 180)
    }

    /// For results of the geodesic routines, which are in range.
    init(uncheckedLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    private static func check(_ value: Double, _ name: String, limit: Double) throws(GeodesyError) {
        guard value.isFinite, abs(value) <= limit else {
            throw GeodesyError(
                code: .coordinate, message: "this is not a position on the earth",
                reason: "\(name) \(plain(value)) is outside -\(plain(limit))...\(plain(limit))",
                next: "give latitude and longitude in decimal degrees, latitude first")
        }
    }
}

extension Coordinate: Codable {
    private enum CodingKeys: String, CodingKey {
        case latitude
        case longitude
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            latitude: container.decode(Double.self, forKey: .latitude),
            longitude: container.decode(Double.self, forKey: .longitude))
    }
}
