import Audit
import Chips
import Registry
import Testing

/// What the journal knows of chips and labels that were revised, replaced, retired or printed again, and what an audit
/// says when they are seen: never that a stranger did it.
@Suite struct `Carriers of yesterday` {
    /// One row of the table: what happened, what is seen, and what is said.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var medium = Medium.nfc
        var state = TagState.written
        var uid: String? = Case.own
        var writtenURL: String?
        var prints = 0
        var former: [FormerCarrier.Cause: String?] = [:]
        /// Content, chip and store of each sighting.
        let seen: [(url: String, uid: String?, store: String)]
        let code: FindingCode?
        var words = ""

        static let own = "04A1B2C3D4E580"
        static let old = "04FFFFFFFFFF80"
        static let url = "https://fruta.example/store/cupertino?tag=n-1"
        static let before = "https://fruta.example/store/cupertino?tag=n-1&v=1"
        static let strange = "https://fruta.example/store/seoul?tag=x-9"

        init(
            _ description: String, _ seen: [(url: String, uid: String?, store: String)], _ code: FindingCode?,
            _ words: String = "", change: (inout Case) -> Void = { _ in }
        ) {
            testDescription = description
            self.seen = seen
            self.code = code
            self.words = words
            change(&self)
        }
    }

    private static func label(_ state: TagState, prints: Int = 1) -> (inout Case) -> Void {
        {
            $0.medium = .qr
            $0.state = state
            $0.uid = nil
            $0.prints = prints
        }
    }

    static let cases: [Case] = [
        Case(
            "revised, and the chip holds what was written", [(Case.before, Case.own, "cupertino")], .outdated,
            "waymark write nfc"
        ) {
            $0.state = .outdated
            $0.writtenURL = Case.before
        },
        Case("revised, and a phone that tells no chip reads it", [(Case.before, nil, "cupertino")], .outdated, Case.url)
        {
            $0.state = .outdated
            $0.writtenURL = Case.before
        },
        Case("revised and written again", [(Case.url, Case.own, "cupertino")], nil) { $0.writtenURL = Case.url },
        Case(
            "revised, and the chip holds neither", [(Case.strange, Case.own, "cupertino")], .wrongContent, "instead of"
        ) {
            $0.state = .outdated
            $0.writtenURL = Case.before
        },
        Case("revised, and the label hangs", [(Case.before, nil, "cupertino")], .outdated, "waymark sheet nfc") {
            label(.outdated)(&$0)
            $0.former = [.revised: nil]
        },
        Case(
            "revised and printed again, and the old label hangs", [(Case.before, nil, "cupertino")], .outdated,
            "the label n-1"
        ) {
            label(.printed, prints: 2)(&$0)
            $0.former = [.revised: nil]
        },
        Case("revised and printed again", [(Case.url, nil, "cupertino")], nil) {
            label(.printed, prints: 2)(&$0)
            $0.former = [.revised: nil]
        },
        Case(
            "replaced, and the old chip is seen alone", [(Case.url, Case.old, "cupertino")], .replaced,
            "which was replaced on 2026-11-17"
        ) {
            $0.former = [.replaced: Case.old]
        },
        Case(
            "replaced, and not written again yet", [(Case.url, Case.old, "seoul")], .replaced,
            "still in use at Fruta seoul"
        ) {
            $0.state = .planned
            $0.uid = nil
            $0.former = [.replaced: Case.old]
        },
        Case(
            "replaced, and both are seen", [(Case.url, Case.own, "cupertino"), (Case.url, Case.old, "seoul")],
            .replaced,
            "still in use at Fruta seoul"
        ) { $0.former = [.replaced: Case.old] },
        Case("replaced, and the new chip is seen", [(Case.url, Case.own, "cupertino")], nil) {
            $0.former = [.replaced: Case.old]
        },
        Case("retired, and the chip hangs", [(Case.url, Case.own, "cupertino")], .retired, "was retired on 2026-11-17")
        {
            $0.state = .retired
            $0.former = [.retired: Case.own]
        },
        Case("retired, and the label hangs", [(Case.url, nil, "cupertino")], .retired, "take down the label n-1") {
            label(.retired)(&$0)
            $0.former = [.retired: nil]
        },
        Case(
            "retired by an older version", [(Case.url, nil, "cupertino")], .retired, "take down the label n-1",
            change: label(.retired)),
        Case(
            "printed again, and both labels hang",
            [(Case.url, nil, "cupertino"), (Case.url, nil, "seoul"), (Case.url, nil, "cupertino")], .inconsistent,
            "reprinted",
            change: label(.printed, prints: 2)),
        Case(
            "a copy that the journal does not know",
            [(Case.url, Case.own, "cupertino"), (Case.url, Case.old, "seoul")], .cloned,
            "one of your tags was copied"),
    ]

    @Test(arguments: cases)
    func `are told as the journal knows them`(_ row: Case) throws {
        let chain = try Chain()
        let id = try #require(TagID("n-1"))
        let tag = Registry.Tag(
            id: id, batch: try #require(BatchName("nfc")), store: try #require(StoreID("cupertino")), placement: "door",
            medium: row.medium, url: Case.url,
            life: TagLife(
                state: row.state, uid: row.uid.flatMap { ChipUID($0) },
                writtenURL: row.writtenURL ?? (row.medium == .nfc ? Case.url : nil), prints: row.prints))
        let former = row.former.map { cause, uid in
            FormerCarrier(
                tag: id, uid: uid.flatMap { ChipUID($0) }, url: cause == .revised ? Case.before : Case.url,
                cause: cause,
                ended: Timestamp(milliseconds: 1_795_000_000_000 - 86_400_000))
        }
        let auditor = Auditor(
            AuditScope(
                stores: chain.stores, experiences: chain.experiences, templates: [chain.template], tags: [tag],
                formerCarriers: former))
        for (index, seen) in row.seen.enumerated() {
            auditor.intake.add(
                try chain.sighting(seen.url, at: seen.store, minute: Int64(index) * 1_200, uid: seen.uid))
        }
        let report = auditor.agreedOutcome().report()
        #expect(auditor.outcome(threads: 2).report() == report)
        #expect(report.findings.map(\.code) == (row.code.map { [$0] } ?? []))
        guard let finding = report.findings.first else { return }
        #expect(finding.tags == ["n-1"])
        #expect((finding.message + " " + finding.next).contains(row.words), "\(finding.message) \(finding.next)")
        if let code = row.code, [.replaced, .retired, .outdated].contains(code) {
            #expect(!finding.next.contains("copied") && !finding.next.contains("somebody could"))
        }
    }
}
