/// A metric of a program, in all its variants.
package struct MetricFamily: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Only ever grows.
        case counter
        /// Is what it is.
        case gauge
        /// How many values were at most each of these bounds, which ascend.
        case histogram([Double])

        /// What the text format calls it.
        package var name: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    /// Letters, digits and underscores; a counter's ends in `_total`, preceded by a unit in the plural.
    package let name: String
    /// One sentence.
    package let help: String
    package let kind: Kind
    /// What its variants differ in.
    package let labels: [String]

    package init(_ name: String, _ kind: Kind, labels: [String] = [], help: String) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.help = help
    }
}
