import Registry
import Testing

/// What one audit makes of the findings of those before it.
@Suite struct `The findings of an audit` {
    private let time = Timestamp(milliseconds: 1_795_221_000_000)

    private func found(
        _ identity: String, code: String = "misplaced", stores: [String] = ["cupertino"], tags: [String] = ["t-1"],
        batches: [String] = [], evidence: Int64 = 20
    ) -> FoundFinding {
        FoundFinding(
            identity: identity, code: code, severity: "critical", stores: stores.compactMap { StoreID($0) }, tags: tags,
            batches: batches, message: "elsewhere", next: "Bring it back.", evidence: evidence)
    }

    private func life(_ number: Int64, _ found: FoundFinding, _ state: KeptFinding.State = .new) -> FindingLife {
        FindingLife(number: number, found: found, state: state, since: time, lastFound: time)
    }

    private func run(
        _ findings: [FoundFinding] = [], at last: Int64 = 20, first: Int64? = nil, covered: [String] = [],
        walked: [String]? = nil, batch: String? = nil, seen: [(label: String, time: Int64)] = [],
        verdict: String = "inside", refused: Set<CustomerRefusal> = [], ofEverything: Bool = false,
        knownBefore: [Int64: Timestamp]? = nil
    ) -> AuditRun {
        AuditRun(
            batch: batch.flatMap { BatchName($0) }, imports: ofEverything ? .upTo(9) : .only([9]),
            readsEverything: ofEverything,
            knownBefore: knownBefore, firstVisit: first ?? last, refusals: refused,
            covered: Dictionary(covered.compactMap { StoreID($0) }.map { ($0, last) }) { first, _ in first },
            walked: walked.map { Set($0.compactMap { StoreID($0) }) },
            verdicts: seen.map {
                TagVerdict(
                    url: "https://example.com/\($0.label)", uid: nil, label: $0.label, store: StoreID("cupertino"),
                    verdict: verdict, probability: 1, distance: 3, foundStore: nil, lastSeen: $0.time)
            },
            findings: findings)
    }

    private func state(_ finding: FindingLife, after runs: AuditRun...) -> KeptFinding.State {
        var life = finding
        for run in runs {
            // A storage hands over what is open, and what was found again.
            if life.state == .resolved, !run.findings.contains(where: { $0.identity == life.identity }) { continue }
            life = run.moves([life], numberedAfter: 1, at: time).first { $0.number == finding.number } ?? life
        }
        return life.state
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
        let missing = life(1, found("a", code: "missing", batches: ["opening"], evidence: 10))
        let next = run(covered: covered, walked: walked, batch: batch)
        #expect(state(missing, after: next) == (isResolved ? .resolved : .new))
    }

    /// The evidence of a missing tag is the walk that did not see it.
    @Test(arguments: [(9, KeptFinding.State.new), (10, .resolved), (30, .resolved)] as [(Int64, KeptFinding.State)])
    func `that miss tags stay where these were seen before the walk`(seen: Int64, expected: KeptFinding.State) {
        let missing = life(1, found("a", code: "missing", tags: ["t-1", "t-2"], evidence: 10))
        let next = run(at: 40, covered: ["cupertino"], seen: [("t-1", seen), ("t-2", 40)])
        #expect(state(missing, after: next) == expected)
        let again = run([found("a", code: "missing", evidence: 50)])
        #expect(state(missing, after: next, again) == (expected == .resolved ? .new : .stillThere))
    }

