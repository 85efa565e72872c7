import Foundation
import TestBench
import Testing
import UnixSystem

/// What becomes of scans whose answer is lost, late, a refusal or another's, and of a walk whose pairing comes half-way.
@Suite(
    .needs(.browser), .needs(.python),
    .needs(Witness(name: "openssl", package: "openssl")),
    .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"), .serialized,
    .timeLimit(.minutes(15)))
struct WalkSendingTests {
    private static let url = "https://fruta.example/store/cupertino?tag=q-cu-0"
    private static let everything = "document.body.innerText.includes('Everything is at the station')"
    private static let packIsHere = "import('/walk/memory.js').then(({ memory }) => memory.pack()).then(Boolean)"
    /// The station's own refusal of a phone that it does not know.
    private static let unauthorized = """
        async () => new Response('{"code":"unauthorized","title":"the request is refused"}',
          { status: 401, headers: { "Content-Type": "application/problem+json" } })
        """

    /// A phone that is paired to walk Cupertino, with a stand-in for the browser's reader of chips.
    private static func run(_ body: (WalkStation, RemotePage) async throws -> Void) async throws {
        try await WalkStation.run(signs: ["\(url)1"]) { walk in
            try await walk.pair("anna", stores: ["cupertino"])
            try await walk.page.bringAntenna()
            try await body(walk, walk.page)
        }
    }

    /// By whose phone scans came to the station, and how many were new.
    private func kept(by walk: WalkStation) async throws -> [String] {
        try await walk.station.journal("sightings-imported").map { entry in
            "\(try #require(entry["file"] as? String)): \(try #require(entry["new"] as? Int))"
        }
    }

    @Test func `a phone that a daemon does not know at first keeps its walk, and its scans go up`() async throws {
        try await Self.run { walk, page in
            try await page.answer(at: "/v1/walk/sightings", [Self.unauthorized])
            try await page.keep(["\(Self.url)1"])
            try await page.wake()
            try await page.until(Self.everything)
            #expect(try await page.run(Self.packIsHere) as? Bool == true)
            #expect(try await kept(by: walk) == ["a walk with phone anna: 1"])
        }
    }

    @Test func `a pairing whose walk does not come is made up for, and nothing that is sent comes in between`()
        async throws
    {
        try await Self.run { walk, page in
            // The time of the pairing is as good as over.
            try await page.alterPack("pack.expires = new Date(Date.now() + 60000).toISOString();")
            try await page.keep(["\(Self.url)1"])
            try await page.click("[data-key=pair]")
            let offer = try await walk.station.offer("ben", stores: ["cupertino"])
            try await page.run(
                """
                (() => {
                  const { fetch } = globalThis;
                  globalThis.asked = [];
                  globalThis.fetch = async (path, settings) => {
                    asked.push(path);
                    if (path === "/v1/walk/pack") throw new TypeError("lost");
                    return fetch(path, settings);
                  };
                  navigator.locks.request("waymark-send", () => new Promise((done) => { globalThis.release = done; }));
                })()
                """)
            try await page.until("globalThis.release")
            try await page.fill("#code", offer.text)
            try await page.click("form button")
            try await Task.sleep(for: .seconds(1))
            #expect(try await page.run("asked.length") as? Int == 0)
            try await page.run("release()")
            try await page.until("document.querySelector('.notice').textContent.includes('still to be loaded')")
            #expect(try await page.run("asked.filter((path) => path === '/v1/walk/pack').length") as? Int == 2)
            // No walk is left to go back to.
            let buttons = try await page.run("[...document.querySelectorAll('button')].map((each) => each.textContent)")
            let names = try #require(buttons as? [String])
            #expect(names.contains("Load the walk") && !names.contains("Cancel"), "\(names)")
            #expect(try await page.run(Self.packIsHere) as? Bool == false)
            // The other phone's scans are not sent in the new session.
            try await page.wake()
            #expect(try await kept(by: walk).isEmpty)

            try await page.go("\(walk.origin)/walk/")
            try await page.until("document.querySelector('h1').textContent.includes('ben')")
            try await page.until("document.querySelector('[data-others=\"1\"]')")
            #expect(try await kept(by: walk).isEmpty)
        }
    }

