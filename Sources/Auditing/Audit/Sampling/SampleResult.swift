internal import Registry

/// What an audit says about a batch of which a sample was scanned.
public struct SampleResult: Sendable, Codable, Equatable {
    public enum Decision: String, Sendable, Codable, CaseIterable {
        /// No tag of the sample is misplaced.
        case accepted
        /// One is, or more: look at all tags of the batch.
        case rejected
        /// Some of the sample were not seen, or too vaguely.
        case incomplete
    }

    public let batch: String
    public let decision: Decision
    /// How many tags the sample has.
    public let sample: Int
    public let misplaced: [String]
    /// Not seen, or undecided.
    public let open: [String]
    public let limit: Double
    public let confidence: Double
    /// How many tags the batch has; nil when the plan does not state it.
    public let size: Int?

    /// What the decision is worth; nil when the plan does not state the size of its batch.
    public var arithmetic: String? {
        size.map { SamplingPlan.arithmetic(size: $0, sample: sample, limit: limit, confidence: confidence) }
    }

    /// The decision and its arithmetic, for a person.
    public var text: String {
        verdict + (arithmetic.map { "\n  " + $0 } ?? "")
    }

    private var verdict: String {
        switch decision {
        case .accepted:
            "batch \(batch) is accepted: none of the \(sample) tags of the sample is misplaced"
        case .rejected:
            "batch \(batch) is not accepted: \(misplaced.count) of the \(sample) tags of the sample "
                + "\(Wording.choose(misplaced.count, "is", "are")) misplaced; look at every tag of the batch"
        case .incomplete:
            "batch \(batch) is not accepted yet: \(open.count) of the \(sample) tags of the sample "
                + "\(Wording.choose(open.count, "is", "are")) still to be scanned"
        }
    }
}
