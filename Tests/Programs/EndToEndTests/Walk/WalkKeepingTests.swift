import Foundation
import TestBench
import Testing
import UnixSystem

/// Nothing that a person has scanned or has to know is lost without a word: by a position that is late, by an answer that is not the
/// station's, by another pairing, by a list that is drawn anew.
@Suite(
    .needs(.browser), .needs(.python),
    .needs(Witness(name: "openssl", package: "openssl")),
    .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"),
    .timeLimit(.minutes(15)))
struct WalkKeepingTests {
    private static let url = "https://fruta.example/store/cupertino?tag=q-cu-0"

    /// A phone that is paired to walk Cupertino, before a film of one sign, with a stand-in for the browser's reader of chips.
    private static func run(_ body: (WalkStation, RemotePage) async throws -> Void) async throws {
        try await WalkStation.run(signs: ["\(url)1"]) { walk in
            try await walk.pair("anna", stores: ["cupertino"])
            try await walk.page.bringAntenna()
            try await body(walk, walk.page)
        }
    }

    private func stand(_ page: RemotePage) async throws { try await page.stand(37.3230, -122.0322, accuracy: 9) }

    private func begin(_ page: RemotePage) async throws {
        try await page.click("button.large")
        try await page.until("globalThis.antenna && document.querySelector('.bar')")
    }

    private func end(_ page: RemotePage) async throws {
        try await page.click(".bar button:last-child")
        try await page.until("document.querySelector('button.large')")
    }

    @Test func `a Type 5 chip and one that shows its UID are their signs' own, in the order of the phone`() async throws
    {
        try await Self.run { walk, page in
            let mirrored = "https://fruta.example/x?m="
            try await page.alterPack(
                """
                const sign = (more) => ({ placement: "door", medium: "nfc", store: 0, isJudged: true, isCommissioned: false, ...more });
                pack.signs.push(
                  sign({ tag: "n-5", url: "https://fruta.example/5", uid: "E0040110AABBCCDD" }),
                  sign({ tag: "n-m", url: "\(mirrored)00000000000000x000000", uid: "04A1B2C3D4E580", mirror: "both",
                    mirrorStart: \(mirrored.utf8.count) }));
                """)
            try await stand(page)
            try await begin(page)
            try await page.until("document.querySelector('.chip').dataset.state === 'good'")
            try await page.touch("https://fruta.example/5", uid: "dd:cc:bb:aa:10:01:04:e0")
            try await page.until("document.querySelector('#verdict[data-tag=n-5][data-kind=inside]')")
            try await page.touch("\(mirrored)04A1B2C3D4E580x00001F", uid: "04:a1:b2:c3:d4:e5:80")
            try await page.until("document.querySelector('#verdict[data-tag=n-m][data-kind=inside]')")
            // What another chip shows is not the sign's, and neither is what no chip can show.
            let others = try await page.run(
                """
                Promise.all([import("/walk/memory.js"), import("/walk/reading.js")]).then(async ([{ memory }, { index }]) => {
                  const { sign } = index((await memory.pack()).pack);
                  return ["04FFFFFFFFFF80x00001F", "04a1b2c3d4e580x00001f", "04A1B2C3D4E580-00001F"]
                    .map((digits) => sign("\(mirrored)" + digits)?.tag ?? "none");
                })
                """)
            #expect(others as? [String] == ["none", "none", "none"])
            let uids = try await walk.scans().compactMap { $0["uid"] as? String }
            #expect(uids == ["E0040110AABBCCDD", "04A1B2C3D4E580"])
        }
    }

