import Audit
import Chips
import Geodesy
import Registry
import Testing

/// A chip that shows its UID or counts its reads gives another URL each time: it is one tag all the same.
@Suite struct `A mirrored URL` {
    private static let uid = "04A1B2C3D4E580"

    private func outcome(_ mirror: ChipMirror, shown: [String]) throws -> AuditReport {
        let chain = try Chain()
        let url = "https://fruta.example/store/cupertino?tag=t-1&u=\(mirror.placeholder)"
        let tag = Registry.Tag(
            id: try #require(TagID("t-1")), batch: try #require(BatchName("opening")),
            store: try #require(StoreID("cupertino")), placement: "door", medium: .nfc, url: url,
            life: TagLife(state: .written, uid: ChipUID(Self.uid), writtenURL: url, mirror: mirror))
        let auditor = Auditor(chain.scope(tags: [tag], deployed: false))
        let rows = shown.map {
            "2026-11-20T10:00:00Z,https://fruta.example/store/cupertino?tag=t-1&u=\($0),\(Self.uid),37.3230,-122.0322,8\n"
        }
        let text = "time,url,uid,latitude,longitude,accuracy\n" + rows.joined()
        try auditor.intake.readSightings("walk.csv", bytes: Array(text.utf8))
        return auditor.outcome(keepingEveryTag: true).report(listingTags: true)
    }

    @Test(arguments: [
        (ChipMirror.uid, [uid, uid]), (.counter, ["000001", "00000A", "FFFFFF"]),
        (.both, ["\(uid)x000001", "\(uid)x000102"]),
    ])
    func `is the tag's own, whatever the chip has put in`(mirror: ChipMirror, shown: [String]) throws {
        let report = try outcome(mirror, shown: shown)
        #expect(report.summary.tags == 1)
        #expect(report.summary.inside == 1)
        #expect(report.findings.isEmpty)
        #expect(report.tags?.map(\.url) == ["https://fruta.example/store/cupertino?tag=t-1&u=\(mirror.placeholder)"])
    }

    @Test(arguments: [
        (ChipMirror.uid, "04FFFFFFFFFF80"), (.both, "04FFFFFFFFFF80x000001"), (.uid, "04a1b2c3d4e580"),
        (.counter, "00000g"),
    ])
    func `is not the tag's when it shows another chip, or what no chip shows`(mirror: ChipMirror, shown: String) throws
    {
        let report = try outcome(mirror, shown: [shown])
        #expect(report.tags?.map(\.url) == ["https://fruta.example/store/cupertino?tag=t-1&u=\(shown)"])
    }
}