    @Test func `a pairing whose answer was lost is found out when the network is back`() async throws {
        try await WalkStation.run(signs: ["\(Self.url)1"]) { walk in
            let page = walk.page
            let offer = try await walk.station.offer("anna", stores: ["cupertino"])
            try await page.go("\(walk.origin)/walk/")
            try await page.answer(
                at: "/v1/walk/session", ["async (go) => { await go(); throw new TypeError('lost'); }"])
            try await page.fill("#code", offer.text)
            try await page.click("form button")
            try await page.until("document.querySelector('.notice').textContent.includes('not reached')")
            try await page.wake()
            try await page.until("document.querySelector('h1').textContent.includes('anna')")
        }
    }

    @Test func `a code whose answer was lost is used up by its phone, also where it is given again`() async throws {
        try await WalkStation.run(signs: ["\(Self.url)1"]) { walk in
            let page = walk.page
            let offer = try await walk.station.offer("anna", stores: ["cupertino"])
            try await page.go("\(walk.origin)/walk/")
            try await page.answer(
                at: "/v1/walk/session", ["async (go) => { await go(); throw new TypeError('lost'); }"])
            try await page.fill("#code", offer.text)
            try await page.click("form button")
            try await page.until("document.querySelector('.notice').textContent.includes('not reached')")
            #expect(try await page.run("document.querySelector('[data-key=load]').hidden") as? Bool == false)
            try await page.fill("#code", offer.text)
            try await page.click("form button")
            try await page.until("document.querySelector('h1').textContent.includes('anna')")
        }
    }

    @Test func `a scan that the station has refused stays for the file, also after another pairing`() async throws {
        try await Self.run { walk, page in
            try await page.keep(["\(Self.url)1"], more: "time: Date.now() - 70 * 86400000")
            try await page.wake()
            try await page.until("document.querySelector('[data-waiting] .notice')?.textContent.includes('60 days')")
            #expect(try await page.run(Self.everything) as? Bool == false)
            try await walk.station.waymark("phone", "revoke", "anna")
            try await page.go("\(walk.origin)/walk/")
            try await page.until("document.querySelector('#code')")
            try await page.until("document.body.innerText.includes('1 scan is still on this phone')")
            try await walk.pair("ben", stores: ["cupertino"])
            try await page.until("document.querySelector('[data-others=\"1\"]').innerText.includes('60 days')")
            #expect(try await page.run("document.querySelector('[data-key=adopt]') === null") as? Bool == true)
            try await page.click("[data-key=others-file]")
            let file = try String(contentsOfFile: try await page.download(), encoding: .utf8)
            #expect(file.contains("\(Self.url)1"), "\(file)")
        }
    }

    @Test func `a scan whose answer was lost does not go up as another phone's`() async throws {
        try await Self.run { walk, page in
            try await page.answer(
                at: "/v1/walk/sightings", ["async (go) => { await go(); throw new TypeError('lost'); }"])
            try await page.keep(["\(Self.url)1"])
            try await page.wake()
            try await page.until("document.querySelector('.notice')?.textContent.includes('not reached')")
            try await walk.station.waymark("phone", "revoke", "anna")
            // The station has not seen this one.
            try await page.keep(["\(Self.url)2"])
            try await page.go("\(walk.origin)/walk/")
            try await page.until("document.querySelector('#code')")
            try await walk.pair("ben", stores: ["cupertino"])
            try await page.until("document.querySelector('[data-others=\"2\"]').innerText.includes('have 1 of them')")
            try await page.click("[data-key=adopt]")
            try await page.until("document.querySelector('[data-others=\"1\"]')")
            #expect(try await kept(by: walk) == ["a walk with phone anna: 1", "a walk with phone ben: 1"])
        }
    }

