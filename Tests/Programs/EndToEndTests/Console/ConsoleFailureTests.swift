import Foundation
import TestBench
import Testing

/// What the station refuses, or cannot hear, is said; what is shown comes back by itself.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleFailureTests {
    /// Answers the page's questions that begin with `beginning` with a refusal, as long as `refusing` is set.
    private static func refuse(_ beginning: String, on page: RemotePage) async throws {
        try await page.run(
            """
            { const ask = fetch;
              window.refusing = true;
              window.fetch = (...words) => window.refusing && String(words[0]).startsWith("\(beginning)")
                ? Promise.resolve(new Response(JSON.stringify({ title: "not now" }), { status: 503 })) : ask(...words);
              true }
            """)
    }

    /// The notice took the place of the whole view, and no later news brought it back.
    @Test func `a list that the station refused is shown again by the next news`() async throws {
        try await ConsoleStation.run { console in
            let (station, page) = (console.station, console.page)
            try await station.createBatch("a", tags: 1)
            try await console.logIn()
            try await console.show("batches")
            try await page.until("document.querySelector('tbody td.name')")
            try await page.fill(".import input", "half-typed")
            try await Self.refuse("/v1/batches", on: page)
            try await station.waymark("batch", "pause", "a")
            try await page.until("document.querySelector('main .notice b')?.textContent === 'not now'")
            try await page.run("window.refusing = false")
            try await station.waymark("batch", "resume", "a")
            try await page.until("!document.querySelector('main .notice')")
            #expect(try await page.text("document.querySelector('tbody td.name').textContent") == "a")
            #expect(try await page.text("document.querySelector('.import input').value") == "half-typed")
            try await console.expectNoComplaints()
        }
    }

    /// It stayed empty for good.
    @Test func `a bench that was opened while the station was away is shown when it is back`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.station.createBatch("a", tags: 1)
            try await console.logIn()
            try await console.show("batches")
            await console.station.killDaemon()
            try await page.until("document.getElementById('connection').dataset.state === 'lost'")
            try await page.run("location.hash = '#/bench'")
            try await page.until("document.querySelector('main.bench .notice button')")
            try await console.station.startDaemon()
            try await page.until("document.querySelector('main.bench h1')")
        }
    }

    @Test func `a search that failed is not taken for its result`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.station.createBatch("a", tags: 1)
            try await console.logIn()
            try await console.show("stores")
            try await page.until("document.querySelector('tbody')")
            try await Self.refuse("/v1/stores", on: page)
            try await page.fill("main input[type=search]", "nothing of this name")
            try await page.until("document.querySelector('main .notice b')?.textContent === 'not now'")
            try await page.run("window.refusing = false")
            try await page.fill("main input[type=search]", "Cupertino")
            try await page.until("!document.querySelector('main .notice')")
            #expect(try await page.run("document.querySelectorAll('tbody tr').length") as? Int == 1)
            try await console.expectNoComplaints()
        }
    }

    /// The station was blamed, which had not been asked; an audit took it for an empty table.
    @Test(arguments: [("stores", ".import"), ("audit", ".anew")])
    func `a file that is gone since it was chosen is said to be`(view: String, form: String) async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.logIn()
            try await console.show(view)
            let file = try console.station.folder.write(
                "store,name,latitude,longitude,radius\na,Fruta Anaheim,1,2,100\n", to: "gone.csv")
            try await page.until("document.querySelector('\(form) input[type=file]')")
            try await page.choose([file], in: "\(form) input[type=file]")
            try FileManager.default.removeItem(atPath: file)
            try await page.click("\(form) button")
            let title = "The file cannot be read any more"
            try await page.until("document.querySelector('main .notice b')?.textContent === '\(title)'")
        }
    }

    @Test func `a question that is open when the session ends is not before the login`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.logIn("read")
            try await page.press("?")
            try await page.until("document.querySelector('dialog[open]')")
            try await console.station.waymark("token", "revoke", "read-1")
            try await page.until("document.querySelector('input[name=secret]')")
            try await page.until("!document.querySelector('dialog')")
            #expect(try await page.text("document.activeElement.name") == "secret")
        }
    }

    /// A tablet without a network has a clock of its own; a laptop that slept showed a code that was over.
    @Test func `a code for a phone is shown as long as it is good by the station's clock`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.station.createBatch("a", tags: 1)
            try await console.logIn("provision")
            try await console.show("phones")
            try await page.run("{ const now = Date.now; Date.now = () => now() + 3_600_000; true }")
            try await page.until("document.querySelector('select[name=stores]').options.length === 1")
            try await page.fill("input[name=phone]", "anna")
            try await page.run(
                """
                { const stores = document.querySelector("select[name=stores]");
                  stores.options[0].selected = true;
                  stores.form.requestSubmit();
                  true }
                """)
            try await page.until("document.querySelector('.pairing canvas')")
            // The machine has slept: nothing but its clock has counted.
            try await page.run("{ const now = Date.now; Date.now = () => now() + 3_600_000; true }")
            try await page.until("document.querySelector('.pairing') && !document.querySelector('.pairing canvas')")
            try await console.expectNoComplaints()
        }
    }
}
