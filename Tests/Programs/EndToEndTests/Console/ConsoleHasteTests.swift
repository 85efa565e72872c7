import Foundation
import TestBench
import Testing

/// People are faster than a station, and scanners are faster than people.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleHasteTests {
    @Test func `what is asked for while an answer is on its way is asked after it, once`() async throws {
        try await ConsoleStation.run { console in
            try await console.page.go(console.address)
            let shown = try await console.page.text(
                """
                import("/console/live.js").then(async ({ oneByOne }) => {
                  const answers = [], shown = [];
                  const draw = oneByOne(async () => { shown.push(await new Promise((done) => answers.push(done))); });
                  const [first, second] = [draw(), draw(), draw()];
                  answers[0]("old");
                  await first;
                  answers[1]("new");
                  await second;
                  return [...shown, answers.length].join(" ");
                })
                """)
            #expect(shown == "old new 2")
        }
    }

    @Test func `a form that is sent twice is sent once`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            let token = try await console.makeToken("read")
            try await page.go(console.address)
            try await page.fill("input[name=secret]", token)
            try await page.run("for (const turn of [1, 2]) document.querySelector('form button').click()")
            try await page.until("document.querySelector('.top nav')")
            #expect(try await console.station.journal("session-opened").count == 1)
            try await console.expectNoComplaints()
        }
    }

    /// The letters of a code paused the job, and its digits led to other views.
    @Test func `a code that is scanned beside its field goes into the field`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            _ = try await console.station.addReader("bench-1")
            try await console.station.createBatch("a", tags: 2)
            try await console.logIn("provision")
            try await page.until("document.querySelector('.options input')")
            try await page.run("document.querySelector('.options input').checked = true")
            try await page.click(".choice .primary")
            try await page.until("document.querySelector('.picker:not([hidden]) input')")
            try await page.run("document.activeElement.blur()")
            try await page.press("p", "2", "s")
            try await page.until("document.querySelector('.picker input').value === 'p2s'")
            #expect(try await page.text("location.hash").hasPrefix("#/bench/"))
            #expect(try await console.station.journal("batch-paused").isEmpty)
            try await console.expectNoComplaints()
        }
    }

    @Test func `a key that is held down leaves no sign`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            _ = try await console.startBatch(tags: 3)
            try await page.until("document.querySelector('.where')?.textContent === 'table 1'")
            let clicks = try await page.run(
                """
                { let clicks = 0;
                  document.querySelector(".big.skip").addEventListener("click", () => { clicks += 1; });
                  for (const repeat of [false, true, true]) {
                    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true, repeat }));
                  }
                  clicks }
                """)
            #expect(clicks as? Int == 1)
            try await page.until("document.querySelector('.where').textContent === 'table 2'")
            try await console.expectNoComplaints()
        }
    }

    @Test func `the group that is marked is the one that is shown after another audit`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await console.logIn("provision")
            try await console.show("audit")
            try await page.click(".chip[data-group=accepted]")
            try await page.until("document.querySelector('.chip[data-group=accepted]').ariaPressed === 'true'")
            try await page.choose([FieldFiles.walk], in: ".anew input[type=file]")
            try await page.click(".anew button")
            try await page.until("document.querySelectorAll('.finding').length === 1")
            let marked = "document.querySelector('.chip[aria-pressed=true]').dataset.group"
            #expect(try await page.text(marked) == "open")
            try await console.expectNoComplaints()
        }
    }
}
