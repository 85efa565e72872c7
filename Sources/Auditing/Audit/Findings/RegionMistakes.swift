internal import Geodesy

extension CoordinateMistake {
    /// Completes "the region fits ".
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
    /// Which of its coordinates are zero: most likely they were never filled in. Nil when none is.
    var zeros: String? {
        switch (centre.latitude == 0, centre.longitude == 0) {
        case (true, true): "its latitude and longitude are zero"
        case (true, false): "its latitude is zero"
        case (false, true): "its longitude is zero"
        case (false, false): nil
        }
    }
}
