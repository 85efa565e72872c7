extension Coordinate {
    /// Reads `LAT,LON` in degrees, such as `37.323,-122.0322`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            let place = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self = place
    }
}
