import Audit
import Foundation
import Registry
import Testing

@Suite struct `Audit reports` {
    private func outcome(withBadRow: Bool = false) throws -> AuditOutcome {
        let chain = try Chain()
        let auditor = Auditor(chain.scope())
        auditor.add(try chain.sighting(chain.url("a,1", "cupertino"), at: "san-francisco"))
        auditor.add(try chain.sighting(chain.url("2", "san-francisco"), at: "san-francisco"))
        if withBadRow {
            let text = "time,url,uid,latitude,longitude,accuracy\n\n2026-11-19T17:10:38Z,,,1,2,3\n"
            try auditor.readSightings("walk.csv", bytes: Array(text.utf8))
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
                == ["sightings": 2, "tags": 2, "inside": 1, "outside": 1, "undecided": 0, "roaming": 0])
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
                tags        2
                  inside    1
                  outside   1
                  undecided 0
                  roaming   0
                findings    1

                1 bad row was left out.

                critical: misplaced: the code a,1 for Fruta cupertino is at Fruta san-francisco
                  tags: a,1
                  next: At Fruta san-francisco, take down the code a,1: it opens Fruta cupertino. Put it up at \
                Fruta cupertino and scan it again there.

                """)
        #expect(report.exitStatus == 3)
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
