import Foundation
import ReaderEmulator
import TestBench
import Testing

/// News from the station draws a page anew. What a person was answered, typed or opened stays.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleNewsTests {
    @Test func `the reason why a store stays is still there after another import`() async throws {
        try await ConsoleStation.run { console in
            let (station, page) = (console.station, console.page)
            try await station.createBatch("a", tags: 1)
            try await console.logIn()
            try await console.show("stores")
            try await page.click("button[aria-label='Delete Fruta Cupertino']")
            try await page.until("document.querySelector('td.tools .why')?.textContent === 'Tags are for this store.'")
            try await page.run("document.querySelector('td.tools button').focus()")

            let more = try station.folder.write(
                "store,name,latitude,longitude,radius\nd,Fruta Daly City,37.7,-122.4,100\n", to: "more.csv")
            try await station.waymark("store", "import", more)
            try await page.until("document.querySelectorAll('td.id code').length === 2")
            #expect(
                try await page.text("document.querySelector('td.tools .why')?.textContent")
                    == "Tags are for this store.")
            let focused = "document.activeElement.getAttribute('aria-label')"
            #expect(try await page.text(focused) == "Delete Fruta Cupertino")
            try await console.expectNoComplaints()
        }
    }

    @Test func `a reason that is being typed is still there after news of the batch`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.station.createBatch("a", tags: 1)
            try await console.logIn()
            let tag = try #require(try await console.station.api.tags(of: "a").first?.id)
            try await console.show("tags/\(tag)")
            try await page.fill("main input", "label torn")
            try await page.run("document.querySelector('dl.facts').dataset.old = 'yes'")
            try await console.station.waymark("batch", "pause", "a")
            try await page.until("document.querySelector('dl.facts:not([data-old])')")
            #expect(try await page.text("document.querySelector('main input').value") == "label torn")
            try await console.expectNoComplaints()
        }
    }

    @Test func `an entry of the journal that is open stays open, and older ones stay loaded`() async throws {
        try await ConsoleStation.run { console in
            let (station, page) = (console.station, console.page)
            try await Self.fillJournal(of: station)
            try await console.logIn()
            try await console.show("journal")
            let rows = "document.querySelectorAll('.entries li').length"
            try await page.until("document.querySelector('.more button')")
            let first = try #require(try await page.run(rows) as? Int)
            try await page.click(".more button")
            try await page.until("\(rows) > \(first)")
            let all = try #require(try await page.run(rows) as? Int)
            try await page.run("document.querySelector('.entries summary').click()")

            try await station.waymark("batch", "pause", "a")
            try await page.until("\(rows) === \(all + 1)")
            #expect(try await page.run("document.querySelectorAll('.entries details')[1].open") as? Bool == true)
            try await console.expectNoComplaints()
        }
    }

    /// More than one page of the console's.
    private static func fillJournal(of station: TestStation, pauses: Int = 60) async throws {
        try await station.createBatch("a", tags: 1)
        for _ in 0..<pauses {
            for order in ["pause", "resume"] {
                let answer = try await station.ask("POST", "/v1/batches/a/\(order)", body: "{}")
                try #require(answer.status == 200, "\(answer)")
            }
        }
    }

    /// News that brought nothing to the list dropped them: the button had to be pressed again.
    @Test func `older entries come, also when there is news while they are on their way`() async throws {
        try await ConsoleStation.run { console in
            let (station, page) = (console.station, console.page)
            try await Self.fillJournal(of: station, pauses: 110)
            try await console.logIn()
            try await console.show("journal")
            try await page.until("document.querySelector('.more button')")
            try await page.run("document.querySelector('.entries').dataset.old = 'yes'")
            try await page.fill("main select", "batch-paused")
            try await page.until("document.querySelector('.entries:not([data-old])')")
            let rows = "document.querySelectorAll('.entries li').length"
            let first = try #require(try await page.run(rows) as? Int)
            // The answer with older entries waits until it is let go.
            try await page.run(
                """
                { const ask = fetch; let held = false;
                  window.fetch = async (...words) => {
                    const answer = await ask(...words);
                    if (!held && String(words[0]).includes("cursor")) {
                      held = true;
                      await new Promise((done) => { window.letGo = done; });
                    }
                    return answer;
                  }; true }
                """)
            try await page.click(".more button")
            try await page.until("window.letGo")
            try await page.run("document.querySelector('.entries').dataset.old = 'yes'")
            try await station.createBatch("b", tags: 1)
            try await page.until("document.querySelector('.entries:not([data-old])')")
            try await page.run("window.letGo(), true")
            try await page.until("\(rows) > \(first)")
            try await console.expectNoComplaints()
        }
    }

    /// It went back to what was in force, and the form took the other person's change back.
    @Test func `a rule that is being chosen stays chosen, and what others have changed stays so`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.station.createBatch("a", tags: 1)
            try await console.logIn("provision")
            try await console.show("batches/a")
            let select = ".panel details form .field:nth-of-type(3) select"
            try await page.until("document.querySelector('.panel .rules')")
            try await page.run("document.querySelector('\(select)').closest('details').open = true")
            try await page.run("document.querySelector('\(select)').focus()")
            try await page.fill(select, "recorded")
            try await console.station.waymark("batch", "rules", "a", "--protect", "lock")
            try await page.until("document.querySelector('.rules [data-kind=permanent]')")
            #expect(try await page.run("document.activeElement.matches('\(select)')") as? Bool == true)
            #expect(try await page.text("document.querySelector('\(select)').value") == "recorded")
            try await page.run("document.querySelector('\(select)').form.requestSubmit()")
            try await page.until("document.querySelectorAll('.rules li').length === 2")
            let shown = try await console.station.waymark("batch", "show", "a").output
            #expect(shown.hasPrefix("each tag is LOCKED FOR EVER"), "\(shown)")
            try await console.expectNoComplaints()
        }
    }

    @Test func `why a finding is accepted can be typed in peace`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await console.station.waymark("audit", "--sightings", FieldFiles.walk, expecting: 2)
            try await console.logIn()
            try await console.show("audit")
            try await page.click(".finding")
            try await page.fill(".accept textarea", "The counter was moved")
            // Loads and draws everything anew, as the station does after a restart.
            try await page.run("document.querySelector('.finding').dataset.old = 'yes'")
            try await page.click(".chip[data-group=open]")
            try await page.until("document.querySelector('.finding:not([data-old])')")
            try await page.until("document.querySelector('.accept textarea')?.value === 'The counter was moved'")
            try await console.expectNoComplaints()
        }
    }
}