    @Test func `stay where the audit saw nothing later, or too little, and where age was not asked for`() {
        let misplaced = life(1, found("a", evidence: 10))
        #expect(state(misplaced, after: run()) == .new)
        #expect(state(misplaced, after: run(at: 9, covered: ["cupertino"])) == .new)
        // One photograph of a sign says nothing about the others.
        #expect(state(misplaced, after: run(covered: ["cupertino"], walked: [])) == .new)
        #expect(state(misplaced, after: run(covered: ["cupertino"])) == .resolved)
        for mark in ["age", "not seen in this audit"] {
            let stale = life(2, found("stale cupertino | \(mark)", code: "stale", evidence: 10))
            #expect(state(stale, after: run(at: 20, covered: ["cupertino"])) == .new)
            // An audit of everything, which sees it where it was seen, and was not asked.
            #expect(state(stale, after: run(at: 20, covered: ["cupertino"], seen: [("t-1", 10)])) == .new)
            #expect(state(stale, after: run(seen: [("t-1", 11)])) == .resolved)
        }
        // Its experience is served again.
        let retired = life(2, found("stale cupertino | https://a.example/", code: "stale", evidence: 10))
        #expect(state(retired, after: run(seen: [("t-1", 10)])) == .resolved)
    }

    /// Two chips have one name: where one of them is seen is no news of the other.
    @Test(arguments: [("cloned", false), ("replaced", false), ("outdated", true), ("misplaced", true)])
    func `about a name that several things have are not resolved by a look at one of them`(
        code: String, isResolved: Bool
    ) {
        let finding = life(1, found("a", code: code, stores: ["cupertino", "berlin"], evidence: 10))
        let next = run(covered: ["cupertino"], seen: [("t-1", 20)])
        #expect(state(finding, after: next) == (isResolved ? .resolved : .new))
    }

