import Foundation
import TestBench
import Testing

/// Putting a finding right from the console.
@Suite(.needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleRepairTests {
    private func open(_ console: ConsoleStation) async throws {
        try await console.page.until("document.querySelectorAll('.finding').length === 1")
        try await console.page.click(".finding")
        try await console.page.until("document.querySelector('.detail .forms')")
    }

    @Test(.needs(.pdftotext), .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"))
    func `has the order, who has it in hand, and pictures that were made small`() async throws {
        try await ConsoleStation.run { console in
            let (page, station) = (console.page, console.station)
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await station.waymark("audit", "--sightings", FieldFiles.walk, expecting: 2)
            try await console.logIn("provision")
            try await page.fill("#language", "de")
            try await console.show("audit")
            try await open(console)
            try await page.click(".forms details:nth-child(1) summary")
            try await page.until("document.querySelector('.forms select').options.length > 5")
            try await page.click(".forms details:nth-child(1) button")
            try await page.until("document.querySelector('.forms .good a')")
            try await page.until("document.querySelector('.forms img').naturalWidth > 200")
            try await page.click(".forms .good a")
            let path = try await page.download()
            let words = try await Witness.pdftotext.run(["-l", "1", "-layout", path, "-"]).output
            #expect(words.contains("Arbeitsauftrag") && words.contains("Bei Fruta Cupertino"), "\(words.prefix(400))")
            #expect(try await station.journal("sheet-made").count == 1)

            try await page.click(".forms details:nth-child(2) summary")
            try await page.fill(".forms details:nth-child(2) input", "Kim")
            try await page.click(".forms details:nth-child(2) button")
            try await page.until("document.querySelector('.repair')?.innerText.includes('Kim')")
            #expect(try await station.journal("finding-assigned").map { $0["person"] as? String } == ["Kim"])

            // A phone's photograph: large, and with the place where it was taken.
            let photograph = station.folder["IMG_0001.jpg"]
            _ = try await PicturePeers.run("photograph_with_place", photograph)
            try await page.click(".forms details:nth-child(3) summary")
            try await page.fill(".forms details:nth-child(3) input", "Kim")
            try await page.fill(".forms details:nth-child(3) textarea", "both boxes exchanged")
            try await page.choose([photograph], in: ".forms details:nth-child(3) .field:nth-of-type(4) input")
            try await page.click(".forms details:nth-child(3) button")
            // Upright: its EXIF turned it.
            try await page.until("document.querySelector('.repair img')?.naturalHeight === 480")
            #expect(try await page.run("document.querySelector('.repair img').naturalWidth") as? Int == 360)
            let shown = try await station.waymark("finding", "show", "1", "--json")
            let repair = (shown.document["finding"] as? [String: Any])?["repair"] as? [String: Any]
            let work = try #require(repair?["work"] as? [String: Any])
            #expect(work["note"] as? String == "both boxes exchanged" && work["after"] != nil && work["before"] == nil)
            try await console.expectNoComplaints()
        }
    }
}
