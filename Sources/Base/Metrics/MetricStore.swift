internal import Synchronization

/// The values of a program's figures, counted from any thread.
package final class MetricStore: Sendable {
    enum Value {
        case number(Double)
        case histogram(Histogram)
    }

    struct Histogram {
        /// One for each bound: the values that are at most that, and more than the one before.
        var counts: [Int]
        var count = 0
        var sum = 0.0
    }

    let families: [MetricFamily]
    private let values: Mutex<[MetricFamily: [[String]: Value]]>

    /// A family without labels is there from the start, at zero.
    package init(_ families: [MetricFamily]) {
        self.families = families
        var values: [MetricFamily: [[String]: Value]] = [:]
        for family in families { values[family] = family.labels.isEmpty ? [[]: Self.zero(family)] : [:] }
        self.values = Mutex(values)
    }

    /// Counts. `labels` are the variant's, in the family's order.
    package func add(_ amount: Double = 1, to family: MetricFamily, _ labels: String...) {
        change(family, labels: labels) { value in
            if case .number(let number) = value { value = .number(number + amount) }
        }
    }

    package func set(_ family: MetricFamily, to number: Double, _ labels: String...) {
        change(family, labels: labels) { $0 = .number(number) }
    }

    package func observe(_ number: Double, in family: MetricFamily, _ labels: String...) {
        guard case .histogram(let bounds) = family.kind else { return }
        change(family, labels: labels) { value in
            guard case .histogram(var histogram) = value else { return }
            if let place = bounds.firstIndex(where: { number <= $0 }) { histogram.counts[place] += 1 }
            histogram.count += 1
            histogram.sum += number
            value = .histogram(histogram)
        }
    }

    /// Removes every variant: for values that are set anew each time.
    package func clear(_ family: MetricFamily) { values.withLock { $0[family] = [:] } }

    private func change(_ family: MetricFamily, labels: [String], _ body: (inout Value) -> Void) {
        precondition(labels.count == family.labels.count, "\(family.name) has the labels \(family.labels)")
        values.withLock { values in
            precondition(values[family] != nil, "\(family.name) is not one of this store's families")
            body(&values[family, default: [:]][labels, default: Self.zero(family)])
        }
    }

    private static func zero(_ family: MetricFamily) -> Value {
        guard case .histogram(let bounds) = family.kind else { return .number(0) }
        return .histogram(Histogram(counts: bounds.map { _ in 0 }))
    }

    var snapshot: [MetricFamily: [[String]: Value]] { values.withLock { $0 } }
}
