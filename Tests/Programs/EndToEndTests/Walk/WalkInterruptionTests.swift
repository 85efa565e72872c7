import Foundation
import TestBench
import Testing

/// What changes under a walk's page while it is used: the disk is full, the camera ends, the phone is revoked or its walk forgotten, in
/// this window or in another one.
@Suite(
    .needs(.browser), .needs(.python),
    .needs(Witness(name: "openssl", package: "openssl")),
    .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"), .serialized,
    .timeLimit(.minutes(15)))
struct WalkInterruptionTests {
    private static let url = "https://fruta.example/store/cupertino?tag=q-cu-0"
    private static let chip = "https://fruta.example/store/cupertino?tag=n-cu-0"
    private static let uid = "04:a1:b2:c3:d4:e5:80"
    private static let everything = "document.body.innerText.includes('Everything is at the station')"
    private static let packIsHere = "import('/walk/memory.js').then(({ memory }) => memory.pack()).then(Boolean)"

    /// A phone that is paired to walk Cupertino and reads chips.
    private static func run(_ body: (WalkStation, RemotePage) async throws -> Void) async throws {
        try await WalkStation.run(signs: ["\(url)1"]) { walk in
            try await walk.pair("anna", stores: ["cupertino"])
            try await walk.page.bringAntenna()
            // From now on the chips are on this phone's list.
            try await walk.page.alterPack("")
            try await body(walk, walk.page)
        }
    }

    /// Begins a walk that scans chips alone, at a good position.
    private func begin(_ page: RemotePage) async throws {
        try await page.run("HTMLVideoElement.prototype.requestVideoFrameCallback = () => 1; true")
        try await page.stand(37.3230, -122.0322, accuracy: 9)
        try await page.click("button.large")
        try await page.until("globalThis.antenna && document.querySelector('.chip').dataset.state === 'good'")
    }

    private func hasFailed(_ page: RemotePage) async throws -> Bool {
        try await page.text("document.body.innerText").contains("This page failed")
    }

    /// How many scans came to the station, by import.
    private func kept(by walk: WalkStation) async throws -> [Int] {
        try await walk.station.journal("sightings-imported").compactMap { $0["new"] as? Int }
    }

    /// A disk that is full for what `isRefused(store, value)` says: a whole transaction ends.
    private func fill(_ page: RemotePage, _ isRefused: String) async throws {
        try await page.run(
            """
            (() => {
              const { put } = IDBObjectStore.prototype;
              IDBObjectStore.prototype.put = function (value, ...key) {
                const request = put.call(this, value, ...key);
                if (globalThis.isRefused?.(this.name, value)) this.transaction.abort();
                return request;
              };
              globalThis.isRefused = \(isRefused);
            })()
            """)
    }

    @Test func `scans leave a full disk by being sent, and it is said that the disk is full`() async throws {
        try await Self.run { walk, page in
            try await fill(page, "(store, value) => store === 'scans' && value.tried === true")
            try await page.keep(["\(Self.url)1"])
            try await page.wake()
            try await page.until(Self.everything)
            #expect(try await kept(by: walk) == [1])

            // The answer cannot be stored, and neither what is known of the clock: the scan is sent again.
            try await page.run("isRefused = (store, value) => store === 'scans' && value.wasSent; true")
            try await page.keep(["\(Self.url)2"])
            try await page.wake()
            try await page.until("document.querySelector('.notice')?.textContent.includes('could not store')")
            try await page.run("isRefused = (store, value) => store === 'documents'; true")
            try await page.wake()
            try await page.run(
                """
                import("/walk/memory.js").then(async ({ memory }) => {
                  while (!(await memory.scans()).every(({ wasSent }) => wasSent)) await new Promise((done) => setTimeout(done, 50));
                })
                """)
            #expect(try await !hasFailed(page))
            #expect(try await kept(by: walk).reduce(0, +) == 2)
        }
    }

    @Test func `of a change that cannot be made as a whole nothing is stored`() async throws {
        try await Self.run { _, page in
            try await page.keep(["\(Self.url)1"])
            let left = try await page.run(
                """
                import("/walk/memory.js").then(async ({ memory }) => {
                  const [{ id }] = await memory.scans();
                  await memory.markTried([id]);
                  // No key of the database.
                  const outcome = await memory.markUntried([id, {}]).then(() => "stored", ({ name }) => name);
                  return [outcome, String((await memory.scans())[0].tried)];
                })
                """)
            #expect(left as? [String] == ["DataError", "true"])
        }
    }

