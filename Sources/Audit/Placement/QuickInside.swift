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
        let latitude: Double
        let longitude: Double
        let radius: Double
        /// Metres in a degree at the centre.
        let north: Double
        let east: Double
    }

    /// By position of the store; a radius of 0 where nothing can be proved.
    private let centres: [Centre]
    private let model: ErrorModel

    init(_ stores: [Store], model: ErrorModel) {
        self.model = model
        centres = stores.map { store in
            guard let region = store.region, abs(region.centre.latitude) < Self.latitudeLimit else {
                return Centre(latitude: 0, longitude: 0, radius: 0, north: 0, east: 0)
            }
            let degree = region.centre.lengthOfDegree
            return Centre(
                latitude: region.centre.latitude, longitude: region.centre.longitude, radius: region.radius,
                north: degree.north, east: degree.east)
        }
    }

    /// Whether these visits, one or more, are certainly called inside.
    func proves(_ visits: ArraySlice<PackedVisit>, in store: Int) -> Bool {
        let centre = centres[store]
        guard centre.radius > 0 else { return false }
        if visits.count == 1, let only = visits.first {
            let (x, y) = plane(only, centre)
            return proves((x * x + y * y).squareRoot(), farthest: 0, sigma: Double(only.sigma), centre)
        }
        var points = InlineArray<16, (x: Double, y: Double, variance: Double)>(repeating: (0, 0, 0))
        var (sumX, sumY, total, farthest) = (0.0, 0.0, 0.0, 0.0)
        var count = 0
        for visit in visits {
            let (x, y) = plane(visit, centre)
            let variance = Double(visit.sigma) * Double(visit.sigma)
            guard variance > 0, abs(x) < Self.reach, abs(y) < Self.reach else { return false }
            for other in 0..<count where !agree(points[other], (x, y, variance)) { return false }
            points[count] = (x, y, variance)
            count += 1
            sumX += x / variance
            sumY += y / variance
            total += 1 / variance
            farthest = max(farthest, abs(x) + abs(y))
        }
        let sigma = max((1 / total).squareRoot(), Whereabouts.leastSigma)
        return proves((sumX * sumX + sumY * sumY).squareRoot() / total, farthest: farthest, sigma: sigma, centre)
    }

    /// F(r; d, s) >= 1 - exp(-(r - d)^2 / 2s^2): an error shorter than the gap cannot leave the region.
    private func proves(_ distance: Double, farthest: Double, sigma: Double, _ centre: Centre) -> Bool {
        // Two centimetres for roundings, and for what a mean of places on an ellipsoid is.
        let gap = centre.radius - distance - Self.error * max(distance, farthest) - 0.02
        guard gap > 0, distance < Self.reach else { return false }
        if sigma == 0 { return true }
        let exponent = -gap * gap / (2 * sigma * sigma)
        let worse = model.share > 0 ? model.share * exp(exponent / (model.factor * model.factor)) : 0
        return 1 - (1 - model.share) * exp(exponent) - worse >= Judgement.insideLimit
    }

    /// Whether two fixes certainly agree: below four deviations exp(-8) is more than the limit of `Whereabouts`
    /// under any share of worse fixes up to a half.
    private func agree(
        _ left: (x: Double, y: Double, variance: Double), _ right: (x: Double, y: Double, variance: Double)
    ) -> Bool {
        let (x, y) = (left.x - right.x, left.y - right.y)
        let length = (x * x + y * y) * (1 + Self.error) * (1 + Self.error)
        return model.share <= 0.5 && length < 15.9 * (left.variance + right.variance)
    }

    private func plane(_ visit: PackedVisit, _ centre: Centre) -> (x: Double, y: Double) {
        var degrees = visit.longitude - centre.longitude
        if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
        return (degrees * centre.east, (visit.latitude - centre.latitude) * centre.north)
    }
}
