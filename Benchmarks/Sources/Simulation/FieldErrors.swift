import Geodesy

/// How wrong measured positions are: what phones state, and how often they are worse than that.
public struct FieldErrors: Sendable {
    /// The share of fixes that are worse than stated, and how many times.
    public let share: Double
    public let factor: Double

    public static let gaussian = FieldErrors(share: 0, factor: 1)
    /// What the audit believes.
    public static let asBelieved = FieldErrors(share: 0.02, factor: 5)
    /// Twice as many bad fixes as the audit believes, and longer tails.
    public static let worse = FieldErrors(share: 0.04, factor: 6)
    /// Far from what it believes: nobody promises anything.
    public static let wild = FieldErrors(share: 0.05, factor: 8)

    public init(share: Double, factor: Double) {
        self.share = share
        self.factor = factor
    }

    /// An accuracy as phones state it: most between 4 and 30 m, Wi-Fi 65 m, cells hundreds.
    public static func statedAccuracy(_ dice: inout Dice) -> Double {
        switch dice.uniform() {
        case ..<0.55: 4 + 8 * dice.uniform()
        case ..<0.85: 12 + 18 * dice.uniform()
        case ..<0.96: 65
        case ..<0.99: 100 + 100 * dice.uniform()
        default: 1_000 * (1 + dice.uniform())
        }
    }

    /// Where a device that is at `place` says it is.
    public func measured(_ place: Coordinate, sigma: Double, _ dice: inout Dice) -> Coordinate {
        let deviation = dice.uniform() < share ? sigma * factor : sigma
        let (x, y) = dice.normals()
        return place.moved(east: x * deviation, north: y * deviation)
    }
}

extension Coordinate {
    public func moved(east: Double, north: Double) -> Coordinate {
        moved(by: (east * east + north * north).squareRoot(), azimuth: Self.azimuth(east, north))
    }
}
