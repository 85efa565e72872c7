import Foundation
import TestBench
import Testing
import UnixSystem

/// Photographs and tracks that are given to the page.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleIntakeTests {
    @Test(.enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"))
    func `photographs are audited, and one that holds nothing is counted with its reason`() async throws {
        try await ConsoleStation.run { console in
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let folder = console.station.folder
            let field = try FieldFiles()
            let photographs = try await field.photographs(in: folder)
            let ending = try await RunningProgram(
                path: PicturePeers.python,
                [
                    "-c", "import sys; from PIL import Image; Image.new('L', (400, 300), 255).save(sys.argv[1])",
                    folder["sky.jpg"],
                ]
            ).wait()
            try #require(ending.status == .exited(0), "\(ending)")
            let other = try folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], to: "sign.png")
            try await console.logIn("provision")
            try await console.show("audit")
            let page = console.page
            try await page.choose(photographs + [folder["sky.jpg"], other], in: ".anew input[type=file]")
            try await page.click(".anew button")
            try await page.until("document.querySelectorAll('.finding').length === 1")
            #expect(try await console.text.contains("16 outside"))
            let files =
                try await page.run(
                    "[...document.querySelectorAll('.files li')].map((line) => line.textContent)") as? [String]
            let lines = try #require(files)
            #expect(lines.count == photographs.count + 2, "\(lines)")
            #expect(lines.count { $0.contains("4 sightings") } == photographs.count, "\(lines)")
            #expect(lines.contains { $0.hasPrefix("sky.jpg") && $0.contains("has no position") }, "\(lines)")
            #expect(lines.contains { $0.hasPrefix("sign.png") && $0.contains("is refused") }, "\(lines)")
            #expect(try await console.text.contains("1 bad row was left out"))
            #expect(try await console.text.contains("sky.jpg: its EXIF has no position"))
            try await console.expectNoComplaints(allowing: [422])
        }
    }

    @Test(.enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"))
    func `a ZIP of photographs is audited, and a workbook is still a table`() async throws {
        try await ConsoleStation.run { console in
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let folder = console.station.folder
            let photographs = try await FieldFiles().photographs(in: folder)
            let script =
                "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], 'w'); [z.write(f, f.rsplit('/', 1)[1]) for f in sys.argv[2:]]"
            let ending = try await RunningProgram(
                path: PicturePeers.python, ["-c", script, folder["walk.zip"]] + photographs
            ).wait()
            try #require(ending.status == .exited(0), "\(ending)")
            try await console.logIn("provision")
            try await console.show("audit")
            let page = console.page
            try await page.choose([folder["walk.zip"]], in: ".anew input[type=file]")
            try await page.click(".anew button")
            try await page.until("document.querySelectorAll('.finding').length === 1")
            #expect(try await console.text.contains("24 sightings"))
            try await console.expectNoComplaints()
        }
    }

    @Test func `a GPX track is audited, with an accuracy for what tells none`() async throws {
        try await ConsoleStation.run { console in
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let bare = try FieldFiles().gpx.replacing(#/<w:accuracy>[^<]*<\/w:accuracy>/#, with: "")
            let track = try console.station.folder.write(bare, to: "walk.gpx")
            try await console.logIn("provision")
            try await console.show("audit")
            let page = console.page
            try await page.choose([track], in: ".anew input[type=file]")
            try await page.click(".anew button")
            try await page.until("document.querySelector('main .notice ul')")
            #expect(try await console.text.contains("walk.gpx: waypoint 1: "), "bad rows are told by the waypoint")
            #expect(try await page.run("document.querySelectorAll('.finding').length") as? Int == 0)
            try await page.run("document.querySelector('.anew').open = true")
            try await page.fill(".anew input[type=number]", "20")
            try await page.click(".anew button")
            try await page.until("document.querySelectorAll('.finding').length === 1")
            #expect(try await console.text.contains("24 sightings"))
            try await console.expectNoComplaints()
        }
    }
}