    @Test func `a camera that ends in the middle is said, and comes back when the page is looked at again`()
        async throws
    {
        try await Self.run { _, page in
            let hasFrames =
                "document.querySelector('video').srcObject && document.querySelector('video').videoWidth > 0"
            try await page.click("button.large")
            try await page.until(hasFrames)
            try await page.run(
                "document.querySelector('video').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
            try await page.until("document.querySelector('#verdict').textContent.includes('The camera cannot be used')")
            for isHidden in [true, false] {
                try await page.run(
                    """
                    Object.defineProperty(document, "hidden", { value: \(isHidden), configurable: true });
                    document.dispatchEvent(new Event("visibilitychange"))
                    """)
            }
            try await page.until(hasFrames)
        }
    }

    @Test func `a note that is open when the phone is revoked closes, and the page asks to pair again`() async throws {
        try await Self.run { walk, page in
            try await begin(page)
            try await page.touch("\(Self.chip)1", uid: Self.uid)
            try await page.until("document.querySelector('#verdict[data-tag=n-cu-01]')")
            try await page.keep(["\(Self.url)1"])
            try await page.click(".bar button:nth-of-type(2)")
            try await page.until("document.querySelector('dialog #note')")
            try await walk.station.waymark("phone", "revoke", "anna")
            try await page.wake()
            try await page.until("document.querySelector('#code')")
            try await page.until("!document.querySelector('dialog')")
            #expect(try await !hasFailed(page))
        }
    }

    @Test func `a walk that another window has ended is left, and what is scanned until then stays its own`()
        async throws
    {
        try await Self.run { walk, page in
            try await begin(page)
            try await page.run("import('/walk/memory.js').then(({ memory }) => memory.forgetWalk())")
            try await page.touch("\(Self.chip)1", uid: Self.uid)
            try await page.until("document.querySelector('#verdict[data-tag=n-cu-01]')")
            try await page.wake()
            try await page.until("document.querySelector('#code')")
            let shown = try await page.text("document.body.innerText")
            #expect(shown.contains("no longer paired") && shown.contains("1 scan is still on this phone"), "\(shown)")
            #expect(try await walk.scans().map { $0["phone"] as? String } == ["anna"])
        }
    }

    @Test func `a scan is taken back before it goes up, and afterwards it is said that it stays`() async throws {
        try await Self.run { walk, page in
            let back = ".bar button:first-of-type"
            try await begin(page)
            try await page.touch("\(Self.chip)1", uid: Self.uid)
            try await page.until("!document.querySelector('\(back)').hidden")
            // It is due, and the station is still to be reached.
            try await page.answer(
                at: "/v1/session",
                [
                    """
                    async (go) => {
                      await new Promise((done) => { globalThis.release = done; });
                      return go();
                    }
                    """
                ])
            let send = "import('/walk/sender.js').then(({ send }) => send(true, { say() {}, compared() {} }))"
            try await page.run("globalThis.sending = \(send); true")
            try await page.until("globalThis.release")
            try await page.click(back)
            try await page.until("document.querySelector('#verdict').textContent.includes('taken back')")
            try await page.run("release()")
            #expect(try await page.run("sending") as? String == "nothing")
            #expect(try await kept(by: walk).isEmpty)
            #expect(try await walk.scans().isEmpty)

            try await page.stand(37.3230, -122.0322, accuracy: 9)
            try await page.touch("\(Self.chip)2", uid: Self.uid)
            try await page.until("!document.querySelector('\(back)').hidden")
            #expect(try await page.run(send) as? String == "sent")
            try await page.click(back)
            try await page.until("document.querySelector('#verdict').textContent.includes('sent already')")
            #expect(try await walk.scans().count == 1)
        }
    }

    @Test func `a pack that comes while the walk is forgotten is forgotten with it`() async throws {
        try await Self.run { _, page in
            try await page.answer(
                at: "/v1/walk/pack",
                [
                    """
                    async (go) => {
                      const answer = await go();
                      await new Promise((done) => { globalThis.release = done; });
                      return answer;
                    }
                    """
                ])
            try await page.run("const { now } = Date; Date.now = () => now() + 600000; true")
            try await page.wake()
            try await page.until("globalThis.release")
            try await page.run("document.querySelector('details[data-key=forget]').open = true")
            try await page.click("details[data-key=forget] button")
            try await page.click("dialog button.danger")
            try await Task.sleep(for: .seconds(1))
            try await page.run("release()")
            try await page.until("document.querySelector('#code')")
            #expect(try await page.run(Self.packIsHere) as? Bool == false)
        }
    }

    @Test func `photographs do not go up as those of a phone whose pairing comes in between`() async throws {
        try await Self.run { walk, page in
            let offer = try await walk.station.offer("ben", stores: ["cupertino"])
            let secret = String(offer.text.dropFirst("waymark-pair:".count))
            // As where the answer to the code was lost: the session is the other phone's.
            try await page.run(
                """
                import("/walk/memory.js").then(async ({ memory }) => {
                  await memory.beginPairing();
                  await fetch("/v1/walk/session", { method: "POST", headers: { "Content-Type": "application/json" },
                    body: JSON.stringify({ secret: "\(secret)" }) });
                  const files = document.querySelector("#photographs"), chosen = new DataTransfer();
                  chosen.items.add(new File(["none"], "sign.jpg"));
                  files.files = chosen.files;
                  files.dispatchEvent(new Event("change"));
                })
                """)
            try await page.until("document.body.textContent.includes('this phone has another walk now')")
            try await page.wake()
            try await page.until("document.querySelector('h1').textContent.includes('ben')")
        }
    }
}
