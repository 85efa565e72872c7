import Registry
import Testing

/// What one audit makes of the findings of those before it.
@Suite struct `The findings of an audit` {
    private let time = Timestamp(milliseconds: 1_795_221_000_000)

    private func found(
        _ identity: String, code: String = "misplaced", stores: [String] = ["cupertino"], tags: [String] = ["t-1"],
        batches: [String] = []
    ) -> FoundFinding {
        FoundFinding(
            identity: identity, code: code, severity: "critical", stores: stores.compactMap { StoreID($0) }, tags: tags,
            batches: batches, message: "elsewhere", next: "Bring it back.")
    }

    private func life(_ number: Int64, _ found: FoundFinding, _ state: KeptFinding.State = .new) -> FindingLife {
        FindingLife(number: number, found: found, state: state, since: time, lastFound: time, evidence: 10)
    }

    private func run(
        _ findings: [FoundFinding] = [], at last: Int64? = 20, covered: [String] = [], walked: [String]? = nil,
        batch: String? = nil
    ) -> AuditRun {
        AuditRun(
            batch: batch.flatMap { BatchName($0) }, lastSighting: last,
            covered: Set(covered.compactMap { StoreID($0) }), walked: walked.map { Set($0.compactMap { StoreID($0) }) },
            findings: findings)
    }

    @Test func `are numbered on, and each is moved once`() {
        let moves = run([found("a"), found("b"), found("a")]).moves([], numberedAfter: 7, at: time)
        #expect(moves.map(\.number) == [8, 9])
        #expect(moves.map(\.state) == [.stillThere, .new])
        #expect(run([]).moves([life(1, found("a"))], numberedAfter: 7, at: time).isEmpty)
    }

    @Test(
        arguments: [
            (["cupertino"], ["cupertino"], nil, true), (["cupertino"], [], nil, false),
            (["cupertino"], ["cupertino"], "opening", true), (["cupertino"], ["cupertino"], "closing", false),
            ([], [], nil, false),
        ] as [([String], [String], String?, Bool)])
    func `that miss tags are resolved by a walk through their stores for their batch`(
        covered: [String], walked: [String], batch: String?, isResolved: Bool
    ) {
        let missing = life(1, found("a", code: "missing", batches: ["opening"]))
        let moves = run(covered: covered, walked: walked, batch: batch).moves([missing], numberedAfter: 1, at: time)
        #expect(moves.map(\.state) == (isResolved ? [.resolved] : []))
    }

    @Test func `stay where the audit saw nothing later, and where age was not asked for`() {
        let misplaced = life(1, found("a"))
        let stale = life(2, found("b", code: "stale"))
        for last in [nil, 9] as [Int64?] {
            #expect(run(at: last, covered: ["cupertino"]).moves([misplaced], numberedAfter: 2, at: time).isEmpty)
        }
        let moves = run(covered: ["cupertino"]).moves([misplaced, stale], numberedAfter: 2, at: time)
        #expect(moves.map(\.number) == [1] && moves.map(\.state) == [.resolved] && moves.map(\.evidence) == [20])
    }

    /// Two chips have one name: where one of them is seen is no news of the other.
    @Test(arguments: [("cloned", false), ("replaced", false), ("outdated", true), ("misplaced", true)])
    func `about a name that several things have are not resolved by a look at one of them`(
        code: String, isResolved: Bool
    ) {
        let finding = life(1, found("a", code: code, stores: ["cupertino", "berlin"]))
        let seen = TagVerdict(
            url: "https://example.com/t-1", uid: nil, label: "t-1", store: StoreID("cupertino"), verdict: "inside",
            probability: 1, distance: 3, foundStore: StoreID("cupertino"), lastSeen: 20)
        let run = AuditRun(
            lastSighting: 20, covered: Set([StoreID("cupertino")].compactMap(\.self)), verdicts: [seen])
        let moves = run.moves([finding], numberedAfter: 1, at: time)
        #expect(moves.map(\.state) == (isResolved ? [.resolved] : []))
    }
}
