import Glibc

/// What ``MeasuredDistance/probability(atMost:trueDistance:sigma:)`` certainly is, without an integral.
///
/// An error that makes the distance longer than x > y is itself longer than x - y, and Rayleigh's distribution says how
/// likely that is: P >= 1 - exp(-g^2 / 2) with g = (x - y) / sigma. A distance is at least as long as its part along the
/// line to the true place, which is Gaussian: P <= Phi(g).
extension MeasuredDistance {
    /// More than the error of the integral, and of these bounds.
    private static let margin = 1e-8

    package static func bounds(
        ofProbabilityAtMost x: Double, trueDistance y: Double, sigma: Double
    ) -> ClosedRange<Double> {
        let gap = (x - y) / sigma
        let lower = gap > 0 ? 1 - exp(-gap * gap / 2) : 0
        let upper = erfc(-gap / 2.0.squareRoot()) / 2
        return max(0, lower - margin)...min(1, upper + margin)
    }
}

extension ErrorModel {
    /// Whether `probability(atMost:trueDistance:sigma:)` is at least a limit. An integral is made only where no bound
    /// decides. `sigma` is above 0.
    public func isProbability(
        atMost x: Double, trueDistance y: Double, sigma: Double, atLeast limit: Double
    ) -> Bool {
        let usual = MeasuredDistance.bounds(ofProbabilityAtMost: x, trueDistance: y, sigma: sigma)
        let worse =
            share > 0 ? MeasuredDistance.bounds(ofProbabilityAtMost: x, trueDistance: y, sigma: factor * sigma) : usual
        if (1 - share) * usual.lowerBound + share * worse.lowerBound >= limit { return true }
        if (1 - share) * usual.upperBound + share * worse.upperBound < limit { return false }
        return probability(atMost: x, trueDistance: y, sigma: sigma) >= limit
    }
}
