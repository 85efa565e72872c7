import Foundation
import Notices
import Testing
import Watch

/// docs/watch.md against what a watch looks at, what is sent, and the settings.
struct DocumentedWatchTests {
    private static let page = "docs/watch.md"

    @Test func `every part is explained`() throws {
        let rows = try Repository.table(in: Self.page, after: "## What a watch looks at").map { $0[0] }
        #expect(rows == WatchPart.Kind.allCases.map(\.rawValue))
    }

    @Test func `every type of notice is explained`() throws {
        let rows = try Repository.table(in: Self.page, after: "### Webhooks").map { $0[0] }
        #expect(rows == Notice.Kind.allCases.map(\.rawValue))
    }

    @Test func `the example of the settings is taken`() throws {
        let text = try Repository.block("json", in: Self.page, after: "## Who is sent what")
        let settings = try JSONDecoder().decode(NotifySettings.self, from: Data(text.utf8))
        #expect(settings.receivers.map(\.name) == ["ops", "night"])
        #expect(settings.maximumAgeHours == 72)
        #expect(settings.receivers.map(\.least) == [.notice, .critical])
    }

    /// The credentials that the example names are those of the unit.
    @Test func `the unit has the secrets of the example`() throws {
        let text = try Repository.block("json", in: Self.page, after: "## Who is sent what")
        let unit = try Repository.text("systemd/waymark-notify.service")
        for match in text.matches(of: #/"(?:secret|password)": "([^"]+)"/#) {
            #expect(unit.contains("\nLoadCredential=\(match.1)\n"))
        }
        #expect(try Repository.text("systemd/waymark.tmpfiles").contains("d /var/spool/waymark 0770 waymark-watch"))
    }

    @Test func `the example of a notice has the members that are sent, and no others`() throws {
        let text = try Repository.block("json", in: Self.page, after: "### Webhooks")
        let example = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let notice = Notice(
            .new, id: try NoticeID(.new, of: "a", after: "b"), time: 0,
            Notice.Particulars(
                station: "s", part: "p", identity: "i", code: "c", severity: .warning, message: "m", next: "n",
                since: 0,
                run: Notice.Run(id: "r", new: 0, gone: 0, still: 0, notChecked: 0)))
        let sent = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(notice)) as? [String: Any])
        func names(_ object: [String: Any]) -> Set<String> {
            Set(
                object.flatMap { key, value in
                    [key] + ((value as? [String: Any]).map { names($0).map { "\(key).\($0)" } } ?? [])
                })
        }
        #expect(names(example) == names(sent))
    }
}
