public import Geodesy
internal import TextCoding

/// A position in a URL: the variables `latitude` and `longitude` of a template, in decimal degrees.
///
/// Apple lets a URL name a place as well as a store ("Confirming a person's physical location"). Six decimals are
/// a decimetre: no audit can distinguish that from the region's own centre.
public enum LocationText {
    public static let variables: Set<String> = ["latitude", "longitude"]

    /// `37.323`, without zeros at the end.
    public static func decimal(_ degrees: Double) -> String {
        let millionths = Int((abs(degrees) * 1_000_000).rounded())
        var fraction = (millionths % 1_000_000).padded(to: 6)
        while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
        return "\(degrees < 0 && millionths > 0 ? "-" : "")\(millionths / 1_000_000).\(fraction)"
    }

    /// The position that a template's values name; nil when they name none that exists.
    public static func position(_ values: [String: String]) -> Coordinate? {
        guard let latitude = values["latitude"].flatMap(Double.init),
            let longitude = values["longitude"].flatMap(Double.init)
        else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }
}
