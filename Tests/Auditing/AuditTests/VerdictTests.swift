import Audit
import Dispatch
import Geodesy
import Registry
import Testing

@Suite struct `Verdicts` {
    private func report(_ sightings: (Chain) throws -> [Sighting]) throws -> TagReport {
        let chain = try Chain()
        return try #require(chain.audit(try sightings(chain)).tags?.first)
    }

    // The region has 100 m. Expected by SciPy, s = a / 1.5096:
    // 0.98 ncx2.cdf((r/s)^2, 2, (d/s)^2) + 0.02 ncx2.cdf((r/5s)^2, 2, (d/5s)^2)
    @Test(
        arguments: [
            (0, 8, .inside, 0.999_983_848_3), (95, 8, .undecided, 0.814_247_259_8),
            (140, 8, .undecided, 0.001_047_965_6), (600, 8, .outside, 0), (0, 165, .undecided, 0.335_475_680_6),
            (250, 165, .undecided, 0.039_683_773_2), (3_000, 165, .outside, 1.0746e-10),
        ] as [(Double, Double, Verdict, Double)])
    func `a verdict follows from distance and accuracy`(
        _ metres: Double, _ accuracy: Double, _ verdict: Verdict, _ probability: Double
    ) throws {
        let tag = try report {
            [try $0.sighting($0.url("1", "cupertino"), at: "cupertino", metres: metres, accuracy: accuracy)]
        }
        #expect(tag.verdict == verdict)
        #expect(abs(try #require(tag.distance) - metres) < 0.01)
        // A place is kept to a tenth of a millimetre, a deviation as a Float.
        #expect(abs(try #require(tag.probability) - probability) < 1e-5)
    }

    @Test(arguments: [(99.99, Verdict.inside, 1.0), (100.01, .outside, 0)])
    func `without error the distance decides`(_ metres: Double, _ verdict: Verdict, _ probability: Double) throws {
        let tag = try report {
            [try $0.sighting($0.url("1", "cupertino"), at: "cupertino", metres: metres, accuracy: 0)]
        }
        #expect(tag.verdict == verdict)
        #expect(tag.probability == probability)
    }

    @Test func `fixes of one visit count once, however many they are`() throws {
        let one = try report { [try $0.sighting($0.url("1", "cupertino"), at: "cupertino", metres: 80, accuracy: 30)] }
        let many = try report { chain in
            try (0..<9).map { minute in
                try chain.sighting(
                    chain.url("1", "cupertino"), at: "cupertino", metres: 80, accuracy: 30 + Double(minute % 3),
                    minute: minute)
            }
        }
        #expect(one == many)
    }

    @Test func `visits make a vague position certain`() throws {
        let tag = try report { chain in
            try (0..<8).map { visit in
                try chain.sighting(
                    chain.url("1", "cupertino"), at: "cupertino", metres: 30, azimuth: Double(visit) * 45 - 180,
                    accuracy: 65, minute: visit * 60)
            }
        }
        #expect(tag.verdict == .inside)
        #expect(try #require(tag.distance) < 1)
    }

    @Test func `a visit far from all others is left out and reported`() throws {
        let chain = try Chain()
        var seen = try (0..<4).map { visit in
            try chain.sighting(chain.url("1", "cupertino"), at: "cupertino", minute: visit * 60)
        }
        seen.append(try chain.sighting(chain.url("1", "cupertino"), at: "cupertino", metres: 17_000, minute: 600))
        let report = chain.audit(seen)
        #expect(report.tags?.first?.verdict == .inside)
        #expect(report.findings.map(\.code) == [.inconsistent])
        #expect(report.findings.first?.severity == .notice)
        #expect(report.findings.first?.evidence.visitsLeftOut == 1)
    }

    @Test func `two visits that contradict each other decide nothing`() throws {
        let chain = try Chain()
        let report = chain.audit([
            try chain.sighting(chain.url("1", "cupertino"), at: "san-francisco"),
            try chain.sighting(chain.url("1", "cupertino"), at: "cupertino", minute: 600),
        ])
        #expect(report.tags?.first?.verdict == .undecided)
        #expect(report.findings.map(\.code) == [.inconsistent])
        #expect(report.findings.first?.severity == .warning)
    }

    @Test func `an undecided tag alone is no finding`() throws {
        let chain = try Chain()
        let report = chain.audit([
            try chain.sighting(chain.url("1", "cupertino"), at: "cupertino", metres: 95, accuracy: 30)
        ])
        #expect(report.summary.undecided == 1)
        #expect(report.exitStatus == 0)
    }

    @Test func `a tag of a roaming store has no verdict`() throws {
        let chain = try Chain()
        let report = chain.audit([try chain.sighting(chain.url("1", "cart"), at: "cupertino")])
        #expect(report.summary.roaming == 1)
        #expect(report.tags?.first?.verdict == nil)
        #expect(report.findings.isEmpty)
    }

    @Test func `the order of rows, rows read twice and several threads change nothing but the count`() throws {
        let chain = try Chain()
        var seen: [Sighting] = []
        for number in 0..<40 {
            for visit in 0..<25 {
                let accuracy = Double((number * 7 + visit * 13) % 50 + 3)
                seen.append(
                    try chain.sighting(
                        chain.url("\(number)", "cupertino"), at: number % 5 == 0 ? "seoul" : "cupertino",
                        metres: accuracy, azimuth: Double(visit * 14 - 170), accuracy: accuracy,
                        minute: Int64(visit) * 7, device: visit % 2 == 0 ? "a" : "b"))
            }
        }
        let expected = chain.audit(seen)
        #expect(expected.summary.outside == 8)
        #expect(chain.audit(seen.reversed()) == expected)
        #expect(chain.audit(seen.sorted { $0.error.sigma > $1.error.sigma }) == expected)
        let twice = chain.audit(seen + seen)
        #expect(twice.findings == expected.findings && twice.tags == expected.tags)

        let auditor = Auditor(chain.scope())
        let all = seen
        DispatchQueue.concurrentPerform(iterations: 3) { part in
            for (index, sighting) in all.enumerated() where index % 3 == part { auditor.intake.add(sighting) }
        }
        #expect(auditor.outcome(keepingEveryTag: true).report(listingTags: true) == expected)
    }
}
