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
    /// Metres from the region's centre.
    let distance: Double
    private let numbers: Numbers

    private enum Numbers: Sendable, Equatable {
        case known(probability: Double, p: Double)
        /// They take integrals, and most verdicts need neither.
        case following(sigma: Double, radius: Double, model: ErrorModel)
    }

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
            verdict: isOutside ? .outside : .undecided, distance: largest.distance,
            numbers: .known(
                probability: largest.probability, p: isOutside ? alone.map(\.p).max() ?? largest.p : largest.p))
    }

    /// The same where its distance from the region's centre is known, in metres, and its visits do not contradict each
    /// other.
    init(_ whereabouts: AgreedPosition, at distance: Double, in region: Region, model: ErrorModel) {
        self.init(distance: distance, sigma: whereabouts.sigma, in: region, model: model)
    }

    private init(verdict: Verdict, distance: Double, numbers: Numbers) {
        self.verdict = verdict
        self.distance = distance
        self.numbers = numbers
    }

    private init(distance: Double, sigma: Double, in region: Region, model: ErrorModel) {
        self.distance = distance
        guard sigma > 0 else {
            let isInside = distance <= region.radius
            numbers = .known(probability: isInside ? 1 : 0, p: isInside ? 1 : 0)
            verdict = isInside ? .inside : .outside
            return
        }
        numbers = .following(sigma: sigma, radius: region.radius, model: model)
        if model.isProbability(
            atMost: distance, trueDistance: region.radius, sigma: sigma, atLeast: 1 - VerdictLimits.outside)
        {
            verdict = .outside
        } else {
            let isInside = model.isProbability(
                atMost: region.radius, trueDistance: distance, sigma: sigma, atLeast: VerdictLimits.inside)
            verdict = isInside ? .inside : .undecided
        }
    }

    /// The probability that the tag is in the region, given this fix alone. Integrals: not to be asked twice in a loop.
    var probability: Double {
        switch numbers {
        case .known(let probability, _): probability
        case .following(let sigma, let radius, let model):
            model.probability(atMost: radius, trueDistance: distance, sigma: sigma)
        }
    }

    /// How likely a fix as far off is for a tag inside the region, at worst. Integrals, too.
    var p: Double {
        switch numbers {
        case .known(_, let p): p
        case .following(let sigma, let radius, let model):
            1 - model.probability(atMost: distance, trueDistance: radius, sigma: sigma)
        }
    }
}
