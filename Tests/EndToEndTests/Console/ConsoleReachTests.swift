import Foundation
import ReaderEmulator
import TestBench
import Testing

/// Everybody can use the console: with a keyboard alone, on a telephone, in the dark, in Korean, with a screen reader.
@Suite(
    .needs(Witness(name: "chromium", package: "chromium")), .needs(.python), .serialized, .timeLimit(.minutes(10)))
struct ConsoleReachTests {
    private static let views = [
        "bench", "batches", "batches/fruta-nfc", "batches/fruta-qr", "audit", "stores", "stores/experiences", "readers",
        "journal",
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

    @Test(arguments: ["light", "dark"], ["en", "ko"])
    func `every view fits a telephone, has contrast, landmarks and names, and no text is missing`(
        theme: String, language: String
    ) async throws {
        try await ConsoleStation.run { console in
            _ = try await console.station.addReader("bench-1")
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let page = console.page
            try await console.logIn()
            try await page.fill("#language", language)
            try await page.fill("#theme", theme)
            try await page.until("document.documentElement.dataset.theme === '\(theme)'")
            #expect(try await page.text("document.documentElement.lang") == language)
            let look = try String(
                contentsOfFile: Repository.path("Tests/EndToEndTests/Console/Peers/look.js"), encoding: .utf8)
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
