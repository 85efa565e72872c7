import Audit
import Registry
import Testing

@Suite struct `Mixed-up printouts` {
    /// 24 codes for each store of the circle, found at the next one.
    private func sightings(_ chain: Chain, _ circle: [String], each count: Int = 24) throws -> [Sighting] {
        var sightings: [Sighting] = []
        for (index, store) in circle.enumerated() {
            let found = circle[(index + 1) % circle.count]
            for number in 1...count {
                sightings.append(
                    try chain.sighting(
                        chain.url("\(store)-\(number)", store), at: found, metres: Double(number),
                        azimuth: Double(number * 15 - 180)))
            }
        }
        return sightings
    }

    @Test func `two stores whose printouts were mixed up are one finding that names both`() throws {
        let chain = try Chain()
        let report = chain.audit(try sightings(chain, ["cupertino", "san-francisco"]))
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1)
        #expect(finding.code == .swapped)
        #expect(finding.severity == .critical)
        #expect(finding.stores == ["cupertino", "san-francisco"])
        #expect(finding.tags.count == 48)
        #expect(
            finding.message
                == "the codes of Fruta cupertino and Fruta san-francisco were mixed up: 24 codes for Fruta cupertino "
                + "are at Fruta san-francisco and 24 codes for Fruta san-francisco are at Fruta cupertino")
        #expect(
            finding.next
                == "At Fruta san-francisco, take down the 24 codes that open Fruta cupertino (cupertino-1, cupertino-10, "
                + "cupertino-11, cupertino-12, cupertino-13 and 19 more) and send them to "
                + "Fruta cupertino. At Fruta cupertino, take down the 24 codes that open Fruta san-francisco "
                + "(san-francisco-1, san-francisco-10, san-francisco-11, san-francisco-12, san-francisco-13 and 19 more) "
                + "and send them to Fruta san-francisco. Scan each one again where it belongs.")
        #expect(report.summary.outside == 48)
        #expect(report.exitStatus == 2)
        #expect(try #require(finding.evidence.p) < 1e-9)
        #expect(report.tags?.allSatisfy { $0.foundStore != $0.store && $0.verdict == .outside } == true)
    }

    @Test func `three stores in a circle are one finding`() throws {
        let chain = try Chain()
        let report = chain.audit(try sightings(chain, ["palo-alto", "seoul", "cupertino"], each: 3))
        #expect(report.findings.map(\.code) == [.swapped])
        #expect(report.findings.first?.stores == ["cupertino", "palo-alto", "seoul"])
        #expect(report.findings.first?.evidence.routes?.map(\.foundStore) == ["palo-alto", "seoul", "cupertino"])
    }

    @Test func `a swap of one batch is found beside a batch that is where it belongs`() throws {
        let chain = try Chain()
        var seen = try sightings(chain, ["cupertino", "san-francisco"], each: 4)
        var tags = try ["cupertino", "san-francisco"].flatMap { store in
            try (1...4).map { try chain.tag("\(store)-\($0)", store: store, batch: "qr-signs") }
        }
        for store in ["cupertino", "san-francisco"] {
            for number in 1...9 {
                let id = "n-\(store)-\(number)"
                tags.append(try chain.tag(id, store: store, batch: "nfc"))
                seen.append(
                    try chain.sighting(
                        chain.url(id, store), at: store,
                        uid: "04A1B2C3\(store == "cupertino" ? "D4" : "D5")E5\(10 + number)"))
            }
        }
        let report = chain.audit(seen, tags: tags)
        #expect(report.findings.map(\.code) == [.swapped])
        #expect(report.findings.first?.tags.count == 8)
        #expect(report.findings.first?.evidence.batches == ["qr-signs"])
        #expect(report.findings.first?.message.contains("(batch qr-signs)") == true)
        #expect(report.summary.inside == 18)
    }

    @Test func `a vague fix among the exchanged ones goes along`() throws {
        let chain = try Chain()
        var seen = try sightings(chain, ["cupertino", "san-francisco"], each: 4)
        seen.append(try chain.sighting(chain.url("vague", "cupertino"), at: "san-francisco", accuracy: 9_000))
        let report = chain.audit(seen)
        #expect(report.summary.undecided == 1)
        #expect(report.findings.map(\.code) == [.swapped])
        #expect(report.findings.first?.tags.contains("vague") == true)
    }

    @Test func `codes of one store at another that keeps its own are misdelivered, in one finding`() throws {
        let chain = try Chain()
        var seen = try sightings(chain, ["cupertino", "san-francisco"], each: 4).prefix(4)
        seen.append(try chain.sighting(chain.url("sf-1", "san-francisco"), at: "san-francisco"))
        let report = chain.audit(Array(seen))
        #expect(report.findings.map(\.code) == [.misdelivered])
        #expect(report.findings.first?.stores == ["cupertino", "san-francisco"])
        #expect(
            report.findings.first?.message
                == "the 4 codes for Fruta cupertino are at Fruta san-francisco: the box went to the wrong store")
    }
}
