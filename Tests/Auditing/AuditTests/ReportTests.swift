import Audit
import Chips
import Foundation
import Registry
import Testing

@Suite struct `Audit reports` {
    private func outcome(withBadRow: Bool = false) throws -> AuditOutcome {
        let chain = try Chain()
        let auditor = Auditor(chain.scope())
        auditor.intake.add(try chain.sighting(chain.url("a,1", "cupertino"), at: "san-francisco"))
        auditor.intake.add(try chain.sighting(chain.url("2", "san-francisco"), at: "san-francisco"))
        if withBadRow {
            let text = "time,url,uid,latitude,longitude,accuracy\n\n2026-11-19T17:10:38Z,,,1,2,3\n"
            try auditor.intake.readSightings("walk.csv", bytes: Array(text.utf8))
        }
        return auditor.outcome(keepingEveryTag: true)
    }

    private func json(_ value: some Encodable) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        return try #require(object as? [String: Any])
    }

    @Test func `JSON has exactly the members of the contract`() throws {
        let plain = try json(outcome().report())
        #expect(plain.keys.sorted() == ["findings", "schema", "summary"])
        #expect(plain["schema"] as? Int == 1)
        let summary = try #require(plain["summary"] as? [String: Int])
        #expect(
            summary
                == [
                    "sightings": 2, "tags": 2, "chips": 0, "inside": 1, "outside": 1, "undecided": 0, "roaming": 0,
                    "noStore": 0, "unregistered": 0, "foreign": 0, "retired": 0, "visits": 2, "repeated": 0,
                    "leftOut": 0,
                    "confirmations": 0,
                ])
        let finding = try #require((plain["findings"] as? [[String: Any]])?.first)
        #expect(
            finding.keys.sorted() == ["code", "evidence", "message", "next", "severity", "stores", "tags"])
        #expect(finding["code"] as? String == "misplaced")
        #expect(finding["severity"] as? String == "critical")
        #expect((finding["evidence"] as? [String: Any])?["p"] is Double)

        let listed = try json(outcome().report(listingTags: true))
        let tag = try #require((listed["tags"] as? [[String: Any]])?.last)
        #expect(
            tag.keys.sorted()
                == ["distance", "foundStore", "probability", "store", "tag", "uid", "url", "verdict"])
        #expect(tag["uid"] is NSNull)
        #expect(tag["verdict"] as? String == "inside")
    }

    @Test func `a report survives JSON`() throws {
        let report = try outcome(withBadRow: true).report(listingTags: true)
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(AuditReport.self, from: data) == report)
    }

    @Test func `the text says what to do`() throws {
        let report = try outcome(withBadRow: true).report()
        #expect(
            report.text == """
                sightings   2
                  visits    2
                  repeated  0
                  left out  0
                tags        2
                  inside    1
                  outside   1
                  undecided 0
                  roaming   0
                findings    1

                The chips of 0 of 2 tags were read. Of the others a camera saw the code, or a picture of it. \
                Positions are what phones said, true or made up.

                1 bad row was left out.

                critical: misplaced: the code a,1 for Fruta cupertino is at Fruta san-francisco
                  tags: a,1
                  next: At Fruta san-francisco, take down the code a,1: it opens Fruta cupertino. Put it up at \
                Fruta cupertino and scan it again there.

                """)
        #expect(report.exitStatus == 3)
    }

    /// A chip has to be touched: of tags in their places, which are counted, and of those that are looked at.
    @Test(arguments: [false, true])
    func `say of how many tags the chip was read`(keepingEveryTag: Bool) throws {
        let chain = try Chain()
        let auditor = Auditor(chain.scope())
        for (number, uid) in [nil, "04A1B2C3D4E501", "04A1B2C3D4E502", nil, nil].enumerated() {
            let place = number == 2 ? "san-francisco" : "cupertino"
            auditor.intake.add(try chain.sighting(chain.url("\(number)", "cupertino"), at: place, uid: uid))
        }
        let report = auditor.outcome(keepingEveryTag: keepingEveryTag).report()
        #expect(report.summary.tags == 5 && report.summary.inside == 4 && report.summary.chips == 2)
        #expect(report.text.contains("The chips of 2 of 5 tags were read. Of the others a camera saw the code"))
    }

    @Test func `a batch limits what the exit status counts`() throws {
        let chain = try Chain()
        let tags = [
            try chain.tag("1", store: "cupertino", batch: "spring"),
            try chain.tag("2", store: "seoul", batch: "autumn"),
        ]
        let auditor = Auditor(chain.scope(tags: tags))
        auditor.intake.add(try chain.sighting(tags[0].url, at: "palo-alto"))
        auditor.intake.add(try chain.sighting(tags[1].url, at: "seoul"))
        let outcome = auditor.outcome(keepingEveryTag: true)
        #expect(outcome.report().exitStatus == 2)
        let (spring, autumn) = (outcome.report(batch: tags[0].batch), outcome.report(batch: tags[1].batch))
        #expect(spring.exitStatus == 2 && autumn.exitStatus == 0)
        #expect(spring.findings == autumn.findings && autumn.findings.count == 1)
        #expect(autumn.text.hasSuffix("\n\nIt is not about batch autumn.\n"))
        #expect(spring.text.hasSuffix("\n\nIt is about batch spring.\n"))
    }

    @Test(
        arguments: [
            ("https://fruta.example/store/cupertino?tag=1", .wrongContent), ("https://evil.example/pay", .foreign),
            ("https://fruta.example/shop?tag=1", .unregistered),
        ] as [(String, FindingCode)])
    func `what a chip holds counts for the batch of the chip's own tag`(content: String, code: FindingCode) throws {
        let chain = try Chain()
        let uid = "04A1B2C3D4E5F6"
        let named = try chain.tag("1", store: "cupertino", batch: "spring")
        // Not in service, so that it is not missed, which counts for its batch anyway.
        let own = Registry.Tag(
            id: try #require(TagID("2")), batch: try #require(BatchName("autumn")),
            store: try #require(StoreID("cupertino")), placement: "door", medium: .nfc,
            url: chain.url("2", "cupertino"), life: TagLife(state: .planned, uid: ChipUID(uid)))
        let auditor = Auditor(chain.scope(tags: [named, own], deployed: false))
        auditor.intake.add(try chain.sighting(content, at: "cupertino", uid: uid))
        let outcome = auditor.outcome(keepingEveryTag: true)
        let autumn = outcome.report(batch: own.batch)
        #expect(autumn.counted.map(\.code).contains(code) && autumn.exitStatus == 2)
        #expect(outcome.report(batch: named.batch).exitStatus == 0)
    }

    @Test func `what customers' phones do not know counts for the batch of the tag with that URL`() throws {
        let chain = try Chain()
        let tags = try ["spring", "autumn"].map { try chain.tag($0, store: "cupertino", batch: $0) }
        let auditor = Auditor(chain.scope(tags: tags, deployed: false))
        auditor.intake.add(
            Registry.Confirmation(
                time: Timestamp(milliseconds: 1_795_000_000_000), url: tags[1].url, outcome: .doesNotMatch))
        let outcome = auditor.outcome(keepingEveryTag: true)
        #expect(outcome.report(batch: tags[1].batch).exitStatus == 2)
        #expect(outcome.report(batch: tags[0].batch).exitStatus == 0)
    }

    @Test func `an audit of nothing does not say that there is nothing to find`() throws {
        let chain = try Chain()
        let empty = Auditor(chain.scope())
        #expect(empty.outcome().report().text.contains("Nothing was audited: there are no sightings"))
        let bad = Auditor(chain.scope())
        try bad.intake.readSightings(
            "walk.csv", bytes: Array("time,url,uid,latitude,longitude,accuracy\nx,,,1,2,\n".utf8))
        #expect(bad.outcome().report().text.contains("Nothing was audited: every row is bad."))
        let told = Auditor(chain.scope())
        told.intake.add(
            Registry.Confirmation(
                time: Timestamp(milliseconds: 1_795_000_000_000), url: chain.url("1", "cupertino"), outcome: .inRegion))
        let report = told.outcome().report()
        #expect(report.text.contains("The confirmations give no finding.") && report.summary.confirmations == 1)
        #expect(report.text.contains("  left out    0\nconfirmations 1\ntags          0\n"), "\(report.text)")
        let fine = Auditor(chain.scope())
        fine.intake.add(try chain.sighting(chain.url("1", "cupertino"), at: "cupertino"))
        #expect(fine.outcome().report().text.contains("No findings."))
    }

    @Test func `findings are written as CSV`() throws {
        let lines = String(decoding: try outcome().report().csv, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.count == 3)
        #expect(lines[0] == "code,severity,stores,tags,message,next")
        #expect(lines[1].hasPrefix("misplaced,critical,cupertino san-francisco,\"a,1\",\"the code"))
    }

    @Test func `the map has regions, tags and a line for the misplaced one`() throws {
        let map = try json(outcome().map)
        #expect(map["type"] as? String == "FeatureCollection")
        let features = try #require(map["features"] as? [[String: Any]])
        let kinds = features.compactMap { ($0["properties"] as? [String: Any])?["kind"] as? String }
        #expect(kinds == ["region", "region", "region", "region", "tag", "tag", "finding"])
        let region = try #require(features.first)
        #expect((region["properties"] as? [String: Any])?["radius"] as? Double == 100)
        #expect((region["geometry"] as? [String: Any])?["coordinates"] as? [Double] == [-122.0322, 37.323])
        #expect((features.last?["geometry"] as? [String: Any])?["type"] as? String == "LineString")
    }
}
