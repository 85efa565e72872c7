/// A metric of a program, in all its variants.
public struct MetricFamily: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Only ever grows.
        case counter
        /// Is what it is.
        case gauge
        /// How many values were at most each of these bounds, which ascend.
        case histogram([Double])

        /// What the text format calls it.
        public var name: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    /// Letters, digits and underscores; a counter's ends in `_total`, preceded by a unit in the plural.
    public let name: String
    /// One sentence.
    public let help: String
    public let kind: Kind
    /// What its variants differ in.
    public let labels: [String]

    public init(_ name: String, _ kind: Kind, labels: [String] = [], help: String) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.help = help
    }
}
