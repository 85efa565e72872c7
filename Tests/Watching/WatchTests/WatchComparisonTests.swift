import Notices
import Testing
import Watch

/// What is new, gone, still there and not checked.
struct WatchComparisonTests {
    private static let site = WatchPart(.site, "fruta.example")
    private static let check = WatchPart(.check, "tags/fruta")
    private static let day: Int64 = 86_400

    private static func finding(_ code: String, _ key: String = "", in part: WatchPart = site) throws -> WatchFinding {
        try WatchFinding(code, .warning, in: part, key: key, message: "\(code) \(key)", next: "do")
    }

    /// Runs one after another, a day apart.
    private static func runs(
        _ outcomes: [[(part: WatchPart, outcome: PartOutcome)]]
    ) throws -> [WatchComparison] {
        var state = WatchState(generation: "g0")
        return try outcomes.enumerated().map { index, outcome in
            let comparison = try WatchComparison(state, outcome, at: Int64(index + 1) * day)
            state = comparison.state(generation: "g\(index + 1)", batches: [], readers: [])
            return comparison
        }
    }

    private static func codes(_ lines: [WatchComparison.Line]) -> [String] { lines.map(\.finding.code) }

    @Test func `a finding is new once, then still there, then gone once`() throws {
        let found: [(part: WatchPart, outcome: PartOutcome)] = [(Self.site, .checked([try Self.finding("redirect")]))]
        let clean: [(part: WatchPart, outcome: PartOutcome)] = [(Self.site, .checked([]))]
        let runs = try Self.runs([clean, found, found, clean, clean, found])
        #expect(runs.map(\.isFirst) == [true, false, false, false, false, false])
        #expect(runs.map { Self.codes($0.new) } == [[], ["redirect"], [], [], [], ["redirect"]])
        #expect(runs.map { Self.codes($0.still) } == [[], [], ["redirect"], [], [], []])
        #expect(runs.map { Self.codes($0.gone) } == [[], [], [], ["redirect"], [], []])
        #expect(runs[2].still[0].finding.since == 2 * Self.day)
        #expect(runs[3].gone[0].finding.since == 2 * Self.day)
        #expect(runs[5].new[0].finding.since == 6 * Self.day)
    }

    @Test func `what could not be checked is not gone, and not new when it is seen again`() throws {
        let found: [(part: WatchPart, outcome: PartOutcome)] = [(Self.site, .checked([try Self.finding("redirect")]))]
        let down: [(part: WatchPart, outcome: PartOutcome)] = [(Self.site, .notChecked(why: "no network"))]
        let clean: [(part: WatchPart, outcome: PartOutcome)] = [(Self.site, .checked([]))]
        let runs = try Self.runs([found, down, down, found, down, clean])
        #expect(runs.dropFirst().prefix(4).allSatisfy { $0.gone.isEmpty && $0.new.isEmpty })
        #expect(runs.map { $0.notChecked.map(\.isNew) } == [[], [true], [false], [], [true], []])
        #expect(runs[2].notChecked[0].since == 2 * Self.day)
        #expect(runs[2].notChecked[0].kept == 1)
        #expect(Self.codes(runs[3].still) == ["redirect"])
        #expect(runs[3].still[0].finding.since == Self.day)
        #expect(Self.codes(runs[5].gone) == ["redirect"])
    }

    @Test func `a part that was looked at in part loses only what was seen to be gone`() throws {
        let (picture, url) = (
            try Self.finding("image-size", in: Self.check), try Self.finding("not-https", in: Self.check)
        )
        let runs = try Self.runs([
            [(Self.check, .checked([picture, url]))],
            [(Self.check, .partly([], unseen: ["image-size"], why: "no pictures"))],
            [(Self.check, .checked([]))],
        ])
        #expect(Self.codes(runs[1].gone) == ["not-https"])
        #expect(runs[1].notChecked.map(\.kept) == [1])
        #expect(Self.codes(runs[2].gone) == ["image-size"])
    }

    @Test func `a rule that could not look and had found nothing is not spoken of`() throws {
        let runs = try Self.runs([
            [(Self.check, .partly([], unseen: ["image-size"], why: "no pictures"))],
            [(Self.check, .partly([], unseen: nil, why: "half of it"))],
        ])
        #expect(runs[0].notChecked.isEmpty)
        #expect(runs[1].notChecked.map(\.why) == ["half of it"])
    }

    @Test func `the same finding twice is one, and other parts and keys are others`() throws {
        let one = try Self.finding("redirect")
        let other = try Self.finding("redirect", in: WatchPart(.site, "other.example"))
        #expect(one.identity != other.identity)
        #expect(try Self.finding("redirect", "a").identity != one.identity)
        let runs = try Self.runs([[(Self.site, .checked([one, one]))]])
        #expect(runs[0].new.count == 1)
    }

    @Test func `a part that is not wanted any more is forgotten without a word`() throws {
        let found: [(part: WatchPart, outcome: PartOutcome)] = [(Self.site, .checked([try Self.finding("redirect")]))]
        let runs = try Self.runs([found] + Array(repeating: [], count: 31) + [found])
        #expect(runs.dropFirst().dropLast().allSatisfy { $0.gone.isEmpty && $0.notChecked.isEmpty })
        #expect(Self.codes(runs[32].new) == ["redirect"])
        let soon = try Self.runs([found, [], found])
        #expect(Self.codes(soon[2].still) == ["redirect"])
    }

