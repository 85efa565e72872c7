public import Registry

/// Which tags of a batch to look at, so that a batch with too many misplaced ones is caught.
///
/// The reasoning of ISO 2859-1 with acceptance number 0: the batch is accepted when no tag of the sample is misplaced.
/// Each store has its share by size and at least one tag, and within a store the tags are drawn by lot. The sample is
/// as large as the worst way to spread misplaced tags over the stores needs. A sample that has fewer tags than the
/// batch has stores cannot visit them all: it is drawn by lot from the whole batch.
public struct SamplingPlan: Sendable, Equatable {
    public let batch: BatchName
    /// How many tags the batch has.
    public let size: Int
    /// The share of misplaced tags above which the batch must be caught, 0 to 1.
    public let limit: Double
    /// How probably, 0 to 1.
    public let confidence: Double
    /// What the sample was drawn with: the same batch and seed draw it again.
    public let seed: UInt64
    /// Whether each store has its share; else tags were drawn from the whole batch.
    public let isByStore: Bool
    /// The tags to look at, in the order of their stores.
    public let sample: [Tag]

    /// Draws a sample. Retired tags are left out. The same seed draws the same sample.
    public init(batch: BatchName, tags: [Tag], limit: Double, confidence: Double, seed: UInt64) {
        let tags = tags.filter { $0.state != .retired }.sorted { ($0.store, $0.id) < ($1.store, $1.id) }
        self.batch = batch
        self.limit = limit
        self.confidence = confidence
        self.seed = seed
        size = tags.count
        let count = Self.sampleSize(of: tags.count, limit: limit, confidence: confidence)
        var generator = SeededGenerator(state: seed)
        let starts = tags.indices.filter { $0 == 0 || tags[$0].store != tags[$0 - 1].store }
        isByStore = starts.count <= count
        guard isByStore else {
            sample = tags.indices.shuffled(using: &generator).prefix(count).sorted().map { tags[$0] }
            return
        }
        let stores = zip(starts, starts.dropFirst() + [tags.count]).map { $0..<$1 }
        let strata = Strata(
            sizes: stores.map(\.count), bad: Self.tooMany(of: tags.count, limit: limit), atLeast: count,
            allowed: 1 - confidence)
        sample = zip(stores, strata.samples).flatMap { store, count in
            store.shuffled(using: &generator).prefix(count).sorted()
        }.map { tags[$0] }
    }

    /// The fewest tags to look at among `size`, so that a batch with a larger share than `limit` misplaced shows one
    /// with the probability `confidence`, wherever in the chain they are.
    public static func sampleSize(of size: Int, limit: Double, confidence: Double) -> Int {
        guard size > 0 else { return 0 }
        let bad = tooMany(of: size, limit: limit)
        let allowed = 1 - confidence
        var low = 1
        var high = size
        while low < high {
            let middle = (low + high) / 2
            if missProbability(size: size, bad: bad, sample: middle) <= allowed {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }

    /// The smallest number of misplaced tags that is more than the limit allows. The margin is for products such as
    /// 0.07 * 100.
    static func tooMany(of size: Int, limit: Double) -> Int {
        min(size, Int((limit * Double(size) + 1e-9).rounded(.down)) + 1)
    }

    /// How the sample was drawn, for a person.
    public var drawing: String {
        isByStore
            ? "drawn by lot with seed \(seed) store by store: each has its share by size, and at least one tag"
            : "drawn by lot with seed \(seed) from the whole batch, every tag with the same chance: there are more stores "
                + "than tags to look at"
    }

    /// The reasoning behind the size, for a person.
    public var arithmetic: String {
        Self.arithmetic(size: size, sample: sample.count, limit: limit, confidence: confidence)
    }

    /// `with 3 or more of 240 tags misplaced (more than 1 %), a sample of 150 shows none with a probability of at most
    /// 5 %`. It is what both ways to draw promise.
    static func arithmetic(size: Int, sample: Int, limit: Double, confidence: Double) -> String {
        let bad = tooMany(of: size, limit: limit)
        let miss = sample + bad > size ? 0 : 1 - confidence
        return "with \(bad) or more of \(size) tags misplaced (more than \(Wording.percent(limit))), a sample of "
            + "\(sample) shows none with a probability of at most \(Wording.percent(miss))"
    }

    /// How probably a sample shows none of the bad tags: the hypergeometric distribution at 0.
    static func missProbability(size: Int, bad: Int, sample: Int) -> Double {
        guard sample + bad <= size else { return 0 }
        var probability = 1.0
        for drawn in 0..<sample { probability *= Double(size - bad - drawn) / Double(size - drawn) }
        return probability
    }

    /// How many tags to look at in each store, in the order of the stores.
    public var perStore: [(store: StoreID, tags: Int)] {
        var counts: [StoreID: Int] = [:]
        for tag in sample { counts[tag.store, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): a sample can be drawn again.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    var state: UInt64

    public init(state: UInt64) { self.state = state }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
