import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// The console in a real browser, on a real daemon with an emulated reader.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleTests {
    @Test func `a batch is started at the bench, written, and watched live`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.startBatch(tags: 2)
            try await console.page.until("document.querySelector('.where').textContent === 'table 1'")
            // A page may sound once somebody has touched it.
            try await console.page.press("x")
            #expect(
                try await console.page.text("document.querySelector('.sign .store').textContent") == "Fruta Cupertino")

            reader.antenna.insert(ConsoleStation.chip(1))
            try await console.until(lane: "done")
            try await console.page.until("document.documentElement.dataset.sound === 'done'")
            try await console.page.until("document.querySelector('.where').textContent === 'table 2'")
            #expect(try await console.page.text("document.querySelector('.tallies .good dd').textContent") == "1")

            reader.antenna.insert(
                .carrying("https://www.example.com/menu", .ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 2)))
            try await console.until(lane: "failed")
            try await console.page.until("document.documentElement.dataset.sound === 'failed'")
            let advice = try await console.page.text("document.querySelector('.band span').textContent")
            #expect(advice == "It is not blank. Take a blank tag.")
            #expect(try await console.page.text("document.querySelector('.tallies .bad dd').textContent") == "1")

            reader.antenna.insert(ConsoleStation.chip(3))
            try await console.page.until("document.querySelector('.ending')?.dataset.state === 'done'")
            let tags = try await StationAPI(socket: console.station.socket).tags(of: "a")
            #expect(tags.map(\.state) == ["written", "written"])
            try await console.expectNoComplaints()
        }
    }

    @Test func `a batch is paused, gone on with, skipped in and redone with large buttons`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.startBatch(tags: 3)
            try await console.page.until("document.querySelector('.where')?.textContent === 'table 1'")
            try await console.page.click(".big.skip")
            try await console.page.until("document.querySelector('.where').textContent === 'table 2'")
            #expect(try await console.text.contains("Left for later: a1"))
            reader.antenna.insert(ConsoleStation.chip(1))
            try await console.page.until("document.querySelector('.where').textContent === 'table 3'")
            try await console.page.click(".big.redo")
            try await console.page.until("document.querySelector('.where').textContent === 'table 2'")
            try await console.page.click(".big.pause")
            try await console.page.until("document.querySelector('.ending')?.dataset.state === 'paused'")
            #expect(try await console.station.waymark("batch", "list").output.contains("paused"))
            try await console.page.click(".ending .primary")
            try await console.page.until("document.querySelector('.lane .where')?.textContent.startsWith('table')")
            try await console.expectNoComplaints()
        }
    }

    @Test func `a batch that locks its chips says so, and is written once its name is typed`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.station.addReader("bench-1")
            try await console.station.createBatch("a", tags: 2)
            try await console.station.waymark("batch", "rules", "a", "--protect", "lock")
            reader.antenna.insert(ConsoleStation.chip(1))
            try await console.logIn("provision")
            let page = console.page
            let words = "Each chip is locked for ever after its read-back."
            try await page.until("document.querySelector('.choice .rules')?.innerText.includes('\(words)')")
            // Both places where a job can be started.
            for (view, start) in [("bench", ".choice .primary"), ("batches/a", ".panel .primary")] {
                try await console.show(view)
                try await page.until("document.querySelector('.rules [data-kind=permanent]')")
                try await page.click(start)
                try await page.until("document.querySelector('dialog[open] .danger')?.disabled")
                for wrong in ["b", "A", "a "] {
                    try await page.fill("dialog .confirmation", wrong)
                    #expect(try await page.run("document.querySelector('dialog .danger').disabled") as? Bool == true)
                }
                try await page.press("Escape")
                try await page.until("!document.querySelector('dialog')")
            }
            #expect(try await console.station.journal("write-intended").isEmpty)
            #expect(reader.antenna.tag?.memory == ConsoleStation.chip(1).memory)

            try await page.click(".panel .primary")
            try await page.fill("dialog .confirmation", "a")
            try await page.click("dialog .danger")
            try await page.until("document.querySelector('.where')?.textContent === 'table 2'")
            #expect(reader.antenna.tag?.memory[2].suffix(2) == [0xFF, 0xFF])
            // Going on after a pause is another start.
            try await page.click(".big.pause")
            try await page.click(".ending .primary")
            try await page.until("document.querySelector('dialog[open] .danger')?.disabled")
            try await console.expectNoComplaints()
        }
    }

    @Test func `a second press of pause, skip and redo is not an error`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.startBatch(tags: 3)
            let page = console.page
            try await page.until("document.querySelector('.where')?.textContent === 'table 1'")
            #expect(try await page.text("document.querySelector('.big.redo').title") == "No tag written last")
            try await page.run("for (const turn of [1, 2]) document.querySelector('.big.skip').click()")
            try await page.until("document.querySelector('.where').textContent === 'table 2'")
            reader.antenna.insert(ConsoleStation.chip(1))
            try await page.until("document.querySelector('.where').textContent === 'table 3'")
            try await page.run("for (const turn of [1, 2]) document.querySelector('.big.redo').click()")
            try await page.until("document.querySelector('.where').textContent === 'table 2'")
            try await page.until("document.querySelector('.big.redo').disabled")
            try await page.run("for (const turn of [1, 2]) document.querySelector('.big.pause').click()")
            try await page.until("document.querySelector('.ending')?.dataset.state === 'paused'")
            #expect(try await page.run("document.querySelectorAll('.notice').length") as? Int == 0)
            #expect(try await console.station.journal("tag-replaced").count == 1)
            #expect(try await console.station.journal("batch-paused").count == 1)
            // Another person has paused it already: that is what was wanted.
            try await console.expectNoComplaints()
        }
    }

    @Test func `a tag has its history, and is replaced with a word about its chip`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.startBatch(tags: 2)
            reader.antenna.insert(ConsoleStation.chip(1))
            try await console.until(lane: "done")
            try await console.show("batches/a")
            try await console.page.click("td.id a")
            try await console.page.until("document.querySelectorAll('.entries li').length === 2")
            try await console.page.until("document.querySelector('.facts')?.innerText.includes('04574D00000180')")
            try await console.page.fill(".panel input", "bent")
            try await console.page.run(
                "[...document.querySelectorAll('.panel button')].find((each) => each.textContent === 'Replace').click()"
            )
            try await console.page.until("document.querySelector('.notice.good')")
            #expect(try await console.text.contains("Take down chip 04574D00000180 (c, table 1) and destroy it"))
            try await console.page.until("document.querySelectorAll('.entries li').length === 3")
            try await console.page.until("document.querySelector('.panel .why')?.textContent.startsWith('No chip')")
            let replaced = try await console.station.journal("tag-replaced")
            #expect(replaced.map { $0["reason"] as? String } == ["bent"])
            try await console.expectNoComplaints()
        }
    }

    @Test func `the rules of a batch are changed`() async throws {
        try await ConsoleStation.run { console in
            try await console.station.createBatch("a", tags: 1)
            try await console.logIn("provision")
            try await console.show("batches/a")
            try await console.page.until("document.querySelector('.rules')?.innerText.includes('not protected')")
            try await console.page.fill("details form select", "lock")
            try await console.page.run("document.querySelector('.panel details form').requestSubmit()")
            try await console.page.until("document.querySelector('.rules [data-kind=permanent]')")
            #expect(
                try await console.station.waymark("batch", "show", "a").output.hasPrefix("each tag is LOCKED FOR EVER"))
            try await console.expectNoComplaints()
        }
    }

    @Test func `leaving the audit leaves no script behind that fails`() async throws {
        try await ConsoleStation.run { console in
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await console.logIn("provision")
            for group in ["accepted", "resolved", "open"] {
                try await console.show("audit")
                // The map is drawn anew, and the page is left while it is looked at.
                try await console.page.click(".chip[data-group=\(group)]")
                try await console.page.until(
                    "document.querySelector('.chip[data-group=\(group)]').ariaPressed === 'true'")
                try await console.page.size(1_000, 800)
                try await console.show("stores")
                try await console.page.size(1_366, 900)
                try await console.page.run(
                    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
            }
            try await console.expectNoComplaints()
        }
    }

    @Test func `a daemon that dies is noticed, waited for, and the batch gone on with`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.startBatch(tags: 2)
            reader.antenna.insert(ConsoleStation.chip(1))
            try await console.until(lane: "done")
            await console.station.killDaemon()
            try await console.page.until("document.getElementById('connection').dataset.state === 'lost'")
            #expect(
                try await console.page.text("document.getElementById('connection').textContent")
                    == "The station does not answer. Trying again…")
            try await console.station.startDaemon()
            try await console.page.until("document.getElementById('connection').dataset.state === 'back'")
            try await console.page.until("document.querySelector('.ending')?.dataset.state === 'restarted'")
            try await console.page.click(".ending .primary")
            try await console.page.until("document.querySelector('.where')?.textContent === 'table 2'")
            reader.antenna.insert(ConsoleStation.chip(2))
            try await console.page.until("document.querySelector('.ending')?.dataset.state === 'done'")
        }
    }

    @Test func `a walk is audited, seen on the map, and its finding accepted by a person`() async throws {
        try await ConsoleStation.run { console in
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await console.logIn("provision")
            try await console.show("audit")
            let picture = "document.getElementById('map').toDataURL()"
            try await console.page.until("document.querySelector('.anew')?.open")
            let before = try await console.page.text(picture)
            try await console.page.choose([FieldFiles.walk], in: ".anew input[type=file]")
            try await console.page.click(".anew button")
            try await console.page.until("document.querySelectorAll('.finding').length === 1")
            #expect(try await console.page.text(picture) != before)
            let left = "document.querySelector('.finding .message').getBoundingClientRect().left"
            let edge = "document.querySelector('.finding').getBoundingClientRect().left"
            #expect(
                try await console.page.run("\(left) - \(edge) < 24") as? Bool == true, "a finding begins at the left")
            #expect(try await console.text.contains("16 outside"))
            try await console.page.click(".finding")
            try await console.page.until("document.querySelector('.detail .step')")
            #expect(try await console.text.contains("Fruta Cupertino and Fruta San Francisco were mixed up"))
            let identifiers = "[...document.querySelectorAll('.step .identifier')]"
            #expect(
                try await console.page.run(
                    "\(identifiers).length > 1 && \(identifiers).every((each) => each.getClientRects().length === 1)")
                    as? Bool == true, "a line does not end inside an identifier")
            try await console.page.fill(".accept textarea", "both stores know, they are moved on Monday")
            try await console.page.fill(".accept input", "Anna")
            try await console.page.click(".accept button")
            try await console.page.until("document.querySelectorAll('.finding').length === 0")
            try await console.page.click(".chip[data-group=accepted]")
            try await console.page.until("document.querySelectorAll('.finding').length === 1")
            try await console.page.click(".finding")
            try await console.page.until("document.querySelector('blockquote')?.textContent.includes('Anna')")
            let accepted = try await console.station.journal("finding-accepted")
            #expect(accepted.map { $0["person"] as? String } == ["Anna"])
            try await console.expectNoComplaints()
        }
    }

    @Test func `a sheet is looked at, made and downloaded, and the journal has its digest`() async throws {
        try await ConsoleStation.run { console in
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await console.logIn("provision")
            try await console.show("batches/fruta-qr")
            try await console.page.until("document.querySelector('.paper img').naturalWidth > 200")
            #expect(try await console.station.journal("sheet-made").isEmpty, "a look is not a sheet")
            try await console.page.click(".sheet button[type=submit]")
            try await console.page.until("document.querySelector('.sheet .good a')")
            try await console.page.click(".sheet .good a")
            let path = try await console.page.download()
            let file = try #require(FileManager.default.contents(atPath: path))
            #expect(file.starts(with: Data("%PDF-".utf8)))
            let digest = try await Witness.sha256sum.run([path]).output.prefix(64)
            let made = try await console.station.journal("sheet-made")
            #expect(made.map { $0["digest"] as? String } == [String(digest)])
            try await console.expectNoComplaints()
        }
    }

    @Test func `a file is taken in, or every line of it that is wrong is shown`() async throws {
        try await ConsoleStation.run { console in
            try await console.logIn()
            try await console.show("stores")
            let bad = try console.station.folder.write(
                "store,name,latitude,longitude,radius\na,A,91,2,100\nb,B,1,2,1000\n", to: "bad.csv")
            try await console.page.choose([bad], in: ".import input[type=file]")
            try await console.page.click(".import button")
            try await console.page.until("document.querySelectorAll('.errors tr').length === 2")
            let lines = try await console.page.text(
                "[...document.querySelectorAll('.errors .place')].map((cell) => cell.textContent).join(' ')")
            #expect(lines == "bad.csv:2 bad.csv:3")
            let good = try console.station.folder.write(
                "store,name,latitude,longitude,radius\na,Fruta Anaheim,1,2,100\n", to: "good.csv")
            try await console.page.choose([good], in: ".import input[type=file]")
            try await console.page.click(".import button")
            try await console.page.until("document.querySelector('.import .good')")
            try await console.page.until("document.querySelector('tbody td')?.textContent === 'Fruta Anaheim'")
            try await console.expectNoComplaints(allowing: [422])
        }
    }

    @Test func `a token is asked for once, and what its role may not do is not offered`() async throws {
        try await ConsoleStation.run { console in
            try await console.station.createBatch("a", tags: 1)
            _ = try await console.station.addReader("bench-1")
            try await console.page.go(console.address)
            try await console.page.fill("input[name=secret]", "waymark_wrong")
            try await console.page.click("form button")
            try await console.page.until("document.querySelector('.notice')")
            try await console.logIn("read")
            #expect(try await console.page.run("document.cookie") as? String == "", "no script reads the cookie")
            try await console.page.go(console.address + "?again")
            try await console.page.until("document.querySelector('.choice .primary')")
            #expect(try await console.page.run("document.querySelector('.choice .primary').disabled") as? Bool == true)
            try await console.show("stores")
            try await console.page.until("document.querySelector('table')")
            #expect(try await console.page.run("document.querySelector('.import input[type=file]')") is NSNull)
            try await console.page.click(".settings .quiet")
            try await console.page.until("document.querySelector('input[name=secret]')")
        }
    }

    @Test func `a sign-out that the station has not heard of is not shown as done`() async throws {
        try await ConsoleStation.run { console in
            try await console.logIn("read")
            await console.station.killDaemon()
            try await console.page.click(".settings .quiet")
            try await console.page.until("document.querySelector('main .notice .primary')")
            #expect(try await console.page.run("!!document.querySelector('.top nav')") as? Bool == true)
            try await console.station.startDaemon()
            try await console.page.click("main .notice .primary")
            try await console.page.until("document.querySelector('input[name=secret]')")
        }
    }

    @Test func `a console whose token is revoked asks for another one by itself`() async throws {
        try await ConsoleStation.run { console in
            try await console.logIn("read")
            try await console.station.waymark("token", "revoke", "read-1")
            try await console.page.until("document.querySelector('input[name=secret]')")
            #expect(try await console.page.run("document.getElementById('connection').hidden") as? Bool == true)
        }
    }
}