    @Test func `of a part with thousands of findings the worst are kept, and their number`() throws {
        let many = try (0..<3_000).map { try Self.finding("redirect", "\($0)") }
        let bad = try WatchFinding("tls", .critical, in: Self.site, key: "", message: "bad", next: "do")
        let runs = try Self.runs([[(Self.site, .checked(many + [bad]))], [(Self.site, .checked(many + [bad]))]])
        #expect(runs[0].new.count == WatchComparison.mostFindings + 1)
        #expect(runs[0].new[0].finding.code == "tls")
        #expect(runs[0].new.contains { $0.finding.message.contains("3001 findings") })
        #expect(runs[1].new.isEmpty && runs[1].gone.isEmpty)
    }

    @Test func `what is pushed beyond the limit by worse is neither gone nor new`() throws {
        let many = try (0..<1_500).map { try Self.finding("redirect", "\($0)") }
        let bad = try WatchFinding("tls", .critical, in: Self.site, key: "", message: "bad", next: "do")
        let runs = try Self.runs(
            [many, many + [bad], many + [bad]].map { [(Self.site, .checked($0))] })
        #expect(runs.dropFirst().map { Self.codes($0.new) } == [["tls"], []])
        #expect(runs.allSatisfy { $0.gone.isEmpty })
    }

    @Test func `a finding that becomes worse is said again`() throws {
        let worse = try WatchFinding("redirect", .critical, in: Self.site, key: "", message: "bad", next: "do")
        let runs = try Self.runs([
            [(Self.site, .checked([]))], [(Self.site, .checked([try Self.finding("redirect")]))],
            [(Self.site, .checked([worse]))], [(Self.site, .checked([worse]))],
            [(Self.site, .checked([try Self.finding("redirect")]))],
        ])
        #expect(runs.map { Self.codes($0.new) } == [[], ["redirect"], ["redirect"], [], []])
        #expect(runs[2].new[0].finding.since == 2 * Self.day)
        let notices = try runs[1...2].map { try $0.notices(station: "bench", generation: "g\($0.time)") }
        #expect(notices[0][0].id != notices[1][0].id && notices[1][0].data.severity == .critical)
    }

    /// One misplaced sign becomes twenty: that is worth another notice. More signs that are merely old are not.
    @Test(arguments: [(NoticeSeverity.critical, [1, 3, 7]), (.warning, [1, 3, 7]), (.notice, [1])])
    func `a finding about more signs is said again`(severity: NoticeSeverity, said: [Int]) throws {
        // A walk passes most of them, and the next audit of everything all: that is no news. But where most were put right
        // it is.
        let extents = [0, 1, 1, 20, 12, 20, 1, 15]
        let runs = try Self.runs(
            extents.map { extent in
                let finding = try WatchFinding(
                    "misplaced", severity, in: Self.site, key: "", message: "bad", next: "do",
                    signs: (0..<extent).map { "t-\($0)" })
                return [(Self.site, .checked(extent > 0 ? [finding] : []))]
            })
        #expect(runs.indices.filter { !runs[$0].new.isEmpty } == said)
    }

    @Test func `what the first run could not check is said by it`() throws {
        let down: [(part: WatchPart, outcome: PartOutcome)] = [(Self.site, .notChecked(why: "no permission"))]
        let runs = try Self.runs([down, down])
        #expect(try runs[0].notices(station: "bench", generation: "g0").map(\.type) == [.began, .notChecked])
        #expect(try runs[1].notices(station: "bench", generation: "g1").isEmpty)
    }

    @Test func `notices are of what has changed, each with an identifier of its own`() throws {
        let (old, fresh) = (try Self.finding("redirect"), try Self.finding("tls"))
        let runs = try Self.runs([
            [(Self.site, .checked([old])), (Self.check, .checked([]))],
            [(Self.site, .checked([fresh])), (Self.check, .notChecked(why: "unreadable"))],
            [(Self.site, .checked([fresh])), (Self.check, .notChecked(why: "unreadable"))],
        ])
        let first = try runs[0].notices(station: "bench", generation: "g0")
        #expect(first.map(\.type) == [.began])
        let second = try runs[1].notices(station: "bench", generation: "g1")
        #expect(second.map(\.type) == [.new, .notChecked, .gone])
        #expect(Set(second.map(\.id)).count == 3)
        #expect(second[0].data.run == Notice.Run(id: "g1", new: 1, gone: 1, still: 0, notChecked: 1))
        #expect(try runs[1].notices(station: "bench", generation: "g1") == second)
        #expect(try runs[2].notices(station: "bench", generation: "g2").isEmpty)
    }

    @Test func `a run leaves a limited number of notices, and says how many it left out`() throws {
        let many = try (0..<900).map { try Self.finding("redirect", "\($0)") }
        let runs = try Self.runs([[(Self.site, .checked([]))], [(Self.site, .checked(many))]])
        let notices = try runs[1].notices(station: "bench", generation: "g1")
        #expect(notices.count == WatchComparison.mostNotices)
        #expect(notices.last?.data.message == "401 more changes are not sent")
    }
}
