import Foundation
import ReaderEmulator
import TestBench
import Testing

/// Everybody can use the console: with a keyboard alone, on a phone, in the dark, in Korean, with a screen reader.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleReachTests {
    private static let views = [
        "bench", "batches", "batches/fruta-nfc", "batches/fruta-qr", "audit", "phones", "stores", "stores/experiences",
        "readers", "journal",
    ]

    @Test func `a keyboard is enough: log in, find the batch, write it, pause it`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.station.addReader("bench-1")
            try await console.station.createBatch("a", tags: 2)
            let token = try await console.makeToken("provision")
            let page = console.page
            try await page.go(console.address)
            #expect(try await page.text("document.activeElement.name") == "secret", "the focus is where one types")
            for sign in token { try await page.press(String(sign)) }
            try await page.press("Enter")
            try await page.until("document.querySelector('.choice')")
            try await page.press("2")
            try await page.until("document.querySelector('main.batches td a')")
            try await tab(to: "main td a", on: page)
            try await page.press("Enter")
            try await page.until("document.querySelector('.panel .primary:not(:disabled)')")
            try await tab(to: ".panel .primary", on: page)
            try await page.press("Enter")
            try await console.until(lane: "waiting")
            reader.antenna.insert(ConsoleStation.chip(1))
            try await console.until(lane: "done")
            try await page.press("p")
            try await page.until("document.querySelector('.ending')?.dataset.state === 'paused'")
            try await page.press("?")
            try await page.until("document.querySelector('dialog[open]')")
            try await page.press("Escape")
            try await page.until("!document.querySelector('dialog')")
        }
    }

    /// What happens at the station draws a list anew, with the focus where it was.
    @Test func `the focus stays where it is while lists are drawn anew`() async throws {
        try await ConsoleStation.run { console in
            try await console.station.createBatch("a", tags: 2)
            try await console.station.createBatch("b", tags: 2)
            let page = console.page
            try await console.logIn()
            try await console.show("batches")
            try await page.until("document.querySelectorAll('main td a').length === 2")
            try await page.run("document.querySelectorAll('main td a')[1].focus()")
            for (action, count) in [("pause", 1), ("resume", 0)] {
                try await console.station.waymark("batch", action, "a")
                try await page.until("document.querySelectorAll('.badge[data-kind=paused]').length === \(count)")
                #expect(try await page.text("document.activeElement.textContent") == "b", "after \(action)")
            }
        }
    }

    /// Goes on with Tab until the focus is on what is looked for, and is seen there.
    private func tab(to selector: String, on page: RemotePage) async throws {
        for _ in 0..<60 {
            try await page.press("Tab")
            let there = try await page.run("document.activeElement.matches('\(selector)')") as? Bool ?? false
            guard there else { continue }
            let outline = try await page.text("getComputedStyle(document.activeElement).outlineStyle")
            #expect(outline != "none", "the focus on \(selector) is seen")
            return
        }
        Issue.record("Tab does not lead to \(selector)")
    }

    /// In French the way out was beyond the edge.
    @Test func `no view is wider than a phone, in any language`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await console.logIn()
            try await page.size(360, 800)
            for language in ["en", "ko", "ja", "es", "de", "fr"] {
                try await page.fill("#language", language)
                try await page.until("document.documentElement.lang === '\(language)'")
                for view in [
                    "bench", "batches", "batches/fruta-nfc", "audit", "phones", "stores", "readers", "journal",
                ] {
                    try await console.show(view)
                    let width = try await page.run("document.documentElement.scrollWidth") as? Int
                    #expect(try #require(width) <= 360, "\(view), \(language)")
                }
            }
        }
    }

    @Test(arguments: [360, 768, 1_280, 2_560])
    func `long names neither break identifiers nor make columns collapse`(width: Int) async throws {
        try await ConsoleStation.run { console in
            let station = console.station
            let stores = try station.folder.write(
                "store,name,latitude,longitude,radius\nstore-with-a-long-identifier-01,"
                    + "Konditorei & Café zum Goldenen Löffel am Viktualienmarkt (Untergeschoss),37.3,-122,120\n",
                to: "stores.csv")
            let experiences = try station.folder.write(
                "url,title,subtitle,action\nhttps://f.example/,Fruta,Order a smoothie,open\n", to: "experiences.csv")
            let batch = try station.folder.write(
                "tag,store,placement,medium,url\nn-tag-with-a-long-identifier-00001,store-with-a-long-identifier-01,"
                    + "table 7 beside the window on the mezzanine,nfc,https://f.example/store/store-with-a-long-identifier-01"
                    + "?tag=n-tag-with-a-long-identifier-00001\n", to: "batch.csv")
            try await station.waymark("store", "import", stores)
            try await station.waymark("experience", "import", experiences)
            try await station.waymark("batch", "create", "a", "--from", batch)
            try await console.logIn()
            try await console.page.size(width, 900)
            for view in ["batches/a", "stores"] {
                try await console.show(view)
                try await console.page.until("document.querySelector('td.id')")
                #expect(
                    try await console.page.run("document.documentElement.scrollWidth") as? Int ?? 0 <= width, "\(view)")
                let widths =
                    try await console.page.run(
                        "['td.id', 'td.name'].map((cell) => Math.floor(document.querySelector(cell).clientWidth))")
                    as? [Int]
                #expect(try #require(widths).allSatisfy { $0 >= 140 }, "\(view): \(widths ?? [])")
                guard width > 640 else { continue }
                // One line: the identifier's own box is no higher than a line.
                let lines =
                    try await console.page.run(
                        """
                        (() => {
                          const cell = document.querySelector('td.id a, td.id code');
                          return cell.getClientRects().length;
                        })()
                        """) as? Int
                #expect(lines == 1, "\(view): an identifier is broken")
            }
        }
    }

    @Test(arguments: ["light", "dark"], ["en", "ko"])
    func `every view fits a phone, has contrast, landmarks and names, and no text is missing`(
        theme: String, language: String
    ) async throws {
        try await ConsoleStation.run { console in
            _ = try await console.station.addReader("bench-1")
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let page = console.page
            try await console.logIn()
            try await page.fill("#language", language)
            // Its texts come over the network.
            try await page.until("document.documentElement.lang === '\(language)'")
            try await page.fill("#theme", theme)
            try await page.until("document.documentElement.dataset.theme === '\(theme)'")
            let look = try String(
                contentsOfFile: Repository.path("Tests/Programs/EndToEndTests/Console/Peers/look.js"), encoding: .utf8)
            for (width, height) in [(390, 844), (1_366, 900)] {
                try await page.size(width, height)
                for view in Self.views {
                    try await console.show(view)
                    let found = try #require(try await page.run(look) as? [String: Any])
                    let place = "\(view), \(width) wide, \(theme), \(language)"
                    #expect(found["faint"] as? [String] == [], "\(place)")
                    #expect(found["nameless"] as? [String] == [], "\(place)")
                    #expect(found["keys"] as? [String] == [], "\(place)")
                    #expect((found["width"] as? Int ?? 0) <= width, "\(place)")
                    #expect(found["landmarks"] as? [String] == ["HEADER", "NAV", "MAIN"], "\(place)")
                    #expect(found["headings"] as? Int == 1, "\(place)")
                }
            }
            if language == "ko" {
                #expect(try await page.text("document.querySelector('.top nav').textContent").contains("작업대"))
            }
            try await console.expectNoComplaints()
        }
    }
}