    @Test func `several scans wait for one position, and what is given up is shown and said`() async throws {
        try await Self.run { walk, page in
            try await begin(page)
            for number in 2...3 {
                try await page.touch("\(Self.url)\(number)", uid: "04:a1:b2:c3:d4:e5:8\(number)")
            }
            try await page.until("document.querySelector('#announcement').textContent.includes('Hold on')")
            #expect(try await walk.scans().isEmpty)
            try await stand(page)
            try await page.until("document.querySelectorAll('.list li[data-kind=station]').length === 2")
            let held = Set(try await walk.scans().compactMap { $0["text"] as? String })
            #expect(held.isSuperset(of: ["\(Self.url)2", "\(Self.url)3"]))
            try await end(page)

            // From now on no position comes.
            let blind = """
                for (const name of ["watchPosition", "getCurrentPosition"]) navigator.geolocation[name] = () => 1;
                """
            try await page.run("\(blind) true")
            try await begin(page)
            try await page.touch("\(Self.url)4", uid: "04:a1:b2:c3:d4:e5:84")
            try await page.until("document.querySelector('#announcement').textContent.includes('Hold on')")
            try await page.until("document.querySelector('#announcement').textContent.includes('No position')")
            try await page.touch("\(Self.url)5", uid: "04:a1:b2:c3:d4:e5:85")
            try await page.until("document.querySelector('#verdict[data-kind=held]')")
            try await end(page)
            try await page.until("document.querySelector('.notice').textContent.includes('No position')")
            let texts = try await walk.scans().compactMap { $0["text"] as? String }
            #expect(!texts.contains("\(Self.url)4") && !texts.contains("\(Self.url)5"))
        }
    }

    @Test func `held scans count by a fix that comes in time, once, and an installer's by the best`() async throws {
        try await Self.run { _, page in
            let found = try await page.run(
                """
                import("/walk/held.js").then(({ Held }) => {
                  const names = (scans) => scans.map(({ code, best, isCut }) =>
                    `${code} ${best?.accuracy ?? "-"}${isCut ? " cut" : ""}`).join();
                  const fix = (accuracy, came) => ({ accuracy, came });
                  const any = new Held(Infinity), best = new Held(15);
                  // The clock of the row may be set meanwhile: it is not what they wait by.
                  const scan = (code, since, best = null) => ({ code, uid: null, time: 1e12 - since, since, best });
                  any.add(scan("a", 0)); any.add(scan("b", 5000)); any.add(scan("b", 6000));
                  const late = names(any.settledBy(fix(9, 20000), 20000)), over = names(any.overdue(20000));
                  best.add(scan("c", 0)); best.add(scan("d", 0, fix(30, 0)));
                  const waited = [late, over, names(any.takeAll(20000)), names(best.settledBy(fix(40, 1000), 1000)),
                    names(best.settledBy(fix(20, 2000), 2000)), names(best.overdue(20000))];
                  // Read again: the better fix stays as long as it would have been waited with.
                  best.add(scan("e", 0, fix(16, 0))); best.add(scan("e", 10000, fix(90, 10000)));
                  best.add(scan("f", 0, fix(16, 0))); best.add(scan("f", 20000, fix(90, 20000)));
                  best.add(scan("g", 0, fix(16, 0))); best.add(scan("g", 19000));
                  return [...waited, names(best.overdue(30000)), names(best.takeAll(38000))];
                })
                """)
            let expected = ["b 9", "a -", "", "", "", "c 20,d 20", "e 16", "f 90 cut,g 16 cut"]
            #expect(found as? [String] == expected)
        }
    }

    @Test func `a fix counts when it is of now, whatever clock its own time is by, and one that is given again ages`()
        async throws
    {
        try await Self.run { _, page in
            let faults = try await page.run(
                """
                import("/walk/position.js").then(async ({ watchPosition, fault }) => {
                  const coords = { latitude: 37.323, longitude: -122.0322, accuracy: 9 }, { now } = Date;
                  let give;
                  Object.assign(navigator.geolocation, { watchPosition(took) { give = took; return 1; } });
                  /** The faults of fixes when they come: each this old, while the phone's clock is so much ahead; null: the last one again. */
                  const watched = async (...givings) => {
                    const ending = new AbortController(), fixes = [], faults = [];
                    let timestamp;
                    watchPosition((fix) => fixes.push(fix), ending.signal);
                    for (const giving of givings) {
                      await new Promise((done) => setTimeout(done, 20));
                      if (giving) {
                        timestamp = now() - giving[0];
                        Date.now = () => now() + giving[1];
                      }
                      give({ coords, timestamp });
                      faults.push(fault(fixes.at(-1), performance.now(), 1000));
                    }
                    ending.abort();
                    Date.now = now;
                    return { words: faults.map(String).join(), fixes };
                  };
                  const words = [];
                  const fast = [0, 40000], slow = [0, -40000], right = [0, 0], old = [600000, 0], oldAndFast = [600000, 40000];
                  // By the phone's clock, where that of satellites is right; kept with another one, that comes with it.
                  const slowByPhone = [40000, -40000], lessOld = [598000, 0];
                  for (const givings of [[fast, null, fast], [slow, slow], [right, right], [old, right], [oldAndFast, fast, fast],
                    [right, right, fast, fast], [fast, fast, right], [slow, slow, slowByPhone, slowByPhone],
                    [old, lessOld, right]]) words.push((await watched(...givings)).words);
                  const { fixes: [, fix, again] } = await watched(right, right, null);
                  // It comes 20 ms later, and is of the same moment as far as clocks in milliseconds tell.
                  return [...words, String(fault(fix, fix.came + 15001, 1000)), String(again.came - fix.came < 19)];
                })
                """)
            // While the clocks may differ, a fix may be an old one; a second one, newer and as late as the first, is of now.
            let expected = [
                "old,old,null", "old,null", "null,null", "old,null", "old,old,null", "null,null,old,null",
                "old,null,null", "old,null,old,null", "old,old,null", "old", "true",
            ]
            #expect(faults as? [String] == expected)
        }
    }

