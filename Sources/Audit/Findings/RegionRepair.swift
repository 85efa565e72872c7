internal import Geodesy

/// A mistake that coordinates are registered with, and what they would be without it.
struct RegionRepair: Sendable {
    /// Completes "the region fits ".
    let words: String
    let region: Region

    /// What a region's coordinates may have been meant to be. A sign that was lost is the most frequent: Apple's own
    /// sample for Apple Park has it.
    static func candidates(_ region: Region) -> [RegionRepair] {
        let (latitude, longitude) = (region.centre.latitude, region.centre.longitude)
        let places: [(String, Double, Double)] = [
            ("with the sign of its longitude changed", latitude, -longitude),
            ("with the sign of its latitude changed", -latitude, longitude),
            ("with both signs changed", -latitude, -longitude),
            ("with latitude and longitude exchanged", longitude, latitude),
            ("with latitude and longitude exchanged and the sign of the latitude changed", -longitude, latitude),
            ("with latitude and longitude exchanged and the sign of the longitude changed", longitude, -latitude),
        ]
        return places.compactMap { words, latitude, longitude in
            guard let centre = try? Coordinate(latitude: latitude, longitude: longitude), centre != region.centre,
                let repaired = try? Region(centre: centre, radius: region.radius)
            else { return nil }
            return RegionRepair(words: words, region: repaired)
        }
    }

    /// Which coordinates are zero: most likely nobody filled them in.
    static func zeros(_ region: Region) -> String? {
        switch (region.centre.latitude == 0, region.centre.longitude == 0) {
        case (true, true): "its latitude and longitude are zero"
        case (true, false): "its latitude is zero"
        case (false, true): "its longitude is zero"
        case (false, false): nil
        }
    }
}
