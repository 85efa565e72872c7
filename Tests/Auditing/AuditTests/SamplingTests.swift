import CSV
import Registry
import Testing

@testable import Audit

@Suite struct `Sampling plans` {
    private func tags(_ stores: Int, each count: Int) throws -> [Registry.Tag] {
        let chain = try Chain()
        return try (0..<stores).flatMap { store in
            try (0..<count).map { try chain.tag("t-\(store)-\($0)", store: "s\(store)") }
        }
    }

    /// By SciPy: the smallest n with hypergeom.pmf(0, N, K, n) <= 1 - c, K = floor(p N) + 1.
    @Test(arguments: [
        (100, 0.01, 0.95, 78), (1_000, 0.01, 0.95, 238), (10_000, 0.01, 0.95, 291), (200_000, 0.01, 0.95, 298),
        (1_000, 0.05, 0.99, 85), (3, 0.01, 0.95, 3),
    ])
    func `a sample has the size of the hypergeometric distribution`(
        _ size: Int, _ limit: Double, _ confidence: Double, _ expected: Int
    ) {
        let count = SamplingPlan.sampleSize(of: size, limit: limit, confidence: confidence)
        #expect(count == expected)
        let bad = Int(limit * Double(size)) + 1
        #expect(SamplingPlan.missProbability(size: size, bad: bad, sample: count) <= 1 - confidence + 1e-12)
    }

    @Test func `a sample visits the whole chain and can be drawn again`() throws {
        let name = try #require(BatchName("qr"))
        let tags = try tags(40, each: 50)
        let plan = SamplingPlan(batch: name, tags: tags, limit: 0.01, confidence: 0.95, seed: 1)
        #expect(plan == SamplingPlan(batch: name, tags: tags.reversed(), limit: 0.01, confidence: 0.95, seed: 1))
        #expect(plan != SamplingPlan(batch: name, tags: tags, limit: 0.01, confidence: 0.95, seed: 2))
        #expect(plan.isByStore && plan.perStore.count == 40)
        #expect(plan.perStore.allSatisfy { (6...8).contains($0.tags) })
        #expect(Set(plan.sample.map(\.id)).count == plan.sample.count)
        let file = try SampleFile(SampleFile.bytes(plan), file: "plan.csv")
        #expect(file.size == 2_000 && plan.drawing.contains("seed 1"))
        #expect(file.tags == plan.sample.map(\.id.text) && file.limit == 0.01 && file.batch == "qr")
    }

    @Test func `a small store has a tag in the sample, and more stores than tags have a lot from all`() throws {
        let name = try #require(BatchName("qr"))
        let chain = try Chain()
        let small = try chain.tag("small", store: "tiny")
        let plan = SamplingPlan(
            batch: name, tags: try tags(4, each: 200) + [small], limit: 0.01, confidence: 0.95, seed: 3)
        #expect(plan.sample.contains(small) && plan.perStore.count == 5)
        let wide = SamplingPlan(batch: name, tags: try tags(900, each: 1), limit: 0.01, confidence: 0.95, seed: 3)
        #expect(!wide.isByStore && wide.drawing.contains("whole batch") && wide.perStore.count < 900)
    }

    /// Every way to spread the misplaced tags, by counting.
    @Test func `no way to spread misplaced tags over stores is missed more often than promised`() {
        let sizes = [1, 3, 7, 12, 30]
        let bad = 4
        let count = SamplingPlan.sampleSize(of: 53, limit: 0.06, confidence: 0.9)
        let strata = Strata(sizes: sizes, bad: bad, atLeast: count, allowed: 0.1)
        #expect(zip(sizes, strata.samples).allSatisfy { 1 <= $1 && $1 <= $0 })
        var worst = 0.0
        for spread in 0..<3_125 {
            let counts = [spread % 5, spread / 5 % 5, spread / 25 % 5, spread / 125 % 5, spread / 625]
            guard counts.reduce(0, +) == bad, zip(counts, sizes).allSatisfy({ $0 <= $1 }) else { continue }
            let miss = zip(zip(sizes, strata.samples), counts).map {
                SamplingPlan.missProbability(size: $0.0, bad: $1, sample: $0.1)
            }.reduce(1, *)
            worst = max(worst, miss)
        }
        #expect(worst <= 0.1)
        #expect(abs(worst - Strata.missProbability(sizes: sizes, samples: strata.samples, bad: bad)) < 1e-12)
    }

    /// In one block of stores, or spread over all of them, which is the worst for a share of each.
    @Test(arguments: [1, 19])
    func `a bad batch is caught as often as promised`(_ step: Int) throws {
        let name = try #require(BatchName("qr"))
        let tags = try tags(20, each: 20)
        let bad = Set((0..<21).map { tags[$0 * step].id })
        var caught = 0
        for seed in 0..<400 {
            let plan = SamplingPlan(batch: name, tags: tags, limit: 0.05, confidence: 0.9, seed: UInt64(seed))
            if plan.sample.contains(where: { bad.contains($0.id) }) { caught += 1 }
        }
        #expect(caught >= 360)
    }

    @Test func `an audit says whether the batch is accepted`() throws {
        let chain = try Chain()
        let tags = try (0..<6).map { try chain.tag("t\($0)", store: "cupertino") }
        let name = try #require(BatchName("qr"))
        let plan = SamplingPlan(batch: name, tags: tags, limit: 0.01, confidence: 0.95, seed: 1)
        let file = try SampleFile(SampleFile.bytes(plan), file: "plan.csv")
        func result(_ places: [String]) throws -> SampleResult? {
            let auditor = Auditor(chain.scope(tags: tags))
            for (tag, place) in zip(tags, places) { auditor.intake.add(try chain.sighting(tag.url, at: place)) }
            return auditor.outcome(keepingEveryTag: true).report(plan: file).sample
        }
        let home = Array(repeating: "cupertino", count: 6)
        #expect(try result(home)?.decision == .accepted)
        #expect(
            try result(home)?.text
                == "batch qr is accepted: none of the 6 tags of the sample is misplaced\n  with 1 or more of 6 tags "
                + "misplaced (more than 1 %), a sample of 6 shows none with a probability of at most 0 %")
        #expect(try result(home.dropLast())?.decision == .incomplete)
        let rejected = try #require(try result(home.dropLast() + ["seoul"]))
        #expect(rejected.decision == .rejected && rejected.misplaced == ["t5"])
        #expect(rejected.text.hasPrefix("batch qr is not accepted: 1 of the 6 tags of the sample is misplaced"))
    }

    @Test(arguments: [
        ("t1,a,door,qr,2,0.95\n", "tag, limit, confidence or size is wrong"),
        ("t1,a,door,qr,0.01,nan\n", "tag, limit, confidence or size is wrong"),
        ("t1,a,door,qr,0.01,0.95\nt1,a,door,qr,0.01,0.95\n", "tag t1 is in it twice"),
        ("t1,a,door,qr,0.01,0.95\nt2,a,door,other,0.01,0.95\n", "it belongs to another plan"),
        ("", "it has no rows"),
    ])
    func `a plan that makes no sense is refused`(_ rows: String, _ reason: String) throws {
        let text = "tag,store,placement,batch,limit,confidence\n" + rows
        let error = try #require(throws: FileError.self) { try SampleFile(Array(text.utf8), file: "plan.csv") }
        #expect("\(error)".contains(reason))
    }
}
