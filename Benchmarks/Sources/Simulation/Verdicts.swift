import AppClips
import Audit
import Geodesy
import Registry

/// Verdicts on tags of one store, whose true places are known.
public struct Verdicts {
    /// One tag: how far its true place is from the centre, and what was said.
    public struct Judged: Sendable {
        public let distance: Double
        public let verdict: Verdict?
        public let probability: Double
    }

    public let radius: Double

    public init(radius: Double) { self.radius = radius }

    /// Sees each tag from the given visits. `place` gives a tag's true distance from the centre.
    public func judge(
        _ count: Int, visits: Int, accuracy: Double, errors: FieldErrors, model: ErrorModel = .standard,
        _ dice: inout Dice, place: (inout Dice) -> Double
    ) throws -> [Judged] {
        let centre = try Coordinate(latitude: 48, longitude: 11)
        guard let id = StoreID("s1") else { return [] }
        let store = Store(id: id, name: "Store", region: try Region(centre: centre, radius: radius))
        let card = try Card(title: "Chain", subtitle: "Coffee", action: .open)
        let scope = AuditScope(
            stores: [store],
            experiences: [Experience(url: try InvocationURL("https://chain.example/"), card: card)],
            templates: [try URLTemplate("https://chain.example/{store}{?tag}")])
        let auditor = Auditor(scope, rules: AuditRules(errorModel: model))
        let error = try PositionError(accuracy: accuracy)
        var distances: [String: Double] = [:]
        for tag in 0..<count {
            let distance = place(&dice)
            distances["\(tag)"] = distance
            let truth = centre.moved(by: distance, azimuth: 360 * dice.uniform() - 180)
            for visit in 0..<visits {
                auditor.intake.add(
                    Sighting(
                        time: Timestamp(milliseconds: 1_790_000_000_000 + Int64(visit) * 86_400_000),
                        url: "https://chain.example/s1?tag=\(tag)",
                        place: errors.measured(truth, sigma: error.sigma, &dice), error: error))
            }
        }
        let report = auditor.outcome(keepingEveryTag: true, threads: 2).report(listingTags: true)
        return (report.tags ?? []).compactMap { tag in
            guard let name = tag.tag, let distance = distances[name] else { return nil }
            return Judged(distance: distance, verdict: tag.verdict, probability: tag.probability ?? 0)
        }
    }
}
