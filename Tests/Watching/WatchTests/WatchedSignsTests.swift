import Foundation
import Notices
import Testing
import Watch

/// Findings about signs, which are put right one by one.
struct WatchedSignsTests {
    private static let part = WatchPart(.findings, "bench")

    private static func finding(_ signs: [String], _ severity: NoticeSeverity = .critical) throws -> WatchFinding {
        try WatchFinding("misplaced", severity, in: part, key: "7", message: "bad", next: "do", signs: signs)
    }

    private static func named(_ numbers: Range<Int>) -> [String] { numbers.map { "t-\($0)" } }

    /// In which of these runs the finding is said.
    private static func said(
        _ runs: [[String]], after before: WatchState = WatchState(generation: "g")
    ) throws -> [Int] {
        var state = before
        return try runs.indices.filter { run in
            let found = runs[run].isEmpty ? [] : [try finding(runs[run])]
            let comparison = try WatchComparison(state, [(part, .checked(found))], at: Int64(run + 2) * 86_400)
            state = comparison.state(generation: "g\(run)", batches: [], readers: [])
            // As it is read again.
            state = try JSONDecoder().decode(WatchState.self, from: JSONEncoder().encode(state))
            return !comparison.new.isEmpty
        }
    }

    /// One was put right and another one is wrong now: the number is the same.
    @Test(
        arguments: [
            ([["a"], ["b"], ["b"]], [0, 1]), ([["a", "b"], ["a", "c"], ["b", "c"]], [0, 1]),
            ([["a", "b"], ["b"], ["a", "b"]], [0]), ([["a", "b", "c"], ["c"], ["a", "c"]], [0, 2]),
            ([["a"], [], ["a"]], [0, 2]),
        ] as [([[String]], [Int])])
    func `a finding is said again for signs that were not said`(runs: [[String]], expected: [Int]) throws {
        #expect(try Self.said(runs) == expected)
    }

    @Test func `of very many signs so many are known that others are noticed`() throws {
        let (some, others) = (Self.named(0..<2_000), Self.named(2_000..<4_000))
        #expect(try Self.said([some, some, others, others]) == [0, 2])
        #expect(try Self.said([some, Self.named(0..<1_500), some, Self.named(0..<2_001)]) == [0, 3])
        let text = try JSONEncoder().encode(try Self.finding(some))
        #expect(text.count < 10_000)
    }

    /// A former version has kept their number alone.
    @Test(
        arguments: [
            ([["a", "b"], ["a", "b"]], []), ([["a"], ["a", "b"], ["b", "c"]], [2]), ([["a", "b", "c"]], [0]),
            ([["a", "b"], ["a", "c"]], [1]),
        ] as [([[String]], [Int])])
    func `what a former version has kept is neither said again nor lost`(runs: [[String]], expected: [Int]) throws {
        let identity = try Self.finding([]).identity
        let text = """
            {"schema": 1, "generation": "g", "time": 86400, "batches": [], "readers": [], "parts": [{
                "part": {"kind": "findings", "name": "bench"}, "checked": 86400, "wanted": 86400, "findings": [{
                    "identity": "\(identity)", "code": "misplaced", "severity": "critical", "message": "bad",
                    "next": "do", "extent": 2, "since": 86400}]}]}
            """
        let state = try JSONDecoder().decode(WatchState.self, from: Data(text.utf8))
        #expect(try Self.said(runs, after: state) == expected)
        let next = try WatchComparison(state, [(Self.part, .checked([try Self.finding(["a"])]))], at: 2 * 86_400)
        #expect(next.still.map(\.finding.since) == [86_400] && next.gone.isEmpty)
        let end = try WatchComparison(state, [(Self.part, .checked([]))], at: 2 * 86_400)
        #expect(end.gone.map(\.finding.identity) == [identity])
    }
}
