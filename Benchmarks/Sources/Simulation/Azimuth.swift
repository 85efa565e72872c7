import Foundation
import Geodesy

extension Coordinate {
    /// Degrees clockwise from north.
    static func azimuth(_ east: Double, _ north: Double) -> Double { atan2(east, north) * 180 / .pi }

    /// A place uniformly in a circle around this one.
    public func somewhere(within metres: Double, _ dice: inout Dice) -> Coordinate {
        moved(by: metres * dice.uniform().squareRoot(), azimuth: 360 * dice.uniform() - 180)
    }
}