    @Test func `a phone's clock that is wrong by more than two minutes is said when scans are sent`() async throws {
        try await Self.run { _, page in
            try await page.run(
                """
                (() => {
                  const { fetch } = globalThis, now = new Date(Date.now() + 600000).toISOString();
                  globalThis.fetch = (path, settings) => fetch(path, path !== "/v1/walk/sightings" ? settings
                    : { ...settings, body: JSON.stringify({ ...JSON.parse(settings.body), now }) });
                })()
                """)
            try await stand(page)
            try await begin(page)
            try await page.until("document.querySelector('#verdict[data-kind=inside]')")
            try await end(page)
            try await page.click("section[data-waiting] button")
            try await page.until("document.querySelector('.notice')?.textContent.includes('ahead of the station')")
            try await page.until("document.querySelector('#announcement').textContent.includes('ahead of the station')")
        }
    }

    @Test func `a refusal that is not the station's erases nothing, and is shown`() async throws {
        try await Self.run { walk, page in
            try await stand(page)
            try await begin(page)
            try await page.until("document.querySelector('#verdict[data-kind=inside]')")
            try await page.run(
                """
                (() => {
                  const { fetch } = globalThis, terms = "<h1>Accept the terms</h1>";
                  globalThis.foreign = [[403, "text/html", terms], [200, "text/html", terms], [200, "application/json", "{}"],
                    [200, "application/json", '{"status":"login required"}'], [401, "application/json", '{"code":"unauthorized"}']];
                  globalThis.fetch = async (path, settings) => {
                    if (path !== "/v1/walk/sightings" || foreign.length === 0) return fetch(path, settings);
                    const [status, type, body] = foreign.shift();
                    return new Response(body, { status, headers: { "Content-Type": type } });
                  };
                })()
                """)
            try await page.until("document.querySelector('.told .notice')?.textContent.includes('403')")
            for left in (1...3).reversed() {
                try await page.run("dispatchEvent(new Event('online'))")
                try await page.until("foreign.length <= \(left)")
            }
            try await page.run("dispatchEvent(new Event('online'))")
            try await page.until("document.querySelector('.told .notice')?.textContent.includes('401')")
            #expect(try await page.run("Boolean(document.querySelector('.walk'))") as? Bool == true)
            let pack = "import('/walk/memory.js').then(({ memory }) => memory.pack()).then(Boolean)"
            #expect(try await page.run(pack) as? Bool == true)
            // What was not taken goes up as soon as the station answers.
            try await page.until("document.querySelector('.bar span').textContent === 'Everything is at the station.'")
            let sent = try await walk.scans().count { $0["state"] as? String == "sent" }
            let kept = try await walk.station.journal("sightings-imported").compactMap { $0["new"] as? Int }.reduce(
                0, +)
            #expect(sent > 0 && kept >= sent, "\(sent) count as sent, and the station has \(kept)")
        }
    }

