internal import AuditLedger
internal import Geodesy

/// Whether a tag is in its store's region.
public enum Verdict: String, Sendable, Codable, CaseIterable {
    case inside
    case outside
    /// The fix is too vague to say; the next step is another reading, or a nearer one.
    case undecided
}

/// Where the verdicts part.
public enum VerdictLimits {
    /// Outside at or below this probability of a fix as far off, for a tag on the region's nearest edge.
    public static let outside = 0.001
    /// Inside at or above this share of where the tag may be.
    public static let inside = 0.95
}

/// A verdict and the numbers that it rests on.
struct Judgement: Sendable, Equatable {
    let verdict: Verdict
    /// The probability that the tag is in the region, given this fix alone.
    let probability: Double
    /// How likely a fix as far off is for a tag inside the region, at worst.
    let p: Double
    /// Metres from the region's centre.
    let distance: Double

    /// Visits that contradict each other decide nothing, unless each of them alone says outside.
    init(_ whereabouts: AgreedPosition, in region: Region, model: ErrorModel) {
        guard whereabouts.isContradictory else {
            let distance = region.centre.distance(to: whereabouts.place)
            self.init(distance: distance, sigma: whereabouts.sigma, in: region, model: model)
            return
        }
        let largest = Judgement(whereabouts.decided, in: region, model: model)
        let alone = whereabouts.fixes.map { Judgement(AgreedPosition($0), in: region, model: model) }
        let isOutside = alone.allSatisfy { $0.verdict == .outside }
        self.init(
            verdict: isOutside ? .outside : .undecided, probability: largest.probability,
            p: isOutside ? alone.map(\.p).max() ?? largest.p : largest.p, distance: largest.distance)
    }

    /// The same where its distance from the region's centre is known, in metres, and its visits do not contradict each
    /// other.
    init(_ whereabouts: AgreedPosition, at distance: Double, in region: Region, model: ErrorModel) {
        self.init(distance: distance, sigma: whereabouts.sigma, in: region, model: model)
    }

    private init(verdict: Verdict, probability: Double, p: Double, distance: Double) {
        self.verdict = verdict
        self.probability = probability
        self.p = p
        self.distance = distance
    }

    private init(distance: Double, sigma: Double, in region: Region, model: ErrorModel) {
        self.distance = distance
        guard sigma > 0 else {
            let inside = distance <= region.radius
            probability = inside ? 1 : 0
            p = inside ? 1 : 0
            verdict = inside ? .inside : .outside
            return
        }
        probability = model.probability(atMost: region.radius, trueDistance: distance, sigma: sigma)
        p = 1 - model.probability(atMost: distance, trueDistance: region.radius, sigma: sigma)
        if p <= VerdictLimits.outside {
            verdict = .outside
        } else {
            verdict = probability >= VerdictLimits.inside ? .inside : .undecided
        }
    }
}
