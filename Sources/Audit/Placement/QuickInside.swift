internal import Geodesy
internal import Glibc
internal import Registry

/// Proves with plane arithmetic that a tag is inside its region, or says nothing.
///
/// Around the centre a degree is taken for as long as it is there. Within 3 km and 85 degrees of latitude a plane
/// distance is then wrong by less than tan(85) 3 / 6 357 = 0.54 %; 1 % is allowed for. What this proves,
/// `Whereabouts` and `Judgement` say, too.
struct QuickInside: Sendable {
    private static let reach = 3_000.0
    private static let error = 0.01
    private static let latitudeLimit = 85.0

    private struct Centre {
        /// In the units of `PackedVisit`.
        let north: Int64
        let east: Int64
        let radius: Double
        /// Metres in a unit at the centre.
        let metresNorth: Double
        let metresEast: Double
    }

    /// By position of the store; a radius of 0 where nothing can be proved.
    private let centres: [Centre]
    private let model: ErrorModel
    /// A gap of so many deviations proves enough, squared.
    private let leastGap: Double
    private let isAgreementKnown: Bool

    init(_ stores: [Store], model: ErrorModel) {
        self.model = model
        leastGap = Self.leastGap(model)
        isAgreementKnown = model.share <= 0.5
        centres = stores.map { store in
            guard let region = store.region, abs(region.centre.latitude) < Self.latitudeLimit else {
                return Centre(north: 0, east: 0, radius: 0, metresNorth: 0, metresEast: 0)
            }
            let degree = region.centre.lengthOfDegree
            return Centre(
                north: Int64(((region.centre.latitude + 90) * PackedVisit.unit).rounded()),
                east: Int64(((region.centre.longitude + 180) * PackedVisit.unit).rounded()), radius: region.radius,
                metresNorth: degree.north / PackedVisit.unit, metresEast: degree.east / PackedVisit.unit)
        }
    }

    /// F(r; d, s) >= 1 - exp(-(r - d)^2 / 2s^2): an error shorter than the gap cannot leave the region. The bound grows
    /// with the gap, so one search finds where it is enough; infinity where it never is.
    private static func leastGap(_ model: ErrorModel) -> Double {
        func isEnough(_ square: Double) -> Bool {
            let worse = model.share > 0 ? model.share * exp(-square / (2 * model.factor * model.factor)) : 0
            return 1 - (1 - model.share) * exp(-square / 2) - worse >= Judgement.insideLimit
        }
        var (low, high) = (0.0, 1e9)
        guard (0...1).contains(model.share), isEnough(high) else { return .infinity }
        for _ in 0..<100 {
            let middle = (low + high) / 2
            if isEnough(middle) { high = middle } else { low = middle }
        }
        // More than what rounding does to the bound near its limit.
        return high * (1 + 1e-6)
    }

    /// Brings a store's region into the processor's cache. Returns nothing of use.
    @inline(__always)
    func warm(_ store: Int) -> UInt64 { centres[store].radius.bitPattern }

    /// Whether the visits of these fixes, one or more in any order, are certainly called inside. No two may be of one
    /// visit.
    func proves(_ fixes: Span<PackedVisit>, in store: Int) -> Bool {
        let centre = centres[store]
        guard centre.radius > 0, fixes.count <= PackedVisit.limit else { return false }
        if fixes.count == 1 {
            let only = fixes[0]
            let (x, y) = plane(only, centre)
            let sigma = Double(only.sigma)
            return proves((x * x + y * y).squareRoot(), farthest: 0, variance: sigma * sigma, centre)
        }
        var points = InlineArray<16, Point>(repeating: Point())
        var (sumX, sumY, total, farthest) = (0.0, 0.0, 0.0, 0.0)
        for index in 0..<fixes.count {
            let fix = fixes[index]
            let (x, y) = plane(fix, centre)
            let sigma = Double(fix.sigma)
            let point = Point(x: x, y: y, variance: sigma * sigma, visit: fix.visit)
            guard point.variance > 0, abs(x) < Self.reach, abs(y) < Self.reach else { return false }
            for other in 0..<index where !agree(points[other], point) { return false }
            points[index] = point
            let weight = 1 / point.variance
            sumX += x * weight
            sumY += y * weight
            total += weight
            farthest = max(farthest, abs(x) + abs(y))
        }
        let variance = max(1 / total, Whereabouts.leastSigma * Whereabouts.leastSigma)
        return proves((sumX * sumX + sumY * sumY).squareRoot() / total, farthest: farthest, variance: variance, centre)
    }

    private func proves(_ distance: Double, farthest: Double, variance: Double, _ centre: Centre) -> Bool {
        // Two centimetres for roundings, and for what a mean of places on an ellipsoid is.
        let gap = centre.radius - distance - Self.error * max(distance, farthest) - 0.02
        return gap > 0 && distance < Self.reach && gap * gap >= leastGap * variance
    }

    private struct Point: BitwiseCopyable {
        var x = 0.0
        var y = 0.0
        var variance = 0.0
        var visit: UInt64 = 0
    }

    /// Whether two fixes are of two visits and certainly agree: below four deviations exp(-8) is more than the limit of
    /// `Whereabouts` under any share of worse fixes up to a half.
    private func agree(_ left: Point, _ right: Point) -> Bool {
        let (x, y) = (left.x - right.x, left.y - right.y)
        let length = (x * x + y * y) * (1 + Self.error) * (1 + Self.error)
        return isAgreementKnown && left.visit != right.visit && length < 15.9 * (left.variance + right.variance)
    }

    @inline(__always)
    private func plane(_ fix: PackedVisit, _ centre: Centre) -> (x: Double, y: Double) {
        var east = fix.eastUnits - centre.east
        let half = Int64(180 * PackedVisit.unit)
        if east > half { east -= 2 * half } else if east < -half { east += 2 * half }
        return (Double(east) * centre.metresEast, Double(fix.northUnits - centre.north) * centre.metresNorth)
    }
}