    @Test func `scans of a phone that was revoked go up as another one's when a person says so, and not before`()
        async throws
    {
        try await Self.run { walk, page in
            await walk.station.stopDaemon()
            try await stand(page)
            try await begin(page)
            try await page.until("document.querySelector('#verdict[data-kind=inside]')")
            try await end(page)
            let waiting = try await walk.scans().count
            try await walk.station.startDaemon()
            try await walk.station.waymark("phone", "revoke", "anna")
            try await page.click("section[data-waiting] button")
            try await page.until("document.querySelector('#code')")
            try await walk.pair("ben", stores: ["cupertino"])
            try await page.until("document.querySelector('[data-others=\"\(waiting)\"]')")
            try await page.go("\(walk.origin)/walk/")
            try await page.run("dispatchEvent(new Event('online'))")
            try await page.until("document.querySelector('[data-others]').innerText.includes('anna')")
            #expect(try await walk.station.journal("sightings-imported").isEmpty)
            #expect(try await walk.scans().allSatisfy { $0["state"] as? String == "waiting" })
            try await page.click("[data-key=adopt]")
            try await page.until("!document.querySelector('[data-others]')")
            let kept = try await walk.station.journal("sightings-imported")
            #expect(kept.map { $0["file"] as? String } == ["a walk with phone ben"])
        }
    }

    @Test func `why a position was not noted stays until it was read, and opened stores and the focus where they are`()
        async throws
    {
        try await WalkStation.run(signs: ["\(Self.url)1"]) { walk in
            let page = walk.page
            try await walk.pair("ben", stores: ["cupertino"], more: ["--install"])
            // Another installer was there before, and this phone has not heard of it.
            let offer = try await walk.station.offer("ida", stores: ["cupertino"], more: ["--install"])
            let paired = try await walk.station.pair(offer.text, more: ["--insecure"])
            let cookie = try #require(paired.header("Set-Cookie")?.split(separator: ";").first, "\(paired)")
            let row =
                #"{"sightings":[{"time":"\#(Date.now.formatted(.iso8601))","url":"\#(Self.url)1","latitude":37.3231,"#
                + #""longitude":-122.0322,"accuracy":8,"commissions":"q-cu-01"}]}"#
            let noted = try await walk.station.web(
                "POST", "/v1/walk/sightings", body: row,
                headers: ["Cookie: \(cookie)", "Sec-Fetch-Site: same-origin"], more: ["--insecure"])
            #expect((noted.document["commissioningsRefused"] as? [Any])?.isEmpty == true, "\(noted)")
            try await page.alterPack(
                "for (const name of ['B', 'C', 'D']) pack.stores.push({ ...pack.stores[0], name, store: name });")
            try await stand(page)
            try await page.click("button.large")
            try await page.until("document.querySelector('#verdict[data-kind=inside]')")
            // Four stores are closed at first.
            let button = "document.querySelector('.list li[data-tag=q-cu-01] button')"
            #expect(try await page.run("\(button).closest('details').open") as? Bool == false)
            try await page.run("\(button).closest('details').open = true; \(button).focus()")
            try await page.until(
                "document.querySelector('.told .notice')?.textContent.includes('its position was noted at')")
            for _ in 0..<2 { try await page.run("dispatchEvent(new Event('online'))") }
            try await Task.sleep(for: .seconds(25))
            #expect(try await page.text("document.querySelector('.told').innerText").contains("q-cu-01: "))
            #expect(try await page.text("\(button).closest('li').innerText").contains("its position was noted at"))
            #expect(try await page.run("\(button).closest('details').open") as? Bool == true)
            #expect(try await page.run("document.activeElement === \(button)") as? Bool == true)
            try await page.click("[data-key=commissionRefused]")
            try await page.until("!document.querySelector('.told .notice')")
        }
    }
}

extension RemotePage {
    /// A stand-in for `NDEFReader`: no Chromium on Linux has one.
    func bringAntenna() async throws {
        try await run(
            "globalThis.NDEFReader = class extends EventTarget { async scan() { globalThis.antenna = this; } }; true")
    }

    /// Holds a chip to the antenna. `uid` as Android gives it.
    func touch(_ url: String, uid: String) async throws {
        try await run(
            """
            antenna.dispatchEvent(Object.assign(new Event("reading"), { serialNumber: "\(uid)",
              message: { records: [{ recordType: "url", data: new TextEncoder().encode("\(url)") }] } }))
            """)
    }

    /// Changes `pack` on the phone, as if the station had said so, and waits until the page shows it.
    func alterPack(_ change: String) async throws {
        try await run(
            """
            import("/walk/memory.js").then(async ({ memory }) => {
              const { pack } = await memory.pack();
              \(change)
              pack.stores[0].name = "Altered";
              await memory.keepPack(pack, "altered");
              dispatchEvent(new Event("online"));
            })
            """)
        try await until("document.body.innerText.includes('Altered')")
    }
}
