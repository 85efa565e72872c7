internal import AuditLedger
internal import Geodesy
internal import Glibc
internal import Registry

/// Proves with plane arithmetic that a tag is inside its region, or says nothing.
///
/// Around the centre a degree is taken for as long as it is there. Within 3 km and 85 degrees of latitude a plane
/// distance is then wrong by less than tan(85) 3 / 6 357 = 0.54 %; 1 % is allowed for. What this proves,
/// `AgreedPosition` and `Judgement` say, too.
struct FastInside: Sendable {
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
            return 1 - (1 - model.share) * exp(-square / 2) - worse >= VerdictLimits.inside
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

    /// Asks for a store's region before it is needed.
    @inline(__always)
    func prefetch(_ store: Int) { centres.prefetch(store) }

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
        var (sumX, sumY, total, farthest) = (0.0, 0.0, 0.0, 0.0)
        var points = InlineArray<16, Point>(repeating: Point())
        // A bit for each device; that of two, or of one twice.
        var (devices, repeated): (UInt64, UInt64) = (0, 0)
        for index in 0..<fixes.count {
            let device: UInt64 = 1 &<< UInt64(truncatingIfNeeded: fixes[index].device)
            repeated |= devices & device
            devices |= device
            let point = point(fixes[index], centre)
            let reach = abs(point.x) + abs(point.y)
            guard point.variance > 0, reach < Self.reach else { return false }
            points[index] = point
            let weight = 1 / point.variance
            sumX += point.x * weight
            sumY += point.y * weight
            total += weight
            farthest = max(farthest, reach)
        }
        let mean = Point(x: sumX / total, y: sumY / total, variance: 0)
        let variance = max(1 / total, AgreedPosition.leastSigma * AgreedPosition.leastSigma)
        guard proves((mean.x * mean.x + mean.y * mean.y).squareRoot(), farthest: farthest, variance: variance, centre),
            repeated == 0 || areVisits(fixes)
        else { return false }
        // When each is so near to the mean, any two certainly agree: the square of their distance is at most twice the
        // sum of the squares of both distances from there.
        for index in 0..<fixes.count
        where 2 * points[index].square(to: mean) >= Self.agreement * points[index].variance {
            return agree(fixes, centre)
        }
        return isAgreementKnown
    }

    /// Whether it is worth asking closely: false for most of what is outside.
    func mayHold(_ fixes: Span<PackedVisit>, in store: Int) -> Bool {
        let centre = centres[store]
        guard centre.radius > 0, fixes.count > 0 else { return false }
        let (x, y) = plane(fixes[0], centre)
        return max(abs(x), abs(y)) < centre.radius + 10 * Double(fixes[0].sigma)
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

        /// The square of the distance, and more than its error.
        @inline(__always)
        func square(to other: Point) -> Double {
            let (x, y) = (x - other.x, y - other.y)
            return (x * x + y * y) * (1 + FastInside.error) * (1 + FastInside.error)
        }
    }

    /// Whether no two fixes are of one visit.
    private func areVisits(_ fixes: Span<PackedVisit>) -> Bool {
        for index in 1..<fixes.count {
            for other in 0..<index
            where fixes[index].device == fixes[other].device && fixes[index].visit == fixes[other].visit {
                return false
            }
        }
        return true
    }

    /// Two fixes certainly agree when the square of their distance is below this many variances, the sum of both: below
    /// four deviations exp(-8) is more than the limit of `AgreedPosition` under any share of worse fixes up to a half.
    private static let agreement = 15.9

    private func agree(_ fixes: Span<PackedVisit>, _ centre: Centre) -> Bool {
        guard isAgreementKnown else { return false }
        for index in 1..<fixes.count {
            let one = point(fixes[index], centre)
            for index in 0..<index {
                let other = point(fixes[index], centre)
                if one.square(to: other) >= Self.agreement * (one.variance + other.variance) { return false }
            }
        }
        return true
    }

    @inline(__always)
    private func point(_ fix: PackedVisit, _ centre: Centre) -> Point {
        let (x, y) = plane(fix, centre)
        let sigma = Double(fix.sigma)
        return Point(x: x, y: y, variance: sigma * sigma)
    }

    @inline(__always)
    private func plane(_ fix: PackedVisit, _ centre: Centre) -> (x: Double, y: Double) {
        var east = fix.eastUnits - centre.east
        let half = Int64(180 * PackedVisit.unit)
        if east > half { east -= 2 * half } else if east < -half { east += 2 * half }
        return (Double(east) * centre.metresEast, Double(fix.northUnits - centre.north) * centre.metresNorth)
    }
}
