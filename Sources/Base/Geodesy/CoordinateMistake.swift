/// A mistake that people make when they type a position, the most frequent first: Apple's own sample for Apple Park
/// has lost a sign.
public enum CoordinateMistake: Sendable, CaseIterable {
    case longitudeSign
    case latitudeSign
    case bothSigns
    case exchanged
    case exchangedAndLatitudeSign
    case exchangedAndLongitudeSign

    /// What was meant by a position that was typed with this mistake; nil when that is not a position, or the same one.
    public func undone(in typed: Coordinate) -> Coordinate? {
        let (north, east) = (typed.latitude, typed.longitude)
        let meant: (latitude: Double, longitude: Double) =
            switch self {
            case .longitudeSign: (north, -east)
            case .latitudeSign: (-north, east)
            case .bothSigns: (-north, -east)
            case .exchanged: (east, north)
            case .exchangedAndLatitudeSign: (-east, north)
            case .exchangedAndLongitudeSign: (east, -north)
            }
        let place = try? Coordinate(latitude: meant.latitude, longitude: meant.longitude)
        return place == typed ? nil : place
    }

    /// Completes a sentence about numbers that are not a position as they are, and would be one when they are exchanged;
    /// empty otherwise.
    package static func exchangeHint(latitude: Double, longitude: Double) -> String {
        let looksExchanged = abs(latitude) > 90 && abs(latitude) <= 180 && abs(longitude) <= 90
        return looksExchanged ? "; latitude and longitude look exchanged" : ""
    }

    /// The first mistake without which a position is what it should be, and what was meant then.
    public static func explaining(
        _ typed: Coordinate, _ isRight: (Coordinate) -> Bool
    ) -> (mistake: CoordinateMistake, meant: Coordinate)? {
        for mistake in allCases {
            if let meant = mistake.undone(in: typed), isRight(meant) { return (mistake, meant) }
        }
        return nil
    }
}
