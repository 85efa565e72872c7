/// See: https://prometheus.io/docs/instrumenting/exposition_formats/, text-based format 0.0.4
extension MetricStore {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Every family with its help, its kind and its variants in a fixed order.
    package var exposition: String {
        let values = snapshot
        var text = ""
        for family in families {
            text += "# HELP \(family.name) \(Self.escaped(family.help))\n# TYPE \(family.name) \(family.kind.name)\n"
            let variants = values[family, default: [:]].sorted { $0.key.lexicographicallyPrecedes($1.key) }
            for (labels, value) in variants {
                let pairs = zip(family.labels, labels).map { "\($0)=\"\(Self.escaped($1, inQuotes: true))\"" }
                switch value {
                case .number(let number): text += Self.line(family.name, pairs, value: number)
                case .histogram(let histogram): text += Self.lines(family, pairs, histogram: histogram)
                }
            }
        }
        return text
    }

    private static func lines(_ family: MetricFamily, _ pairs: [String], histogram: Histogram) -> String {
        guard case .histogram(let bounds) = family.kind else { return "" }
        var text = ""
        var sum = 0
        for (bound, count) in zip(bounds, histogram.counts) {
            sum += count
            text += line("\(family.name)_bucket", pairs + ["le=\"\(number(bound))\""], value: Double(sum))
        }
        text += line("\(family.name)_bucket", pairs + ["le=\"+Inf\""], value: Double(histogram.count))
        text += line("\(family.name)_sum", pairs, value: histogram.sum)
        return text + line("\(family.name)_count", pairs, value: Double(histogram.count))
    }

    private static func line(_ name: String, _ pairs: [String], value: Double) -> String {
        let labels = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
        return "\(name)\(labels) \(number(value))\n"
    }

    /// Whole numbers without a fraction.
    private static func number(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return String(value)
    }

    private static func escaped(_ text: String, inQuotes: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where inQuotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
