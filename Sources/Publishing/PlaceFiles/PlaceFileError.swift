package import Faults

/// A file of places that cannot be read as a whole.
package typealias PlaceFileError = Fault<PlaceFileFaultCode>

package enum PlaceFileFaultCode: String, FaultCode, Codable {
    /// No format that is known, or another one than was asked for.
    case unknownFormat = "places-unknown-format"
    /// The JSON or XML around the places is wrong.
    case malformed = "places-malformed"
    /// Nested deeper, or larger in one piece, than any place.
    case tooLarge = "places-too-large"
    /// Its coordinates are not degrees of WGS 84.
    case otherCoordinates = "places-other-coordinates"
}

extension PlaceFileError {
    init(_ code: Code, file: String, _ reason: String) {
        self.init(code: code, message: "\(file) is refused", reason: reason, next: Self.advice(code))
    }

    private static func advice(_ code: Code) -> String {
        switch code {
        case .unknownFormat:
            "give an export of Google Business Profile or Apple Business, OpenStreetMap data, GeoJSON, or a table with "
                + "columns such as store, name, latitude and longitude"
        case .malformed: "export the file again; nothing of it was taken"
        case .tooLarge: "look at what is in it; no place is as large"
        case .otherCoordinates: "export it again in WGS 84 (EPSG:4326), longitude first"
        }
    }
}
