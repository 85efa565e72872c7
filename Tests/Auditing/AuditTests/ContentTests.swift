import Audit
import Chips
import Registry
import Testing
import TextCoding

@Suite struct `Findings about content` {
    private func finding(_ url: String, at store: String = "cupertino", metres: Double = 0, tags: [Registry.Tag]? = nil)
        throws
        -> Finding?
    {
        let chain = try Chain()
        let report = chain.audit([try chain.sighting(url, at: store, metres: metres)], tags: tags)
        #expect(report.findings.count <= 1)
        return report.findings.first
    }

    @Test(arguments: [
        "https://evil.example/store/cupertino?tag=1", "https://fruta.example.evil.example/", "WIFI:S:free;;",
        "tel:+1555", "ftp://fruta.example/store/cupertino",
    ])
    func `a sticker that is not ours is foreign`(_ content: String) throws {
        let finding = try #require(try finding(content))
        #expect(finding.code == .foreign)
        #expect(finding.severity == .critical)
        #expect(finding.stores == ["cupertino"])
        #expect(finding.tags == [content])
        #expect(finding.evidence.contents == [content])
    }

    /// A chip of before holds the characters as they are; the registry and newer chips have them encoded.
    @Test func `a tag that holds characters outside ASCII as they are means the same`() throws {
        let chain = try Chain()
        let raw = "https://fruta.example/store/cupertino?tag=카페"
        let encoded = "https://fruta.example/store/cupertino?tag=%EC%B9%B4%ED%8E%98"
        let known = Registry.Tag(
            id: try #require(TagID("카페")), batch: try #require(BatchName("qr")),
            store: try #require(StoreID("cupertino")), placement: "door", medium: .qr, url: raw,
            life: TagLife(state: .printed))
        let reports = try [raw, encoded].map { chain.audit([try chain.sighting($0, at: "cupertino")], tags: [known]) }
        #expect(reports[0].findings.map(\.code) == reports[1].findings.map(\.code))
        #expect(reports[0].tags?.map(\.tag) == reports[1].tags?.map(\.tag))
        #expect(reports[0].tags?.map(\.verdict) == reports[1].tags?.map(\.verdict))
        #expect(reports[0].tags?.first?.tag == "카페")
    }

    /// A registry cannot hold this. A caller's list of tags can.
    @Test func `a chip that two tags claim is the first one's, however closely it is looked at`() throws {
        let chain = try Chain()
        let tags = try ["t1": "seoul", "t2": "cupertino"].sorted { $0.key < $1.key }.map { id, store in
            Registry.Tag(
                id: try #require(TagID(id)), batch: try #require(BatchName("nfc")),
                store: try #require(StoreID(store)), placement: "door", medium: .nfc, url: chain.url(id, store),
                life: TagLife(state: .written, uid: ChipUID("04A1B2C3D4E5F6")))
        }
        let report = chain.audit(
            [try chain.sighting(chain.url("t2", "cupertino"), at: "cupertino", uid: "04A1B2C3D4E5F6")], tags: tags)
        #expect(report.findings.map(\.code) == [.wrongContent])
        #expect(report.findings.first?.tags == ["t1"])
    }

