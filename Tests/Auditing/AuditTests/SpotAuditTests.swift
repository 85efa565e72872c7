import Audit
import Chips
import Registry
import Testing

@Suite("Judged on the spot") struct SpotAuditTests {
    private let chain: Chain
    private let tags: [Registry.Tag]

    init() throws {
        chain = try Chain()
        var written = try chain.tag("c1", store: "cupertino")
        written.uid = ChipUID("04A1B2C3D4E5F6")
        tags = [written, try chain.tag("c2", store: "cupertino"), try chain.tag("s1", store: "san-francisco")]
    }

    /// What an audit of this one sighting says, without the tags that it did not see.
    private func wholeAudit(_ scope: AuditScope, _ sighting: Sighting) -> (TagReport?, [Finding]) {
        let auditor = Auditor(scope)
        auditor.intake.add(sighting)
        let report = auditor.outcome(keepingEveryTag: true).report(listingTags: true)
        return (report.tags?.first, report.findings.filter { $0.code != .missing })
    }

    @Test func `says of every tag what an audit of it alone says`() throws {
        let scope = chain.scope(tags: tags)
        let spot = SpotAudit(scope)
        let sightings = [
            try chain.sighting(chain.url("c1", "cupertino"), at: "cupertino", uid: "04A1B2C3D4E5F6"),
            try chain.sighting(chain.url("c1", "cupertino"), at: "cupertino"),
            try chain.sighting(chain.url("c2", "cupertino"), at: "cupertino", uid: "04A1B2C3D4E5F6"),
            try chain.sighting(chain.url("s1", "san-francisco"), at: "cupertino"),
            try chain.sighting(chain.url("s1", "san-francisco"), at: "san-francisco", metres: 150, accuracy: 60),
            try chain.sighting(chain.url("x9", "seoul"), at: "seoul"),
            try chain.sighting(chain.url("x9", "nowhere"), at: "seoul"),
            try chain.sighting(chain.url("k1", "cart"), at: "seoul"),
            try chain.sighting("https://fruta-gifts.example/win", at: "cupertino"),
            try chain.sighting("https://fruta.example/store", at: "cupertino"),
            try chain.sighting("no URL at all", at: "palo-alto"),
        ]
        var codes: Set<FindingCode> = []
        for sighting in sightings {
            let answer = spot.judge(sighting)
            let (tag, findings) = wholeAudit(scope, sighting)
            #expect(answer.tag == tag && answer.findings == findings, "\(sighting.url)")
            codes.formUnion(findings.map(\.code))
        }
        #expect(codes.isSuperset(of: [.misplaced, .wrongContent, .unknownTag, .foreign, .ambiguous]))
    }

    @Test func `names the store and the provisioned tag`() throws {
        let answer = SpotAudit(chain.scope(tags: tags)).judge(
            try chain.sighting(chain.url("s1", "san-francisco"), at: "san-francisco"))
        #expect(answer.tag?.verdict == .inside && answer.findings.isEmpty)
        #expect(answer.store?.name == "Fruta san-francisco")
        #expect(answer.planned == tags[2])
    }

    @Test func `tags that were not seen yet are not missing`() throws {
        let scope = chain.scope(tags: tags)
        let sighting = try chain.sighting(chain.url("c1", "cupertino"), at: "cupertino")
        let auditor = Auditor(scope)
        auditor.intake.add(sighting)
        #expect(auditor.outcome().findings.map(\.code) == [.missing])
        #expect(SpotAudit(scope).judge(sighting).findings.isEmpty)
    }
}
