import Foundation
import TestBench
import Testing
import UnixSystem

/// From a batch to paper: what is on the page is what was asked for, where it was asked for, once.
@Suite(.timeLimit(.minutes(10)), .needs(.pdftoppm)) struct SheetTests {
    private static let deployment = Repository.path("tags/fruta")

    /// The URLs that the labels of `fruta-qr` must carry, in the order of its file.
    private static func urls() throws -> [String] {
        let file = try String(contentsOfFile: "\(deployment)/batches/fruta-qr.csv", encoding: .utf8)
        return file.split(separator: "\n").dropFirst().map { row in
            let fields = row.split(separator: ",")
            // One sign has a URL of its own, with a value for the App Clip.
            return fields.count > 4 ? String(fields[4]) : "https://fruta.example/store/\(fields[1])?tag=\(fields[0])"
        }
    }

    @Test(.needs(.reader)) func `every label of a batch carries its URL at its place`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.deployment)
            let pdf = station.folder["fruta.pdf"]
            let sheet = try await station.waymark("sheet", "fruta-qr", "--stock", "22805", "--output", pdf)
            #expect(sheet.output.hasPrefix("24 labels on 1 page of 22805, every symbol decoded"))
            let page = try await SheetPage.draw(1, of: pdf, in: station.folder)
            let urls = try Self.urls()
            #expect(try page.labels() == urls)
            #expect(try await page.labelsByZXing() == urls)
            let summary = try await station.waymark("batch", "show", "fruta-qr", "--json").document
            let tags = try #require((summary["batch"] as? [String: Any])?["tags"] as? [[String: Any]])
            #expect(tags.allSatisfy { $0["state"] as? String == "printed" })
        }
    }

    @Test func `a part-used sheet is filled from its first free label`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.deployment)
            let pdf = station.folder["fruta.pdf"]
            let sheet = try await station.waymark(
                "sheet", "fruta-qr", "--stock", "22805", "--output", pdf, "--start", "11", "--json")
            let report = try #require(sheet.document["sheet"] as? [String: Any])
            #expect(report["pages"] as? Int == 2 && report["nextStart"] as? Int == 11)
            let first = try await SheetPage.draw(1, of: pdf, in: station.folder).labels()
            let second = try await SheetPage.draw(2, of: pdf, in: station.folder).labels()
            let urls = try Self.urls().map(Optional.some)
            let free = [String?](repeating: nil, count: 10)
            #expect(first == free + urls.prefix(14))
            #expect(second.prefix(10) == urls.suffix(10))
            #expect(second.dropFirst(10).allSatisfy { $0 == nil })
        }
    }

    @Test(.needs(.curl), .needs(.sha256sum)) func `the journal knows the sheet by the digest of its PDF`() async throws
    {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.deployment)
            let pdf = station.folder["fruta.pdf"]
            try await station.waymark(
                "sheet", "fruta-qr", "--stock", "22805", "--output", pdf, station.folder["fruta.png"])
            let entry = try #require(try await station.journal("sheet-made").first)
            let digest = try await Witness.sha256sum.run([pdf]).output.prefix(64)
            #expect(entry["digest"] as? String == String(digest))
            #expect(entry["batch"] as? String == "fruta-qr" && entry["stock"] as? String == "22805")
            let cells = try #require(entry["cells"] as? [[String: Any]])
            #expect(cells.map { $0["position"] as? Int } == (1...24).map(Optional.some))
            #expect(cells.first?["tag"] as? String == "q-cu-01" && cells.first?["page"] as? Int == 1)
            let picture = try Data(contentsOf: URL(filePath: station.folder["fruta.png"]))
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func `labels are printed once unless asked for again`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.deployment)
            let pdf = station.folder["fruta.pdf"]
            let words = ["sheet", "fruta-qr", "--stock", "22805", "--output", pdf]
            #expect(try await station.start(words).wait().status == .exited(0))
            let before = try Data(contentsOf: URL(filePath: pdf))
            let complaint = try await station.refuses(words)
            #expect(complaint.reasons.joined().contains("was printed before"))
            #expect(try Data(contentsOf: URL(filePath: pdf)) == before)
            #expect(try await station.start(words + ["--again"]).wait().status == .exited(0))
        }
    }

    @Test func `a spoiled label is printed alone and a retired one is left out`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.deployment)
            try await station.waymark("tag", "retire", "q-cu-01", "--reason", "counter removed")
            let pdf = station.folder["fruta.pdf"]
            let words = ["sheet", "fruta-qr", "--stock", "22805", "--output", pdf]
            #expect(try await station.start(words).wait().status == .exited(0))
            let urls = try Self.urls()
            let labels = try await SheetPage.draw(1, of: pdf, in: station.folder).labels()
            #expect(labels == urls.dropFirst().map(Optional.some) + [nil])
            try await station.waymark("tag", "replace", "q-cu-03", "--reason", "torn")
            let ending = try await station.start(words).wait()
            #expect(ending.errors == "printed before and left out: 22 labels\n")
            let alone = try await SheetPage.draw(1, of: pdf, in: station.folder).labels()
            #expect(alone == [urls[2]] + [String?](repeating: nil, count: 23))
        }
    }

    @Test func `a file is printed without a daemon`() async throws {
        let folder = try TemporaryFolder()
        let pdf = folder["signs.pdf"]
        let ending = try await RunningProgram(
            .commandLine,
            [
                "sheet", "--from", "\(Self.deployment)/batches/fruta-qr.csv", "--stores",
                "\(Self.deployment)/stores.csv",
                "--template", TestStation.template, "--stock", "22805", "--output", pdf, "--socket", folder["none"],
            ]
        ).wait()
        #expect(ending.status == .exited(0), "\(ending)")
        let urls = try Self.urls()
        #expect(try await SheetPage.draw(1, of: pdf, in: folder).labels() == urls)
    }

    @Test func `the same input and SOURCE_DATE_EPOCH give the same bytes`() async throws {
        let folder = try TemporaryFolder()
        var files: [Data] = []
        for name in ["first", "second"] {
            let ending = try await RunningProgram(
                .commandLine,
                [
                    "sheet", "--from", "\(Self.deployment)/batches/fruta-qr.csv", "--template", TestStation.template,
                    "--stock", "22805", "--output", folder["\(name).pdf"], folder["\(name).png"],
                ], environment: ["SOURCE_DATE_EPOCH": "1700000000"]
            ).wait()
            #expect(ending.status == .exited(0), "\(ending)")
            for type in ["pdf", "png"] { files.append(try Data(contentsOf: URL(filePath: folder["\(name).\(type)"]))) }
        }
        #expect(files[0] == files[2] && files[1] == files[3])
    }
}
