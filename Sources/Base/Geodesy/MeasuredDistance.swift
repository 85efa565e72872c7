import Glibc

/// How far from a point a position is measured whose true distance is known.
///
/// Measured positions are Gaussian around the true one, so the measured distance follows Rice's distribution;
/// its square over sigma squared is non-central chi-squared with 2 degrees of freedom.
public enum MeasuredDistance {
    /// The probability that the distance is measured as `x` or less.
    ///
    /// `x`: measured distance, `y`: true distance, `sigma`: deviation along each axis; all in the same unit,
    /// not negative. Equal to 1 - Q1(y / sigma, x / sigma) with Marcum's Q function. Absolute error below 1e-9.
    public static func probability(atMost x: Double, trueDistance y: Double, sigma: Double) -> Double {
        if sigma <= 0 { return y <= x ? 1 : 0 }
        // In units of sigma, relative to the true distance: exact for x near y, however small sigma is.
        let offset = (x - y) / sigma
        if offset >= reach { return 1 }
        if offset <= -reach || x <= 0 { return 0 }
        // Far beyond 1e12 deviations the curvature is gone, and the products below would overflow.
        let distance = min(y / sigma, 1e12)
        // The shorter of the two tails is integrated.
        if offset > 0 {
            return 1 - integral(from: offset, to: reach, distance: distance)
        }
        return integral(from: max(-distance, -reach), to: offset, distance: distance)
    }

    /// Beyond this many deviations the density holds less than 1e-14.
    package static let reach = 8.5

    /// The integral of Rice's density t exp(-(t^2 + a^2) / 2) I0(a t), written for t = a + u as
    /// (a + u) exp(-u^2 / 2) exp(-a t) I0(a t), which neither overflows nor cancels.
    private static func integral(from lower: Double, to upper: Double, distance a: Double) -> Double {
        guard upper > lower else { return 0 }
        let panels = ((upper - lower) / 2).rounded(.up)
        let half = (upper - lower) / (2 * panels)
        var sum = 0.0
        for panel in 0..<Int(panels) {
            let middle = lower + half * Double(2 * panel + 1)
            for (node, weight) in zip(GaussLegendre.nodes, GaussLegendre.weights) {
                sum += weight * (density(middle - half * node, a) + density(middle + half * node, a))
            }
        }
        // Rounding may leave a hair below 0 or above 1.
        return min(max(sum * half, 0), 1)
    }

    private static func density(_ u: Double, _ a: Double) -> Double {
        let t = a + u
        return t * exp(-u * u / 2) * scaledBesselI0(a * t)
    }
}
