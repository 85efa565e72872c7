internal import Geodesy

extension CoordinateMistake {
    /// Of its text in the tables: `mistake.longitude-sign`.
    var key: String {
        switch self {
        case .longitudeSign: "longitude-sign"
        case .latitudeSign: "latitude-sign"
        case .bothSigns: "both-signs"
        case .exchanged: "exchanged"
        case .exchangedAndLatitudeSign: "exchanged-latitude-sign"
        case .exchangedAndLongitudeSign: "exchanged-longitude-sign"
        }
    }

    /// Completes "the region fits ", as evidence has it.
    var change: String {
        switch self {
        case .longitudeSign: "with the sign of its longitude changed"
        case .latitudeSign: "with the sign of its latitude changed"
        case .bothSigns: "with both signs changed"
        case .exchanged: "with latitude and longitude exchanged"
        case .exchangedAndLatitudeSign: "with latitude and longitude exchanged and the sign of the latitude changed"
        case .exchangedAndLongitudeSign: "with latitude and longitude exchanged and the sign of the longitude changed"
        }
    }
}

extension Region {
    /// Which of its coordinates are zero, as the key of its text and as evidence has it: most likely they were never
    /// filled in. Nil when none is.
    var zeros: (key: String, text: String)? {
        switch (centre.latitude == 0, centre.longitude == 0) {
        case (true, true): ("zeros", "its latitude and longitude are zero")
        case (true, false): ("zero-latitude", "its latitude is zero")
        case (false, true): ("zero-longitude", "its longitude is zero")
        case (false, false): nil
        }
    }
}
