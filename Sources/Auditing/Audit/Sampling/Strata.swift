/// How many tags to draw in each store.
///
/// The shares are those of Adams' method of apportionment: one tag for each store, then always one more where the
/// smallest share of the tags is drawn so far. A larger sample therefore takes from no store.
struct Strata: Sendable, Equatable {
    /// In the order of the sizes.
    let samples: [Int]

    /// The fewest from `atLeast` on that show one of `bad` misplaced tags, or more, except with the probability
    /// `allowed`, however they are spread over the stores. No size is 0, and there are at most `atLeast` sizes.
    init(sizes: [Int], bad: Int, atLeast: Int, allowed: Double) {
        let total = sizes.reduce(0, +)
        // The second tag of a store, its third ..., in the order in which a growing sample takes them.
        let further = sizes.indices.lazy.flatMap { store in
            (1..<max(sizes[store], 1)).lazy.map { (share: Double($0) / Double(sizes[store]), store: store) }
        }.sorted { ($0.share, $0.store) < ($1.share, $1.store) }
        func samples(_ count: Int) -> [Int] {
            further.prefix(count - sizes.count).reduce(into: sizes.map { _ in 1 }) { $0[$1.store] += 1 }
        }
        var low = min(max(atLeast, sizes.count), total)
        var high = total
        while low < high {
            let middle = (low + high) / 2
            if Self.missProbability(sizes: sizes, samples: samples(middle), bad: bad) <= allowed {
                high = middle
            } else {
                low = middle + 1
            }
        }
        self.samples = samples(low)
    }

    /// How probably nothing misplaced is seen, at worst. In a store of N tags of which n are drawn the k-th misplaced
    /// one (from 0) multiplies the probability by (N - n - k) / (N - k), which falls with k. So the worst way to spread
    /// them takes the largest factors of all stores.
    static func missProbability(sizes: [Int], samples: [Int], bad: Int) -> Double {
        var factors: [Double] = []
        for (size, sample) in zip(sizes, samples) {
            for place in 0..<min(bad, size) {
                factors.append(Double(max(size - sample - place, 0)) / Double(size - place))
            }
        }
        return factors.sorted(by: >).prefix(bad).reduce(1, *)
    }
}