    /// The first answer is late and the second one a refusal: nothing of the first is known by that.
    @Test func `scans that were on their way twice, and refused the second time, do not go up as another phone's`()
        async throws
    {
        try await Self.run { walk, page in
            let late = "async (go) => { await go(); throw new DOMException('', 'TimeoutError'); }"
            try await page.answer(at: "/v1/walk/sightings", [late, Self.unauthorized, Self.unauthorized])
            try await page.keep(["\(Self.url)1", "\(Self.url)2"])
            try await page.wake()
            try await page.until("document.querySelector('#code')")
            #expect(try await kept(by: walk) == ["a walk with phone anna: 2"])
            try await walk.station.waymark("phone", "revoke", "anna")
            try await walk.pair("ben", stores: ["cupertino"])
            try await page.until("document.querySelector('[data-others=\"2\"]').innerText.includes('have 2 of them')")
            #expect(try await page.run("document.querySelector('[data-key=adopt]') === null") as? Bool == true)
        }
    }

    @Test func `a request that did not go out, or was refused as a whole, leaves its scans free`() async throws {
        try await Self.run { walk, page in
            try await page.answer(
                at: "/v1/walk/sightings",
                [
                    """
                    async () => new Response('{"code":"too-many-uploads","title":"nothing was kept"}',
                      { status: 429, headers: { "Content-Type": "application/problem+json" } })
                    """
                ])
            try await page.keep(["\(Self.url)1"])
            try await page.wake()
            try await page.until("document.querySelector('.notice')?.textContent.includes('nothing was kept')")
            await walk.station.stopDaemon()
            try await page.wake()
            try await page.until("document.querySelector('.notice')?.textContent.includes('not reached')")
            #expect(try await walk.scans().map { $0["tried"] as? Bool } == [false])
        }
    }

    @Test func `a page that is open for long has the newest pack, and takes none that is not the station's`()
        async throws
    {
        try await Self.run { _, page in
            let sign = "document.querySelector('#verdict[data-tag=n-cu-01]"
            let url = "https://fruta.example/store/cupertino?tag=n-cu-01"
            try await page.alterPack("pack.signs.find(({ tag }) => tag === 'n-cu-01').uid = '04FFFFFFFFFF80';")
            try await page.stand(37.3230, -122.0322, accuracy: 9)
            try await page.click("button.large")
            try await page.until("globalThis.antenna && document.querySelector('.chip').dataset.state === 'good'")
            try await page.touch(url, uid: "04:a1:b2:c3:d4:e5:80")
            try await page.until("\(sign)[data-kind=copy]')")
            // The station knows of no other chip. What was asked for a moment ago is not asked for again.
            try await page.answer(at: "/v1/walk/pack", ["async () => Response.json({ status: 'login required' })"])
            try await page.wake()
            try await Task.sleep(for: .seconds(1))
            #expect(try await page.run("answers.length") as? Int == 1)
            try await page.run("const { now } = Date; Date.now = () => now() + 600000; true")
            try await page.wake()
            try await page.until("answers.length === 0")
            #expect(try await page.text("document.querySelector('.list').innerText").contains("Altered"))
            try await page.wake()
            try await page.until("!document.querySelector('.list').innerText.includes('Altered')")
            try await page.stand(37.3230, -122.0322, accuracy: 9)
            try await page.until("document.querySelector('.chip').dataset.state === 'good'")
            try await page.touch(url, uid: "04:a1:b2:c3:d4:e5:80")
            try await page.until("\(sign)[data-kind=inside]')")
        }
    }

    @Test func `after the phone's clock was set back scans go up by themselves`() async throws {
        try await Self.run { walk, page in
            try await page.keep(["\(Self.url)1"], more: "since: Date.now() + 3600000")
            try await page.wake()
            try await page.until(Self.everything)
            #expect(try await kept(by: walk) == ["a walk with phone anna: 1"])
        }
    }

