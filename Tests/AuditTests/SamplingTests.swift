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
        #expect(plan.perStore.count > 35)
        #expect(Set(plan.sample.map(\.id)).count == plan.sample.count)
        let file = try SampleFile(SampleFile.bytes(plan), file: "plan.csv")
        #expect(file.size == 2_000 && plan.drawing.contains("seed 1"))
        #expect(file.tags == plan.sample.map(\.id.text) && file.limit == 0.01 && file.batch == "qr")
    }

    /// Misplaced tags are planted in one block of stores, the worst for a plan that forgets some.
    @Test func `a bad batch is caught as often as promised`() throws {
        let name = try #require(BatchName("qr"))
        let tags = try tags(20, each: 20)
        let bad = Set(tags.prefix(21).map(\.id))
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
            for (tag, place) in zip(tags, places) { auditor.add(try chain.sighting(tag.url, at: place)) }
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
        ("t1,a,door,qr,0.01,0.95\nt1,a,door,qr,0.01,0.95\n", "tag t1 stands there twice"),
        ("t1,a,door,qr,0.01,0.95\nt2,a,door,other,0.01,0.95\n", "it belongs to another plan"),
        ("", "it has no rows"),
    ])
    func `a plan that makes no sense is refused`(_ rows: String, _ reason: String) throws {
        let text = "tag,store,placement,batch,limit,confidence\n" + rows
        let error = try #require(throws: FileError.self) { try SampleFile(Array(text.utf8), file: "plan.csv") }
        #expect("\(error)".contains(reason))
    }
}