    /// What was seen elsewhere later says nothing about when this was seen.
    @Test func `rest on what was seen of them, not on what was seen last anywhere`() {
        let misplaced = life(1, found("a", evidence: 10))
        // Uploaded after another store's file, whose sightings are later.
        let late = run(seen: [("t-1", 15)])
        #expect(
            state(misplaced, after: run([found("b", evidence: 90)], at: 90, covered: ["berlin"]), late) == .resolved)
        // What is known of the old place does not bring it back, however much is seen elsewhere since; the same evidence does,
        // where the plan has changed, and so does later evidence.
        let old = run([found("a", evidence: 10)], at: 100, covered: ["cupertino", "berlin"])
        #expect(state(misplaced, after: late, old) == .resolved)
        #expect(state(misplaced, after: late, run([found("a", evidence: 15)])) == .new)
        #expect(state(misplaced, after: late, run([found("a", evidence: 16)])) == .new)
    }

    @Test(arguments: [
        ("customer-refused", "customer-refused cupertino |"),
        ("unregistered", "unregistered cupertino | https://a.example customers' phones say doesNotMatch"),
    ])
    func `of customers end by what customers say, and come back by it`(code: String, identity: String) {
        let refused = life(1, found(identity, code: code, evidence: 50))
        func said(_ code: String, _ store: String = "cupertino") -> AuditRun {
            run(seen: [("t-1", 60)], refused: [CustomerRefusal(code: code, store: StoreID(store), label: "t-1")])
        }
        #expect(state(refused, after: said(code)) == .new, "another cause explains it")
        // They say something else of it, or of another store's.
        #expect(state(refused, after: said("other")) == .resolved)
        #expect(state(refused, after: said(code, "berlin")) == .resolved)
        #expect(state(refused, after: run()) == .resolved)
        // A walk that sees nothing of what explained it has the same answers.
        #expect(state(refused, after: run(), run([found(identity, code: code, evidence: 50)])) == .resolved)
        #expect(state(refused, after: run(), run([found(identity, code: code, evidence: 51)])) == .new)
    }

    /// An audit that began before another one found it, and ended later, has not read the answers that show it.
    @Test func `of customers are ended by audits that knew of them when they read the answers`() {
        let refused = life(1, found("customer-refused cupertino |", code: "customer-refused", evidence: 50))
        let earlier = Timestamp(milliseconds: time.milliseconds - 1)
        #expect(state(refused, after: run(knownBefore: [:])) == .new)
        #expect(state(refused, after: run(knownBefore: [2: time])) == .new)
        #expect(state(refused, after: run(knownBefore: [1: earlier])) == .new, "it was found again meanwhile")
        #expect(state(refused, after: run(knownBefore: [1: time])) == .resolved)
        // Sightings tell by their own time what is news.
        let misplaced = life(1, found("a", evidence: 10))
        #expect(state(misplaced, after: run(seen: [("t-1", 15)], knownBefore: [:])) == .resolved)
    }

    /// The identity of most findings names no tag.
    @Test func `that were resolved come back with older evidence about other tags`() {
        let misplaced = life(1, found("a", evidence: 10))
        let late = run(seen: [("t-1", 30)])
        #expect(state(misplaced, after: late, run([found("a", evidence: 20)])) == .resolved)
        #expect(state(misplaced, after: late, run([found("a", tags: ["t-1", "t-5"], evidence: 20)])) == .new)
    }

    /// Of two tags one was seen before the finding: that is no news of it, but where everything was read.
    @Test(arguments: [(false, KeptFinding.State.new), (true, .resolved)])
    func `of several tags end by later looks at each, or by another plan`(
        isOfEverything: Bool, expected: KeptFinding.State
    ) {
        let misplaced = life(1, found("a", tags: ["t-1", "t-2"], evidence: 20))
        let next = run(seen: [("t-1", 5), ("t-2", 30)], ofEverything: isOfEverything)
        #expect(state(misplaced, after: next) == expected)
    }

    /// What else was seen at the store later is no look at the tag that was seen before alone.
    @Test func `of several tags do not end by a walk that has only an older look at one of them`() {
        let misplaced = life(1, found("a", tags: ["t-1", "t-2"], evidence: 20))
        let news = run(at: 30, covered: ["cupertino"], seen: [("t-1", 5), ("t-2", 30)])
        #expect(state(misplaced, after: news) == .new)
    }

    /// The last sighting of all was left out: it may say something else.
    @Test(arguments: [("misplaced", KeptFinding.State.new), ("moved", .new), ("outdated", .resolved)])
    func `about places end by visits that say where the tag is`(code: String, expected: KeptFinding.State) {
        let finding = life(1, found("a", code: code, evidence: 20))
        let inside = TagVerdict(
            url: "https://example.com/t-1", uid: nil, label: "t-1", store: StoreID("cupertino"), verdict: "inside",
            probability: 1, distance: 3, foundStore: nil, lastSeen: 20, lastPlaced: 5)
        #expect(inside.seenInside == 5)
        let cupertino = StoreID("cupertino").map { [$0: Int64(20)] } ?? [:]
        let night = AuditRun(imports: .upTo(9), readsEverything: true, covered: cupertino, verdicts: [inside])
        #expect(state(finding, after: night) == expected)
    }

    /// What an audit of everything says of a tag, in hours. Several visits decide, and a later one alone is a bad fix.
    private func verdict(_ label: String, _ verdict: String, placed: Int64, seen: Int64) -> TagVerdict {
        TagVerdict(
            url: "https://example.com/\(label)", uid: nil, label: label, store: StoreID("cupertino"), verdict: verdict,
            probability: nil, distance: nil, foundStore: nil, lastSeen: seen * 3_600, lastPlaced: placed * 3_600)
    }

    private func night(_ verdicts: [TagVerdict], _ findings: [FoundFinding] = []) -> AuditRun {
        AuditRun(imports: .upTo(9), readsEverything: true, verdicts: verdicts, findings: findings)
    }

    /// Both were carried away after several visits, and seen once each since; one of them is back.
    @Test(arguments: [(30, KeptFinding.State.new), (20, .resolved)] as [(Int64, KeptFinding.State)])
    func `of several tags do not end where the last visit to one of them was left out`(
        last: Int64, expected: KeptFinding.State
    ) {
        let misplaced = life(1, found("a", tags: ["t-1", "t-2"], evidence: 20 * 3_600))
        let back = verdict("t-2", "inside", placed: last, seen: last)
        let everything = night([verdict("t-1", "inside", placed: 3, seen: 19), back])
        // Where the very visit that it was found by says inside now, the plan is another one.
        #expect(state(misplaced, after: everything) == expected)
        #expect(state(misplaced, after: night([verdict("t-1", "inside", placed: 19, seen: 19), back])) == .resolved)
    }

    /// Visits of before put them where they were, against one that shows them put right.
    @Test func `are not about tags that old visits alone add`() {
        let both = found("a", tags: ["t-1", "t-2"], evidence: 26 * 3_600)
        func everything(_ seen: Int64) -> AuditRun {
            night(
                [
                    verdict("t-1", "outside", placed: 26, seen: 30),
                    verdict("t-2", "outside", placed: 20, seen: seen),
                ], [both])
        }
        let one = life(1, found("a", evidence: 26 * 3_600))
        let late = run(seen: [("t-1", 30 * 3_600)])
        #expect(state(one, after: late, everything(25)) == .resolved)
        #expect(state(one, after: late, everything(20)) == .new, "it was not put right")
        #expect(state(one, after: everything(25), late, everything(25)) == .resolved, "of the other there are no news")
        let accepted = FindingLife(
            number: 1, found: found("a", evidence: 26 * 3_600), state: .accepted, since: time, lastFound: time,
            acceptedTags: ["t-1"])
        #expect(state(accepted, after: everything(25)) == .accepted)
        #expect(state(accepted, after: everything(20)) == .new)
    }

    /// An audit of everything saw them once, so it does not miss them.
    @Test func `that miss tags stay where these were seen long ago, and come back when they are looked for`() {
        let missing = life(1, found("a", code: "missing", evidence: 50))
        let night = run(at: 60, first: 1, covered: ["cupertino"], ofEverything: true)
        #expect(state(missing, after: night) == .new, "the audit did not look for it")
        let seen = run(at: 60, first: 1, covered: ["cupertino"], seen: [("t-1", 55)], ofEverything: true)
        #expect(state(missing, after: seen) == .resolved)
        // Found since the beginning of everything, by a walk that was later.
        let again = run([found("a", code: "missing", evidence: 1)], at: 70, first: 1, covered: ["cupertino"])
        #expect(state(missing, after: seen, again) == .new)
        // One late row, and the walk does not know any more what it should have seen.
        #expect(state(missing, after: run(at: 70, first: 40, covered: ["cupertino"])) == .new)
    }

    @Test(arguments: [("missing", "missing cupertino | opening"), ("stale", "stale cupertino | age")])
    func `about tags that are retired are over without a look`(code: String, identity: String) {
        let finding = life(1, found(identity, code: code, tags: ["t-1", "t-2"], evidence: 50))
        let next = run(at: 60, first: 1, seen: [("t-2", 55)], ofEverything: true)
        #expect(next.doubtful([finding]) == ["t-1", "t-2"])
        #expect(next.moves([finding], numberedAfter: 1, at: time).isEmpty)
        let moves = next.moves([finding], numberedAfter: 1, gone: ["t-1"], at: time)
        #expect(moves.map(\.state) == [.resolved])
        // A walk elsewhere has nothing to say about it.
        #expect(run(covered: ["berlin"]).doubtful([finding]) == [])
    }

    @Test func `that were accepted are found again by more tags alone`() {
        let accepted = FindingLife(
            number: 1, found: found("a", evidence: 10), state: .accepted, since: time, lastFound: time,
            acceptedTags: ["t-1"])
        #expect(state(accepted, after: run([found("a")])) == .accepted)
        #expect(state(accepted, after: run([found("a", tags: ["t-1", "t-2"])])) == .new)
    }

    /// Swift's strings hold them to be the same letter.
    @Test func `end by what is seen of their own tags, not of others whose labels are the same letters`() {
        let (one, other) = ("https://example.com/caf\u{E9}", "https://example.com/cafe\u{301}")
        let misplaced = life(1, found("a", tags: [one]))
        #expect(state(misplaced, after: run(seen: [(other, 30)])) == .new)
        #expect(state(misplaced, after: run(seen: [(one, 30)])) == .resolved)
    }
}
