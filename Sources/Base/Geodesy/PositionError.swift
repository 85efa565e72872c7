public import Faults
import Glibc

/// How far a measured position may be from the true one: an isotropic Gaussian.
public struct PositionError: Sendable, Hashable {
    /// The confidence of a phone's horizontal accuracy.
    public static let phoneConfidence = 0.68
    /// The confidence of gpsd's `eph`; its manual leaves it open, 95 % is the convention.
    public static let gpsdConfidence = 0.95

    /// The largest accuracy and deviation in metres: half of the equator (WGS 84, 40 075 017 m around). A larger one
    /// says nothing about where something is, and its square would leave the range of numbers.
    public static let largest = 20_037_508.0

    /// Standard deviation along each axis, in metres, 0 to ``largest``; 0 for a surveyed position.
    public let sigma: Double

    /// A given standard deviation in metres.
    public init(sigma: Double) throws(GeodesyError) {
        guard (0...Self.largest).contains(sigma) else {
            throw Self.refusal("deviation \(plain(sigma)) m is not between 0 and \(plain(Self.largest))")
        }
        self.sigma = sigma
    }

    /// From the radius (metres) of a circle that holds the true position with this confidence (0 to 1).
    public init(accuracy: Double, confidence: Double = phoneConfidence) throws(GeodesyError) {
        guard (0...Self.largest).contains(accuracy) else {
            throw Self.refusal("accuracy \(plain(accuracy)) m is not between 0 and \(plain(Self.largest))")
        }
        guard confidence > 0, confidence < 1 else {
            throw Self.refusal("confidence \(plain(confidence)) is not between 0 and 1")
        }
        // The distance of a two-dimensional Gaussian is Rayleigh: c = 1 - exp(-a^2 / (2 sigma^2)).
        let sigma = accuracy * Self.deviationFactor(confidence: confidence)
        guard sigma <= Self.largest else {
            throw Self.refusal(
                "confidence \(plain(confidence)) is too small for accuracy \(plain(accuracy)) m")
        }
        self.sigma = sigma
    }

    /// What an accuracy of this confidence (between 0 and 1) is multiplied by to give the deviation.
    package static func deviationFactor(confidence: Double) -> Double {
        1 / (-2 * log1p(-confidence)).squareRoot()
    }

    private static func refusal(_ reason: String) -> GeodesyError {
        GeodesyError(
            code: .positionError, message: "this is not a position error", reason: reason,
            next: "give the accuracy in metres, 0 or more, and a confidence such as 0.68")
    }
}
