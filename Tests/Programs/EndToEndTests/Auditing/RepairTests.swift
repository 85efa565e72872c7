import Foundation
import TestBench
import Testing

/// From a swap to the scans that prove that it was put right.
@Suite(.timeLimit(.minutes(10))) struct RepairTests {
    private static let fruta = Repository.path("tags/fruta")
    private static let mixedUp = "\(fruta)/walks/mixed-up-printouts.csv"

    /// The walk where every sign is right, of some stores only, later than the mixed-up one.
    private func walk(_ station: TestStation, through store: String?, at time: String) throws -> String {
        let rows = try Walk().text().split(separator: "\n").enumerated().compactMap { number, row -> String? in
            guard number > 0 else { return String(row) }
            guard store.map({ row.contains("/\($0)?") || row.contains("/\($0)/") }) ?? true else { return nil }
            return "\(time)," + row.split(separator: ",", maxSplits: 1)[1]
        }
        try #require(rows.count > 2)
        return try station.folder.write(rows.joined(separator: "\n") + "\n", to: "\(store ?? "all").csv")
    }

    private func finding(_ station: TestStation) async throws -> [String: Any] {
        let shown = try await station.waymark("finding", "show", "1", "--json")
        return try #require(shown.document["finding"] as? [String: Any])
    }

    @Test(.needs(.pdftoppm), .needs(.reader), .needs(.pdftotext), .needs(.sha256sum))
    func `is ordered, assigned, reported, and proven by scans where the signs belong`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            try await station.waymark("audit", "--sightings", Self.mixedUp, expecting: 2)
            let pdf = station.folder["order.pdf"]
            try await station.waymark(
                "finding", "assign", "1", "--to", "Kim")
            let made = try await station.waymark(
                "finding", "order", "1", "--stock", "22805", "--output", pdf, "--json")
            let order = try #require(made.document["order"] as? [String: Any])
            let labels = try #require(order["labels"] as? [[String: Any]])
            let tags = try #require(try await finding(station)["tags"] as? [String])
            #expect(Set(labels.compactMap { $0["tag"] as? String }) == Set(tags) && !tags.isEmpty)

            // A stranger reads the labels: each has the content that the registry plans for its tag.
            let sheet = try #require(made.document["sheet"] as? [String: Any])
            let pages = try #require(sheet["pages"] as? Int)
            var read: [String] = []
            let cells = try #require(sheet["cells"] as? [[String: Any]])
            let first = try #require(cells.compactMap { $0["page"] as? Int }.min())
            #expect(first > 1, "words come first")
            for number in first...pages {
                read += try await SheetPage.draw(number, of: pdf, in: station.folder).labelsByZXing().compactMap(\.self)
            }
            var planned: [String] = []
            for tag in tags {
                let shown = try await station.waymark("tag", "show", tag, "--json")
                planned.append(try #require((shown.document["tag"] as? [String: Any])?["url"] as? String))
            }
            #expect(Set(read) == Set(planned) && read.count == planned.count)
            let words = try await Witness.pdftotext.run(["-l", "\(first - 1)", "-layout", pdf, "-"]).output
            for expected in ["Work order", "Kim", "At Fruta Cupertino", "At Fruta San Francisco", tags[0]] {
                #expect(words.contains(expected), "\(expected)")
            }
            let digest = try await Witness.sha256sum.run([pdf]).output.prefix(64)
            #expect(try await station.journal("sheet-made").allSatisfy { $0["digest"] as? String == String(digest) })

            let reported = try await station.waymark("finding", "done", "1", "--by", "Kim", "--note", "labels changed")
            #expect(reported.output.contains("by Kim") && reported.output.contains("labels changed"))
            // One store is not both.
            let half = try walk(station, through: "cupertino", at: "2026-11-20T09:00:00Z")
            try await station.waymark("audit", "--sightings", half, expecting: nil)
            let open = try await finding(station)
            #expect(open["state"] as? String != "resolved")
            let proven = try #require((open["repair"] as? [String: Any])?["proven"] as? [String])
            #expect(!proven.isEmpty && proven.count < tags.count)
            let all = try walk(station, through: nil, at: "2026-11-20T10:00:00Z")
            try await station.waymark("audit", "--sightings", all, expecting: nil)
            #expect(try await finding(station)["state"] as? String == "resolved")
            let shown = try await station.waymark("finding", "show", "1")
            #expect(shown.output.contains("\(tags.count) of \(tags.count) tags scanned where they belong"))
            let refused = try await station.refuses(["finding", "order", "1", "--output", pdf])
            #expect(refused.reasons == ["it is resolved"])
        }
    }

    @Test func `an order says what is missing before it makes anything`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            try await station.waymark("audit", "--sightings", Self.mixedUp, expecting: 2)
            let pdf = station.folder["order.pdf"]
            let nowhere = try await station.waymark("finding", "order", "1", expecting: 64)
            #expect(nowhere.errors.contains("there is no --output"))
            let stockless = try await station.waymark("finding", "order", "1", "--output", pdf, expecting: 64)
            #expect(stockless.errors.contains("to print, and no stock is named"))
            let unknown = try await station.waymark("finding", "order", "99", "--json", expecting: 1)
            #expect(unknown.errors.contains("unknown-finding"))
            #expect(try await station.journal("sheet-made").isEmpty)
            // Labels that travel need no stock: words on paper.
            let sent = try await station.waymark("finding", "order", "1", "--send-labels", "--output", pdf)
            #expect(sent.output.contains("2 boxes to send, 0 labels to print again"))
            #expect(try await station.journal("sheet-made").isEmpty)
            // What was looked at is made without a daemon, and not put on record.
            let saved = try station.folder.write(
                try await station.waymark("finding", "order", "1", "--json").output, to: "order.json")
            try await station.waymark(
                "finding", "order", "--from", saved, "--stock", "L7120", "--language", "ko", "--output", pdf)
            #expect(try await station.journal("sheet-made").isEmpty)
            let picture = try station.folder.write("not a picture", to: "x.jpg")
            let wrong = try await station.waymark("finding", "done", "1", "--after", picture, expecting: 64)
            #expect(wrong.errors.contains("not a JPEG file"))
        }
    }
}
