import Foundation
import ReaderEmulator
import TestBench
import Testing

/// A person looks at the page again after a while: it loads everything, and shows what is new of it.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleReturnTests {
    /// The focus left the form, and the letters that followed were taken for the console's keys.
    @Test func `a form of a finding keeps its words and the focus when the page is shown again`() async throws {
        try await ConsoleStation.run { console in
            let (station, page) = (console.station, console.page)
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await station.waymark("audit", "--sightings", FieldFiles.walk, expecting: 2)
            try await console.logIn()
            try await console.show("audit")
            try await page.click(".finding")
            try await page.fill(".accept textarea", "The counter was moved")
            try await page.run("document.querySelector('.accept').open = true")
            try await page.run("document.querySelector('.accept textarea').focus()")
            try await page.run(
                """
                { const ask = fetch;
                  [window.asked, window.drawn] = [0, 0];
                  window.fetch = (...words) => {
                    if (words[0] === "/v1/map") window.asked += 1;
                    return ask(...words);
                  };
                  new MutationObserver(() => { window.drawn += 1; })
                    .observe(document.querySelector(".findings"), { childList: true });
                  true }
                """)

            try await console.setHidden(true)
            try await console.setHidden(false)
            try await page.until("window.asked > 0")
            try await console.setHidden(true)
            let more = try station.folder.write(
                "store,name,latitude,longitude,radius\nd,Fruta Daly City,37.7,-122.4,100\n", to: "more.csv")
            try await station.waymark("store", "import", more)
            try await console.setHidden(false)
            // All, those of no deployment, and those of the deployment.
            try await page.until("document.querySelector('select[data-filter=deployment]').options.length === 3")
            #expect(try await page.run("window.drawn") as? Int == 1, "drawn for the news alone")
            #expect(try await page.text("document.querySelector('.accept textarea').value") == "The counter was moved")
            #expect(try await page.run("document.activeElement.matches('.accept textarea')") as? Bool == true)
            try await console.expectNoComplaints()
        }
    }

    @Test func `what was heard at the bench is not heard again when the page is shown again`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.startBatch(tags: 3)
            let page = console.page
            // By this clock, everything has only just happened.
            try await page.run(
                """
                import("/console/sound.js").then(({ sound }) => {
                  const Stream = EventSource;
                  window.heard = [];
                  for (const name of ["done", "failed"]) sound[name] = () => { window.heard.push(name); };
                  window.EventSource = class extends Stream {
                    constructor(address) {
                      super(address);
                      if (address.startsWith("/v1/jobs/")) window.followed = true;
                    }
                  };
                  Date.now = () => 0;
                  return true;
                })
                """)
            reader.antenna.insert(ConsoleStation.chip(1))
            try await console.until(lane: "done")
            try await console.setHidden(true)
            try await page.run("window.followed = false")
            try await console.setHidden(false)
            try await page.until("window.followed")
            reader.antenna.insert(ConsoleStation.chip(2))
            try await page.until("document.querySelector('.tallies .good dd').textContent === '2'")
            #expect(try await page.text("window.heard.join(' ')") == "done done")
            try await console.expectNoComplaints()
        }
    }

    /// Each daemon counts its jobs from the beginning.
    @Test func `another job of the same number is opened as another one`() async throws {
        try await ConsoleStation.run { console in
            _ = try await console.startBatch(tags: 2)
            let page = console.page
            try await page.run(
                #"""
                { const ask = fetch, views = window.views = [];
                  addEventListener("hashchange", () => views.push(location.hash));
                  window.fetch = async (...words) => {
                    const answer = await ask(...words);
                    if (!/^\/v1\/jobs\/\d+$/.test(words[0])) return answer;
                    return Response.json({ ...await answer.json(), started: "2026-11-19T17:10:38Z" });
                  };
                  true }
                """#)
            try await console.setHidden(true)
            try await console.setHidden(false)
            try await page.until("window.views.join(' ').startsWith('#/bench #/bench/')")
            try await page.until("document.querySelector('.where')?.textContent === 'table 1'")
            try await console.expectNoComplaints()
        }
    }

    /// It wrote over chips, as another job of that number and batch was to do.
    @Test func `a job is gone on with by its own options`() async throws {
        try await ConsoleStation.run { console in
            try await console.page.go(console.address)
            let options = try await console.page.text(
                """
                (async () => {
                  const { begin, optionsOf } = await import("/console/write.js");
                  const job = { id: 1, batch: "a", started: "2026-11-19T17:10:38.123Z", picking: false };
                  window.fetch = async (address) => Response.json(address === "/v1/jobs" ? job : { batches: [] });
                  const place = { signal: new AbortController().signal };
                  await begin(place, "a", { overwrite: true }, document.createElement("div"), false);
                  const other = { ...job, started: "2026-11-20T08:00:00Z", picking: true };
                  return JSON.stringify([optionsOf(job), optionsOf(other)]);
                })()
                """)
            #expect(options == #"[{"overwrite":true},{"picking":true,"readers":[]}]"#)
        }
    }

    /// What was chosen on the map, or in a search, may be far below what is listed.
    @Test func `the keys lead on from a finding that is not listed yet`() async throws {
        try await ConsoleStation.run { console in
            let (station, page) = (console.station, console.page)
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await station.waymark("audit", "--sightings", FieldFiles.walk, expecting: 2)
            try await console.logIn()
            try await page.run(
                """
                { const ask = fetch;
                  window.fetch = async (...words) => {
                    const answer = await ask(...words);
                    if (!String(words[0]).startsWith("/v1/findings?")) return answer;
                    const { findings: [finding] } = await answer.json();
                    return Response.json({ findings: Array.from({ length: 1200 }, (_, index) =>
                      ({ ...finding, number: 1200 - index, message: `number-${1200 - index}.` })) });
                  };
                  true }
                """)
            try await console.show("audit")
            try await page.fill("main input[type=search]", "number-100.")
            try await page.click(".finding[data-number='100']")
            try await page.fill("main input[type=search]", "")
            try await page.until("document.querySelectorAll('.finding').length === 500")
            try await page.press("j")
            try await page.until("document.activeElement.dataset.number === '99'")
        }
    }
}
