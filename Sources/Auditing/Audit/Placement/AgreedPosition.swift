internal import AuditLedger
internal import Geodesy
internal import Glibc

/// Where a tag is, as far as its visits agree.
struct AgreedPosition: Sendable {
    let place: Coordinate
    /// Standard deviation along each axis, in metres; 0 when a surveyed position decides.
    let sigma: Double
    /// How many visits were combined.
    let visits: Int
    /// Visits that disagree with the others far beyond their accuracy.
    let leftOut: [Fix]
    /// One fix for each visit, the most accurate first, those that were left out included.
    let fixes: [Fix]
    /// No majority of the visits agrees: the place is that of the largest group, and decides nothing.
    let isContradictory: Bool

    /// Combined visits are not independent enough to become better than this, in metres.
    static let leastSigma = 2.0
    /// Two visits disagree when their distance has no more than this probability.
    private static let disagreement = 1e-4

    /// Nil without visits. `fixes` has one fix for each visit.
    init?(_ fixes: [Fix], model: ErrorModel) {
        let fixes = fixes.sorted()
        guard let group = Self.largestGroup(fixes, model) else { return nil }
        isContradictory = group.count * 2 <= fixes.count && fixes.count > 1
        leftOut = group.count == fixes.count ? [] : fixes.filter { !group.contains($0) }
        self.visits = group.count
        self.fixes = fixes
        (place, sigma) = Self.combine(group)
    }

    /// A single fix taken at its word.
    init(_ fix: Fix) {
        self.init(place: fix.place, sigma: fix.sigma, visits: 1, leftOut: [], fixes: [fix], isContradictory: false)
    }

    private init(
        place: Coordinate, sigma: Double, visits: Int, leftOut: [Fix], fixes: [Fix], isContradictory: Bool
    ) {
        self.place = place
        self.sigma = sigma
        self.visits = visits
        self.leftOut = leftOut
        self.fixes = fixes
        self.isContradictory = isContradictory
    }

    /// The largest group alone, whatever contradicts it.
    var decided: AgreedPosition {
        AgreedPosition(
            place: place, sigma: sigma, visits: visits, leftOut: [], fixes: fixes, isContradictory: false)
    }

    /// The fixes that were combined.
    var agreeing: [Fix] { leftOut.isEmpty ? fixes : fixes.filter { !leftOut.contains($0) } }

    /// The largest group around one fix; among equals the most accurate fix's, which comes first.
    private static func largestGroup(_ fixes: [Fix], _ model: ErrorModel) -> [Fix]? {
        let doAllAgree = fixes.indices.allSatisfy { one in
            (0..<one).allSatisfy { agree(fixes[one], fixes[$0], model: model) }
        }
        if doAllAgree { return fixes.isEmpty ? nil : fixes }
        let agreement = agreement(fixes, model)
        let groups = fixes.indices.map { first in group(around: first, agreement).map { fixes[$0] } }
        return groups.map(\.count).max().flatMap { largest in groups.first { $0.count == largest } }
    }

    /// Fixes that agree with one another, the more accurate ones chosen first. That each agrees with the first is not
    /// enough: a fix good to a kilometre agrees with two places that are kilometres apart.
    private static func group(around first: Int, _ agreement: [[Bool]]) -> [Int] {
        var group = [first]
        for fix in agreement.indices where fix != first && group.allSatisfy({ agreement[fix][$0] }) {
            group.append(fix)
        }
        return group.sorted()
    }

    /// Which fixes agree with which; the table is the same from both sides.
    private static func agreement(_ fixes: [Fix], _ model: ErrorModel) -> [[Bool]] {
        var table = Array(repeating: Array(repeating: true, count: fixes.count), count: fixes.count)
        for one in fixes.indices {
            for other in 0..<one {
                table[one][other] = agree(fixes[one], fixes[other], model: model)
                table[other][one] = table[one][other]
            }
        }
        return table
    }

    /// Whether both fixes may be of one place: the distance of two independent Gaussians is Rayleigh's.
    static func agree(_ left: Fix, _ right: Fix, model: ErrorModel) -> Bool {
        if left == right { return true }
        // Surveyed positions are still positions of a hand, not of a point.
        let variance = max(left.sigma * left.sigma + right.sigma * right.sigma, leastSigma * leastSigma)
        func isLikely(_ distance: Double) -> Bool {
            let exponent = -distance * distance / (2 * variance)
            let worse = model.share * exp(exponent / (model.factor * model.factor))
            return (1 - model.share) * exp(exponent) + worse > disagreement
        }
        // The likelihood falls with the distance: where both bounds answer alike, so does all between them.
        if let bounds = left.place.planeDistance(to: right.place) {
            // Below four deviations exp(-8) alone is more than the limit.
            if model.share <= 0.5, bounds.upperBound * bounds.upperBound < 15.9 * variance { return true }
            let answer = isLikely(bounds.upperBound)
            if answer == isLikely(bounds.lowerBound) { return answer }
        }
        return isLikely(left.place.distance(to: right.place))
    }

    /// Inverse-variance weights in the plane that touches the ellipsoid at the most accurate fix.
    private static func combine(_ fixes: [Fix]) -> (Coordinate, Double) {
        let origin = fixes[0]
        if fixes.count == 1 { return (origin.place, origin.sigma) }
        // A fix without error outweighs any other.
        let exact = fixes.filter { $0.sigma == 0 }
        let counted = exact.isEmpty ? fixes : exact
        let weights = counted.map { exact.isEmpty ? 1 / ($0.sigma * $0.sigma) : 1 }
        let total = weights.reduce(0, +)
        let place = mean(of: counted, weights, total, around: origin.place)
        return (place, exact.isEmpty ? max((1 / total).squareRoot(), leastSigma) : 0)
    }

    private static func mean(
        of fixes: [Fix], _ weights: [Double], _ total: Double, around origin: Coordinate
    ) -> Coordinate {
        var (east, north) = (0.0, 0.0)
        for (fix, weight) in zip(fixes, weights) {
            guard let offset = origin.planeOffset(to: fix.place) else {
                return distantMean(of: fixes, weights, total, around: origin)
            }
            east += weight * offset.east
            north += weight * offset.north
        }
        return origin.moved(east: east / total, north: north / total)
    }

    /// The same for fixes too far from one another, or too near to a pole, for a plane: along geodesics.
    private static func distantMean(
        of fixes: [Fix], _ weights: [Double], _ total: Double, around origin: Coordinate
    ) -> Coordinate {
        var (east, north) = (0.0, 0.0)
        for (fix, weight) in zip(fixes, weights) {
            let bearing = origin.bearing(to: fix.place)
            let azimuth = bearing.azimuth * .pi / 180
            east += weight * bearing.distance * sin(azimuth)
            north += weight * bearing.distance * cos(azimuth)
        }
        let azimuth = atan2(east, north) * 180 / .pi
        return origin.moved(by: hypot(east, north) / total, azimuth: azimuth)
    }
}
