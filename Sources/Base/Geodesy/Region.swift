public import Faults

/// A circle on the WGS 84 ellipsoid, as App Clip location confirmation takes it.
public struct Region: Sendable, Hashable {
    /// The largest radius that location confirmation accepts, in metres.
    /// Source: Apple, "Confirming a person's physical location".
    public static let radiusLimit = 500.0

    public let centre: Coordinate
    /// Metres, above 0 and at most 500.
    public let radius: Double

    public init(centre: Coordinate, radius: Double) throws(GeodesyError) {
        guard radius.isFinite, radius > 0 else {
            throw Self.refusal("radius \(plain(radius)) m is not above 0")
        }
        guard radius <= Self.radiusLimit else {
            throw Self.refusal(
                "radius \(plain(radius)) m is above the limit of 500 m of App Clip location confirmation")
        }
        self.centre = centre
        self.radius = radius
    }

    /// Whether the place is in the region; its edge belongs to it.
    public func contains(_ place: Coordinate) -> Bool {
        centre.distance(to: place) <= radius
    }

    private static func refusal(_ reason: String) -> GeodesyError {
        GeodesyError(
            code: .region, message: "this region is not allowed", reason: reason,
            next: "use a radius above 0 and up to 500 metres")
    }
}

extension Region: Codable {
    private enum CodingKeys: String, CodingKey {
        case latitude
        case longitude
        case radius
    }

    /// Reads `latitude`, `longitude` and `radius` side by side.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            centre: Coordinate(from: decoder), radius: container.decode(Double.self, forKey: .radius))
    }

    public func encode(to encoder: any Encoder) throws {
        try centre.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(radius, forKey: .radius)
    }
}
