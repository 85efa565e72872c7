internal import Glibc

/// Wald's sequential probability ratio test on the answers of location confirmation (A. Wald, "Sequential Tests of
/// Statistical Hypotheses", 1945): is a tag where it belongs, or elsewhere?
///
/// After a decision it begins again, so that a tag that was moved is noticed however long it was fine before.
public struct RefusalTest: Sendable, Hashable {
    /// How often a tag that is where it belongs is refused: a poor fix.
    public let refusalRate: Double
    /// How often one that is elsewhere is accepted.
    public let acceptanceRate: Double
    /// How often each decision may be wrong.
    public let error: Double

    public static let standard = RefusalTest(refusalRate: 0.02, acceptanceRate: 0.02, error: 0.001)

    /// Rates between 0 and 1/2, both ends excluded; others are moved there.
    public init(refusalRate: Double, acceptanceRate: Double, error: Double) {
        func allowed(_ rate: Double) -> Double { rate.isFinite ? min(max(rate, 1e-6), 0.499) : 0.02 }
        self.refusalRate = allowed(refusalRate)
        self.acceptanceRate = allowed(acceptanceRate)
        self.error = allowed(error)
    }

    /// What the witnesses' answers, in the order of time, come to.
    struct Outcome: Sendable, Equatable {
        /// Whether the last decision was that the tag is elsewhere.
        var isRefused = false
        var refusals = 0
        var acceptances = 0
        /// How many refusals have come since the tag was last found to be fine.
        var recentRefusals = 0
    }

    func run(_ answers: some Sequence<Bool>) -> Outcome {
        let refusal = log((1 - acceptanceRate) / refusalRate)
        let acceptance = log(acceptanceRate / (1 - refusalRate))
        let limit = log((1 - error) / error)
        var outcome = Outcome()
        var sum = 0.0
        for isRefusal in answers {
            if isRefusal { outcome.refusals += 1 } else { outcome.acceptances += 1 }
            if isRefusal { outcome.recentRefusals += 1 }
            sum += isRefusal ? refusal : acceptance
            if sum >= limit {
                outcome.isRefused = true
                sum = 0
            } else if sum <= -limit {
                outcome.isRefused = false
                outcome.recentRefusals = 0
                sum = 0
            }
        }
        return outcome
    }
}
