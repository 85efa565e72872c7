/// A Gaussian with heavier tails: a share of the fixes is worse than stated, by reflections indoors.
///
/// (1 - share) N(0, sigma^2) + share N(0, (factor sigma)^2).
public struct ErrorModel: Sendable, Hashable, Codable {
    /// The share of worse fixes, 0 up to 1.
    public let share: Double
    /// How many times worse they are, 1 or more.
    public let factor: Double

    /// What phones do, as far as we know.
    public static let standard = ErrorModel(share: 0.02, factor: 5)
    /// No worse fixes at all.
    public static let gaussian = ErrorModel(share: 0, factor: 1)

    /// Values outside their ranges are moved to the nearest allowed one.
    public init(share: Double, factor: Double) {
        self.share = share.isFinite ? min(max(share, 0), 1) : 0
        self.factor = factor.isFinite ? max(factor, 1) : 1
    }

    /// `MeasuredDistance.probability` under this model.
    public func probability(atMost x: Double, trueDistance y: Double, sigma: Double) -> Double {
        let usual = MeasuredDistance.probability(atMost: x, trueDistance: y, sigma: sigma)
        guard share > 0 else { return usual }
        let worse = MeasuredDistance.probability(atMost: x, trueDistance: y, sigma: factor * sigma)
        return (1 - share) * usual + share * worse
    }
}