    @Test func `over a slow network scans go up in smaller pieces, and have longer for it`() async throws {
        try await Self.run { walk, page in
            // Forty times as fast as it would be: the time of a piece of more than 44 kB is over before it is there.
            try await page.run(
                """
                (() => {
                  const { fetch } = globalThis, { timeout } = AbortSignal;
                  globalThis.sizes = [];
                  AbortSignal.timeout = (time) => Object.assign(timeout.call(AbortSignal, time), { time });
                  globalThis.fetch = async (path, settings) => {
                    if (path !== "/v1/walk/sightings") return fetch(path, settings);
                    sizes.push(settings.body.length);
                    const needed = settings.body.length / 2, { time } = settings.signal;
                    await new Promise((done) => setTimeout(done, Math.min(needed, time) / 40));
                    if (needed > time) throw new DOMException("The time is over.", "TimeoutError");
                    return fetch(path, settings);
                  };
                })()
                """)
            try await page.keep((0..<400).map { "https://fruta.example/store/cupertino?tag=x-\($0)" })
            try await page.wake()
            try await page.until(Self.everything)
            let sizes = try #require(try await page.run("sizes") as? [Int])
            #expect(sizes[0] > 44_445 && sizes[1] < sizes[0] * 2 / 3, "\(sizes)")
            let new = try await walk.station.journal("sightings-imported").compactMap { $0["new"] as? Int }
            #expect(new.count > 1 && new.reduce(0, +) == 400, "\(new)")
        }
    }

    @Test func `a phone whose clock is slow takes the end of its time for no revocation`() async throws {
        try await Self.run { walk, page in
            try await page.run(
                """
                (() => {
                  const { fetch } = globalThis, now = new Date(Date.now() - 7200000).toISOString();
                  globalThis.fetch = (path, settings) => fetch(path, path !== "/v1/walk/sightings" ? settings
                    : { ...settings, body: JSON.stringify({ ...JSON.parse(settings.body), now }) });
                })()
                """)
            try await page.keep(["\(Self.url)1"])
            try await page.wake()
            try await page.until(Self.everything)
            // What is known of the clock stays.
            try await page.go("\(walk.origin)/walk/")
            try await page.until("document.querySelector('.notice')?.textContent.includes('behind the station')")
            let asked = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/v1/walk/pack'))"
            try await page.until(asked)
            try await page.answer(at: "/v1/walk/pack", [])
            try await page.alterPack("pack.expires = new Date(Date.now() - 1000).toISOString();")
            try await walk.station.waymark("phone", "revoke", "anna")
            try await page.run("const { now } = Date; Date.now = () => now() - 7200000; true")
            try await page.wake()
            try await page.until("asked >= 2")
            try await Task.sleep(for: .seconds(1))
            #expect(try await page.run(Self.packIsHere) as? Bool == true)
            #expect(try await page.text("document.body.innerText").contains("The time of this pairing is over"))
        }
    }

    @Test func `what a person notes of a sign does not note its position again`() async throws {
        try await Self.run { _, page in
            let rows = try await page.run(
                """
                import("/walk/sender.js").then(({ row }) => [false, true].map((isKept) =>
                  row({ time: 0, text: "u", note: "n", edits: 1, commissions: "q-cu-01", isKept }).commissions ?? "none"))
                """)
            #expect(rows as? [String] == ["q-cu-01", "none"])
            // It is known that the station has the scan, also where a note came while it was sent.
            let settled = try await page.run(
                """
                import("/walk/memory.js").then(async ({ memory }) => {
                  const scan = { id: "one", time: Date.now(), text: "u", state: "waiting", commissions: "q-cu-01" };
                  await memory.keep(scan);
                  await memory.note("one", "n", false);
                  await memory.settle([{ ...scan, state: "sent", commissions: null, commissionRefused: "noted before" }]);
                  const { state, isKept, commissions, commissionRefused } = (await memory.scans()).find(({ id }) => id === "one");
                  return [state, String(isKept), String(commissions), commissionRefused];
                })
                """)
            #expect(settled as? [String] == ["waiting", "true", "null", "noted before"])
        }
    }
}
