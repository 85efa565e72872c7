import Audit
import Registry
import Testing

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

    @Test func `the same sticker at two stores is one finding, away from all stores only a notice`() throws {
        let chain = try Chain()
        let evil = "https://evil.example/"
        let two = chain.audit([
            try chain.sighting(evil, at: "seoul"), try chain.sighting(evil, at: "cupertino", minute: 60),
        ])
        #expect(two.findings.map(\.stores) == [["cupertino", "seoul"]])
        #expect(try finding(evil, metres: 9_000)?.severity == .notice)
    }

    @Test(arguments: ["https://fruta.example/menu", "https://fruta.example/", "https://fruta.example/a b"])
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