    /// Scans prove their repair one by one.
    @Test func `chips with wrong content have each the moment of its own last scan`() throws {
        let chain = try Chain()
        let tags = try ["04A1B2C3D4E501", "04A1B2C3D4E502"].enumerated().map { number, uid in
            Registry.Tag(
                id: try #require(TagID("t\(number)")), batch: try #require(BatchName("nfc")),
                store: try #require(StoreID("cupertino")), placement: "door", medium: .nfc,
                url: chain.url("t\(number)", "cupertino"), life: TagLife(state: .written, uid: ChipUID(uid)))
        }
        let scans: [(named: String, chip: String, minute: Int64)] = [
            ("t8", "04A1B2C3D4E501", 0), ("t8", "04A1B2C3D4E501", 60), ("t9", "04A1B2C3D4E502", 240),
        ]
        let seen = try scans.map {
            try chain.sighting(chain.url($0.named, "cupertino"), at: "cupertino", minute: $0.minute, uid: $0.chip)
        }
        let auditor = Auditor(chain.scope(tags: tags), rules: AuditRules())
        auditor.intake.add(seen)
        let found = auditor.agreedOutcome().run(batch: nil).findings.first { $0.code == "wrong-content" }
        #expect(
            found?.moments == [
                "t0": seen[1].time.milliseconds / 1_000, "t1": seen[2].time.milliseconds / 1_000,
            ])
    }

    @Test func `the same sticker at two stores is one finding, away from all stores only a notice`() throws {
        let chain = try Chain()
        let evil = "https://evil.example/"
        let two = chain.audit([
            try chain.sighting(evil, at: "seoul"), try chain.sighting(evil, at: "cupertino", minute: 60),
        ])
        #expect(two.findings.map(\.stores) == [["cupertino", "seoul"]])
        #expect(try finding(evil, metres: 9_000)?.severity == .notice)
    }

    @Test(arguments: [
        "https://fruta.example/menu", "https://fruta.example/", "https://fruta.example/a b",
        "https://fruta.example/storefront/1",
    ])
    func `our host without an experience is unregistered and has no verdict`(_ content: String) throws {
        let finding = try #require(try finding(content))
        #expect(finding.code == .unregistered)
        #expect(finding.severity == .critical)
        let chain = try Chain()
        #expect(chain.audit([try chain.sighting(content, at: "cupertino")]).tags?.first?.verdict == nil)
    }

    @Test(arguments: [
        ("https://Fruta.example/store/cupertino?tag=1", "its host is written with other capital letters"),
        ("https://fruta.example/store", "the registered URL ends in a slash that it lacks"),
        ("http://fruta.example/store/cupertino", "its scheme is not the registered one"),
    ])
    func `what Apple leaves open is ambiguous`(_ content: String, _ reason: String) throws {
        let finding = try #require(try finding(content))
        #expect(finding.code == .ambiguous)
        #expect(finding.severity == .warning)
        #expect(finding.evidence.reason == reason)
        #expect(finding.evidence.registered == ["https://fruta.example/store/"])
    }

    /// Apple's own demo: `?smoothie=BerryBlue`.
    @Test(arguments: ["?tag=q-cu-01&smoothie=BerryBlue", "?smoothie=BerryBlue&tag=q-cu-01", "?utm_source=x"])
    func `a parameter that the template does not have hides no wrong store`(_ query: String) throws {
        let finding = try #require(try finding("https://fruta.example/store/cupertino\(query)", at: "san-francisco"))
        #expect(finding.code == .misplaced && finding.stores == ["cupertino", "san-francisco"])
        let chain = try Chain()
        let report = chain.audit([
            try chain.sighting("https://fruta.example/store/cupertino\(query)", at: "cupertino")
        ])
        #expect(report.summary.inside == 1 && report.tags?.first?.store == "cupertino")
    }

    @Test func `every tag is in one line of the summary, and every sighting in one`() throws {
        let chain = try Chain()
        let stranger = "https://evil.example/"
        let ours = chain.url("1", "cupertino")
        let report = chain.audit([
            try chain.sighting(ours, at: "cupertino"), try chain.sighting(ours, at: "cupertino", minute: 60),
            try chain.sighting(ours, at: "cupertino", minute: 61), try chain.sighting(ours, at: "seoul", minute: 120),
            try chain.sighting(chain.url("2", "cupertino"), at: "seoul"),
            try chain.sighting(chain.url("3", "cart"), at: "seoul"),
            try chain.sighting("https://fruta.example/store/", at: "seoul"),
            try chain.sighting(chain.url("4", "atlantis"), at: "seoul"),
            try chain.sighting("https://fruta.example/menu", at: "seoul"), try chain.sighting(stranger, at: "seoul"),
            try chain.sighting(stranger, at: "seoul"),
        ])
        let summary = report.summary
        #expect(summary.tags == 7 && summary.inside == 1 && summary.outside == 1 && summary.roaming == 1)
        #expect(summary.noStore == 2 && summary.unregistered == 1 && summary.foreign == 1 && summary.retired == 0)
        #expect(summary.sightings == 11 && summary.visits == 8 && summary.repeated == 2 && summary.leftOut == 1)
        let retired = try chain.retired().audit([try chain.sighting("https://fruta.example/store/", at: "seoul")])
        #expect(retired.summary.retired == 1 && retired.summary.tags == 1)
    }

    @Test(
        arguments: [
            ("example.fruta.Clip", ["TEAM123456.example.fruta.Clip"], nil),
            ("com.evil.Clip", ["TEAM123456.example.fruta.Clip"], "the App Clip com.evil.Clip"),
            ("com.evil.Clip", [], "appclip.apple.com"),
        ] as [(String, [String], String?)])
    func `a default link is compared with our App Clips`(_ bundle: String, _ apps: [String], _ origin: String?) throws {
        let chain = try Chain()
        let auditor = Auditor(
            AuditScope(
                stores: chain.stores, experiences: chain.experiences, templates: [chain.template], apps: apps))
        auditor.intake.add(try chain.sighting("https://appclip.apple.com/id?p=\(bundle)&tag=1", at: "cupertino"))
        let findings = auditor.outcome(keepingEveryTag: true).report().findings
        #expect(findings.map(\.code) == (origin == nil ? [] : [.foreign]))
        if let origin {
            #expect(findings[0].severity == .critical && findings[0].message.contains("leads to \(origin),"))
        }
    }

    @Test func `a tag that was never provisioned is unknown`() throws {
        let chain = try Chain()
        let known = try chain.tag("1", store: "cupertino")
        #expect(try finding(known.url, tags: [known]) == nil)
        let finding = try #require(try finding(chain.url("2", "seoul"), at: "seoul", tags: [known]))
        #expect(finding.code == .unknownTag)
        #expect(finding.stores == ["seoul"])
        #expect(finding.tags == ["2"])
    }

    @Test func `a store that nobody knows makes a tag unknown`() throws {
        let finding = try #require(try finding("https://fruta.example/store/atlantis?tag=1"))
        #expect(finding.code == .unknownTag)
        #expect(finding.evidence.reason == "for the store atlantis, which is not known")
    }

    @Test func `a deployed tag that was not seen is missing only where the audit went`() throws {
        let chain = try Chain()
        let tags = [
            try chain.tag("1", store: "cupertino"), try chain.tag("2", store: "cupertino"),
            try chain.tag("3", store: "seoul"),
        ]
        let seen = [try chain.sighting(tags[0].url, at: "cupertino")]
        let report = chain.audit(seen, tags: tags)
        #expect(report.findings.map(\.code) == [.missing])
        #expect(report.findings.first?.tags == ["2"])
        #expect(report.findings.first?.next.contains("2 (door)") == true)
        #expect(chain.audit(seen, tags: tags, deployed: false).findings.isEmpty)
    }

    @Test func `a chip and a phone that tells no chip see one tag`() throws {
        let chain = try Chain()
        let url = chain.url("1", "cupertino")
        let report = chain.audit([
            try chain.sighting(url, at: "cupertino", uid: "04A1B2C3D4E580"),
            try chain.sighting(url, at: "cupertino", minute: 30),
        ])
        #expect(report.summary.tags == 1)
        #expect(report.tags?.first?.uid == "04A1B2C3D4E580")
    }

    @Test func `two spellings of a content that look the same are two, in whichever order they are read`() throws {
        let chain = try Chain()
        let seen = try ["https://evil.example/caf\u{E9}", "https://evil.example/cafe\u{301}"].map {
            try chain.sighting($0, at: "cupertino")
        }
        let report = chain.audit(seen)
        #expect(report.summary.tags == 2)
        let bytes = report.findings.map { $0.tags.map { Array($0.utf8) } }
        for _ in 0..<20 {
            let again = chain.audit(seen.reversed())
            #expect(again.findings.map { $0.tags.map { Array($0.utf8) } } == bytes)
        }
    }
}
