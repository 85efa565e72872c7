import Foundation
import TestBench
import Testing
import UnixSystem

/// The report as a page, opened by a real browser.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ReportPageTests {
    private static let peers = Repository.path("Tests/Programs/EndToEndTests/Auditing/Peers")

    /// Audits on files alone and gives the path of the page.
    private func page(_ folder: TemporaryFolder, _ words: [String]) async throws -> String {
        let ending = try await RunningProgram(
            .commandLine, ["audit"] + words + ["--json", "--report", folder["report.html"]]
        ).wait()
        try #require(ending.status == .exited(2), "\(ending)")
        return folder["report.html"]
    }

    private func open(_ page: String, _ folder: TemporaryFolder, _ more: String...) async throws -> [String: Any] {
        let seen = try await Witness.python.run(["\(Self.peers)/open_report.py", page, folder.path] + more).document
        #expect(seen["ready"] as? String == "yes")
        let complaints = try #require(seen["complaints"] as? [String: [Any]])
        #expect(complaints["wrong"]?.isEmpty == true && complaints["dialogs"]?.isEmpty == true, "\(complaints)")
        #expect(complaints["asked"] as? [String] == ["file://\(page)"], "the page asks for nothing but itself")
        return seen
    }

    @Test(.needs(.pdftoppm)) func `the example walk has a map, a table, a work list and a print`() async throws {
        let folder = try TemporaryFolder()
        let page = try await page(folder, FieldTests.onFiles + ["--sightings", FieldFiles.walk])
        let seen = try await open(page, folder, "cupertino", "--print")
        #expect(seen["figures"] as? String == "1finding24tags seen24sightings2stores concerned")
        let rows = try #require(seen["rows"] as? [[String]])
        #expect(
            rows.count == 1
                && rows[0].prefix(4) == ["critical", "swapped", "Fruta Cupertino, Fruta San Francisco", "16"])
        #expect(try #require(seen["colours"] as? Int) > 20 && seen["mapMoves"] as? Bool == true)
        #expect(Set(seen["work"] as? [String] ?? []) == ["Fruta Cupertino", "Fruta San Francisco"])
        #expect(seen["boxes"] as? Int == 2)
        #expect((seen["detail"] as? String)?.contains("Next step") == true)
        let print = try await printed(folder)
        #expect(print.count == 1)
        #expect(["Location audit", "What is wrong", "Work list", "Fruta San Francisco"].allSatisfy(print[0].contains))
    }

    @Test func `a store whose identifier two deployments use stands there with its deployment`() async throws {
        try await TestStation.run { station in
            for name in ["fruta", "brightegg"] {
                try await station.waymark("deployment", "load", Repository.path("tags/\(name)"))
            }
            let page = station.folder["report.html"]
            try await station.waymark("audit", "--sightings", FieldFiles.walk, "--report", page, expecting: 2)
            let seen = try await open(page, station.folder, "cupertino")
            let rows = try #require(seen["rows"] as? [[String]])
            #expect(rows.map { $0[2] } == ["Fruta Cupertino · fruta, Fruta San Francisco"])
        }
    }

    @Test(arguments: [360, 768, 1_280, 2_560])
    func `what is wrong and the next step are read without scrolling sideways`(width: Int) async throws {
        let folder = try TemporaryFolder()
        let report = try await self.page(folder, FieldTests.onFiles + ["--sightings", FieldFiles.walk])
        let page = try await RemotePage(folder: folder)
        try await page.size(width, 800)
        try await page.go("file://\(report)")
        try await page.until("document.querySelector('#rows tr')")
        #expect(try await page.run("document.documentElement.scrollWidth") as? Int ?? 0 <= width)
        for column in [5, 6] {
            let right = "document.querySelector('#rows td:nth-child(\(column))').getBoundingClientRect().right"
            #expect(try await page.run("Math.ceil(\(right))") as? Int ?? .max <= width, "column \(column)")
        }
        let order = "document.querySelector('#rows td:nth-child(6)').textContent.length > 10"
        #expect(try await page.run(order) as? Bool == true)
    }

    /// The text of each page of the print.
    private func printed(_ folder: TemporaryFolder) async throws -> [String] {
        let ending = try await RunningProgram(path: "pdftotext", ["-layout", folder["report.pdf"], "-"]).wait()
        try #require(ending.status == .exited(0), "\(ending)")
        return ending.output.split(separator: "\u{C}").map(String.init)
    }

    @Test(.needs(.pdftoppm))
    func `five thousand findings are a page under three megabytes that sorts, filters and prints`() async throws {
        let folder = try TemporaryFolder()
        _ = try await Witness.python.run(["\(Self.peers)/make_chain.py", folder.path])
        let words = [
            "--stores", folder["stores.csv"], "--experiences", folder["experiences.csv"], "--tags", folder["tags.csv"],
            "--template", TestStation.template, "--sightings", folder["walk.csv"],
        ]
        let page = try await page(folder, words)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int)
        #expect(size < 3_000_000)
        let seen = try await open(page, folder, "s0012 misplaced")
        #expect((seen["shown"] as? String)?.hasPrefix("5,") == true)
        let found = try #require(seen["found"] as? [[String]])
        #expect(found.count == 1 && found[0][1] == "misplaced")
        let counts = try #require(seen["by tags"] as? [[String]]).compactMap { Int($0[3]) }
        #expect(counts.count >= 100 && counts == counts.sorted())
        #expect(seen["sorted"] as? String == "ascending")
        let stores = try #require(seen["by stores"] as? [[String]]).map { $0[2] }
        #expect(stores.count >= 100 && stores.prefix(100).allSatisfy { $0.hasPrefix("Fruta Atlanta") })
        // Counted by kind, and then the work list of each store: a row for each finding as well takes 70 sheets.
        _ = try await open(page, folder, "Berlin", "--print-found")
        let print = try await printed(folder)
        #expect((2..<15).contains(print.count))
        #expect(print[0].contains("277 findings of 5,068 printed"))
        #expect(print[0].contains("Findings by kind") && !print[0].contains("What is wrong"))
        let last = try #require(print.last).filter { !$0.isWhitespace }
        #expect(last.hasSuffix("\(print.count)/\(print.count)"))
    }

    @Test(.needs(.pdftoppm)) func `a print has what the filters show`() async throws {
        let folder = try TemporaryFolder()
        let walk = try String(contentsOfFile: FieldFiles.walk, encoding: .utf8)
        let foreign = "2026-11-19T17:10:38Z,https://gifts.example/win,,37.3230,-122.0322,9,phone,x\n"
        let page = try await page(
            folder, FieldTests.onFiles + ["--sightings", try folder.write(walk + foreign, to: "walk.csv")])
        _ = try await open(page, folder, "gifts.example", "--print-found")
        let print = try await printed(folder).joined()
        #expect(print.contains("1 finding of 2 printed") && print.contains("gifts.example"))
        #expect(!print.contains("mixed up") && !print.contains("take down the 8 codes"))
    }

    @Test func `names and URLs that are markup stay text`() async throws {
        let folder = try TemporaryFolder()
        let script = "<script>window.harm = 1; alert(1)</script>"
        let image = "</script><img src=x onerror='window.harm = 2'>"
        try folder.write(
            "store,name,latitude,longitude,radius\na,\"\(script)\",37.3230,-122.0322,120\n"
                + "b,\"\(image)\",37.7793,-122.4193,120\n", to: "stores.csv")
        try folder.write(
            "url,title,subtitle,action\nhttps://fruta.example/store/,Fruta,Order,open\n", to: "experiences.csv")
        try folder.write(
            "time,url,uid,latitude,longitude,accuracy\n"
                + "2026-11-19T17:10:38Z,https://fruta.example/store/a?tag=t1,,37.7793,-122.4193,9\n"
                + "2026-11-19T17:10:38Z,javascript:alert(1)//<!--<script>,,37.3230,-122.0322,9\n"
                + "2026-11-19T17:11:38Z,\"https://x.example/\(image)\",,37.3230,-122.0322,9\n", to: "walk.csv")
        let page = try await page(
            folder,
            [
                "--stores", folder["stores.csv"], "--experiences", folder["experiences.csv"], "--template",
                TestStation.template, "--sightings", folder["walk.csv"],
            ])
        let seen = try await open(page, folder, "script")
        #expect(seen["harm"] is NSNull && seen["scripts"] as? Int == 3)
        #expect((seen["rows"] as? [[String]])?.contains { $0[2].contains(script) } == true)
        #expect((seen["work"] as? [String])?.contains(script) == true)
    }

    @Test func `a plan's checklist names each store with its tags, as a page and as CSV that a plan is read from`()
        async throws
    {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let (page, table) = (station.folder["list.html"], station.folder["list.csv"])
            let words = ["audit", "plan", "--batch", "fruta-qr", "--limit", "1%", "--report", page, "--report", table]
            try await station.waymark(words)
            let html = try station.folder.text("list.html")
            let rows = try station.folder.text("list.csv").split(separator: "\r\n")
            #expect(html.contains("<h2>Fruta Cupertino</h2>") && html.contains("<td>q-cu-01</td>"))
            #expect(html.components(separatedBy: "type=\"checkbox\"").count == rows.count && !html.contains("<script"))
            #expect(rows.count > 20)
            #expect(rows[0] == "store,name,address,placement,tag,medium,seen,note,batch,limit,confidence")
            let walk = try station.folder.write(try Walk().text(), to: "walk.csv")
            let ending = try await station.waymark("audit", "--sightings", walk, "--plan", table)
            #expect(ending.output.contains("batch fruta-qr is accepted"))
        }
    }
}
