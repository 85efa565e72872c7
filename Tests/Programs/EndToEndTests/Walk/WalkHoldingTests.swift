import Foundation
import TestBench
import Testing

/// What comes of scans that are held until there is a position: the worst is said first, nothing of it vanishes, and no position is
/// noted that was not good enough yet.
@Suite(
    .needs(.browser), .needs(.python),
    .needs(Witness(name: "openssl", package: "openssl")),
    .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"), .serialized,
    .timeLimit(.minutes(15)))
struct WalkHoldingTests {
    private static let cupertino = "https://fruta.example/store/cupertino?tag="
    private static let sanFrancisco = "https://fruta.example/store/san-francisco?tag="
    private static let uid = "04:a1:b2:c3:d4:e5:80"

    /// A phone that is paired to walk Cupertino and San Francisco, before a film of one sign of Cupertino, and reads chips.
    private static func run(
        _ more: [String] = [], _ body: (WalkStation, RemotePage) async throws -> Void
    ) async throws {
        try await WalkStation.run(signs: ["\(cupertino)q-cu-01"]) { walk in
            try await walk.pair("anna", stores: ["cupertino", "san-francisco"], more: more)
            try await walk.page.bringAntenna()
            // From now on the chips are on this phone's list.
            try await walk.page.alterPack("")
            try await body(walk, walk.page)
        }
    }

    private func stand(_ page: RemotePage, accuracy: Double = 9) async throws {
        try await page.stand(37.3230, -122.0322, accuracy: accuracy)
    }

    private func begin(_ page: RemotePage) async throws {
        try await page.run("globalThis.antenna = null")
        try await page.click("button.large")
        try await page.until("globalThis.antenna && document.querySelector('.bar')")
    }

    private func beginGood(_ page: RemotePage) async throws {
        try await begin(page)
        try await page.until("document.querySelector('.chip').dataset.state === 'good'")
    }

    private func end(_ page: RemotePage) async throws {
        try await page.click(".bar button:last-child")
        try await page.until("document.querySelector('button.large')")
    }

    /// As when the phone is locked, and unlocked again.
    private func hide(_ page: RemotePage, _ isHidden: Bool) async throws {
        try await page.run(
            """
            Object.defineProperty(document, "hidden", { value: \(isHidden), configurable: true });
            document.dispatchEvent(new Event("visibilitychange"))
            """)
    }

    /// The scans with this content.
    private func scans(_ walk: WalkStation, of text: String) async throws -> [[String: Any]] {
        try await walk.scans().filter { $0["text"] as? String == text }
    }

    @Test func `of scans that one position settles, the one in the wrong place is shown and said first`() async throws {
        try await Self.run { walk, page in
            try await begin(page)
            try await page.touch("\(Self.sanFrancisco)n-sf-01", uid: Self.uid)
            try await page.touch("\(Self.cupertino)n-cu-01", uid: Self.uid)
            try await page.until("document.querySelector('#announcement').textContent.includes('Hold on')")
            try await page.run(
                """
                globalThis.announced = [];
                new MutationObserver(() => announced.push(document.querySelector("#announcement").textContent))
                  .observe(document.querySelector("#announcement"), { childList: true, characterData: true, subtree: true });
                true
                """)
            try await stand(page)
            // The other verdict is on the same card, below it.
            try await page.until(
                """
                document.querySelector("#verdict[data-kind=outside][data-tag=n-sf-01] li")?.textContent.includes("In its store")
                """)
            try await page.until("announced.some((words) => words.startsWith('In the wrong place. '))")
            let wrong = try await scans(walk, of: "\(Self.sanFrancisco)n-sf-01")
            let right = try await scans(walk, of: "\(Self.cupertino)n-cu-01")
            #expect((wrong + right).map { $0["kind"] as? String } == ["outside", "inside"])
        }
    }

    @Test
    func `a walk that ends while an installer's position is vague notes nothing, and says that and what hangs wrong`()
        async throws
    {
        try await Self.run(["--install"]) { walk, page in
            try await stand(page, accuracy: 300)
            try await beginGood(page)
            try await page.touch("\(Self.sanFrancisco)n-sf-01", uid: Self.uid)
            try await page.touch("\(Self.cupertino)n-cu-01", uid: Self.uid)
            try await page.until("document.querySelector('#verdict[data-kind=held]')")
            try await end(page)
            let said = try await page.text("document.querySelector('.notice').textContent")
            #expect(said.contains("Do not put it up here") && said.contains("not noted"), "\(said)")
            #expect(try await walk.scans().count >= 2)
            #expect(try await walk.scans().allSatisfy { $0["commissions"] is NSNull })
            try await page.click("[data-key=lost]")
            try await page.until("!document.querySelector('.notice')")

            // The screen is locked, and the words are there when it is unlocked, until they were read.
            try await stand(page, accuracy: 300)
            try await beginGood(page)
            try await page.touch("\(Self.cupertino)n-cu-02", uid: Self.uid)
            try await page.until("document.querySelector('#verdict[data-kind=held]')")
            try await hide(page, true)
            try await page.until("document.querySelector('.told .notice')?.textContent.includes('not noted')")
            try await hide(page, false)
            #expect(try await scans(walk, of: "\(Self.cupertino)n-cu-02").count == 1)
            #expect(try await walk.scans().allSatisfy { $0["commissions"] is NSNull })
            try await page.click("[data-key=lost]")
            try await page.until("!document.querySelector('.told .notice')")

            // Scanned again, it is noted.
            try await stand(page)
            try await page.until("document.querySelector('.chip').dataset.state === 'good'")
            try await page.touch("\(Self.cupertino)n-cu-02", uid: Self.uid)
            try await page.until("document.querySelector('.list li[data-tag=n-cu-02] .state').textContent === 'put up'")
            let noted = try await scans(walk, of: "\(Self.cupertino)n-cu-02")
            #expect(noted.last?["commissions"] as? String == "n-cu-02" && noted.last?["accuracy"] as? Double == 9)
        }
    }

    @Test func `what became of held scans is said until it was read, also where the system has ended the page`()
        async throws
    {
        try await Self.run { walk, page in
            let notice = "document.querySelector('.notice')?.textContent"
            // Ended as it was seen.
            try await begin(page)
            try await page.touch("\(Self.cupertino)n-cu-01", uid: Self.uid)
            try await page.run(
                """
                import("/walk/memory.js").then(async ({ memory }) => {
                  while ((await memory.owed()).length === 0) await new Promise((done) => setTimeout(done, 50));
                })
                """)
            try await page.go("\(walk.origin)/walk/")
            try await page.until("\(notice)?.includes('No position')")
            try await page.click("[data-key=lost]")
            try await page.until("!document.querySelector('.notice')")

            // Ended after it was not looked at. To begin again is not to read.
            try await page.bringAntenna()
            try await begin(page)
            try await page.touch("\(Self.cupertino)n-cu-02", uid: Self.uid)
            try await page.until("document.querySelector('#verdict[data-kind=held]')")
            try await hide(page, true)
            try await page.until("document.querySelector('.told .notice')?.textContent.includes('No position')")
            try await page.go("\(walk.origin)/walk/")
            try await page.until("\(notice)?.includes('No position')")
            try await page.bringAntenna()
            try await begin(page)
            try await page.until("document.querySelector('.told .notice')?.textContent.includes('No position')")
            try await page.click("[data-key=lost]")
            try await page.until("!document.querySelector('.told .notice')")
        }
    }

    @Test func `a position that the system had kept counts for no scan, and a clock that is wrong stops none`()
        async throws
    {
        try await Self.run { walk, page in
            try await page.run(
                """
                Object.assign(navigator.geolocation, { getCurrentPosition() {}, clearWatch() {}, watchPosition(took) {
                  globalThis.give = (age) => took({ timestamp: Date.now() - age,
                    coords: { latitude: 37.323, longitude: -122.0322, accuracy: 9 } });
                  return 1;
                } });
                true
                """)
            // What is first given is ten minutes old, or 40 s by the clock.
            for (number, ages) in [(1, (600_000, 0)), (2, (40_000, 40_000))] {
                let url = "\(Self.cupertino)n-cu-0\(number)"
                try await begin(page)
                try await page.run("give(\(ages.0))")
                try await page.touch(url, uid: Self.uid)
                try await page.until("document.querySelector('#verdict[data-kind=held]')")
                try await Task.sleep(for: .seconds(1))
                #expect(try await scans(walk, of: url).isEmpty)
                try await page.run("give(\(ages.1))")
                try await page.until("document.querySelector('.list li[data-tag=n-cu-0\(number)][data-kind=inside]')")
                #expect(try await scans(walk, of: url).count == 1)
                try await end(page)
            }
        }
    }

    @Test func `a scan that the disk refuses takes no other with it, is tried again, and gives up its picture first`()
        async throws
    {
        try await Self.run { walk, page in
            try await page.run(
                """
                (() => {
                  const { put } = IDBObjectStore.prototype;
                  // As a disk that is full does: the whole transaction ends.
                  IDBObjectStore.prototype.put = function (value, ...key) {
                    const request = put.call(this, value, ...key);
                    if (globalThis.isRefused?.(this.name, value)) this.transaction.abort();
                    return request;
                  };
                  globalThis.isRefused = (store, value) => store === "scans" && value.text.endsWith("n-cu-01");
                })()
                """)
            try await begin(page)
            try await page.touch("\(Self.cupertino)n-cu-01", uid: Self.uid)
            try await page.touch("\(Self.cupertino)n-cu-02", uid: Self.uid)
            try await stand(page)
            try await page.until("document.querySelector('#verdict').textContent.includes('It is tried again')")
            try await page.until("document.querySelector('.list li[data-tag=n-cu-02][data-kind=inside]')")
            #expect(try await scans(walk, of: "\(Self.cupertino)n-cu-01").isEmpty)
            try await page.run("isRefused = null")
            try await stand(page)
            try await page.until("document.querySelector('.list li[data-tag=n-cu-01][data-kind=inside]')")
            #expect(try await scans(walk, of: "\(Self.cupertino)n-cu-01").count == 1)

            // Given up at the end, and that is said.
            try await page.run("globalThis.isRefused = (_, value) => value.text?.endsWith('n-cu-03'); true")
            try await stand(page)
            try await page.touch("\(Self.cupertino)n-cu-03", uid: Self.uid)
            try await page.until("document.querySelector('#verdict').textContent.includes('It is tried again')")
            try await end(page)
            try await page.until("document.querySelector('.notice')?.textContent.includes('Make space')")

            try await page.run("globalThis.isRefused = (store) => store === 'pictures'; true")
            try await page.click("#pictures")
            try await page.until("document.querySelector('#pictures').checked")
            try await stand(page)
            try await begin(page)
            try await page.until(
                "document.querySelector('#verdict').textContent.includes('Its picture could not be stored')")
            let last = try await scans(walk, of: "\(Self.cupertino)q-cu-01").last
            #expect(last?["hasPicture"] as? Bool == false)
        }
    }

    @Test func `a page that fails ends its camera, and a phone that is revoked says what became of what it held`()
        async throws
    {
        try await Self.run { walk, page in
            try await page.run(
                """
                (() => {
                  const { stop } = MediaStreamTrack.prototype;
                  globalThis.stopped = 0;
                  MediaStreamTrack.prototype.stop = function () { stopped += 1; stop.call(this); };
                })()
                """)
            try await begin(page)
            try await page.touch("\(Self.cupertino)n-cu-01", uid: Self.uid)
            try await page.until("document.querySelector('#verdict[data-kind=held]')")
            try await page.until("document.querySelector('video').videoWidth > 0")
            try await page.run(
                "dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('broken') }))")
            try await page.until("document.querySelector('h1').textContent === 'This page failed'")
            try await page.until("document.querySelector('.notice')?.textContent.includes('No position')")
            try await page.until("stopped > 0")

            try await page.go("\(walk.origin)/walk/")
            try await page.click("[data-key=lost]")
            try await page.until("!document.querySelector('.notice')")
            try await page.bringAntenna()
            try await begin(page)
            try await page.touch("\(Self.cupertino)n-cu-01", uid: Self.uid)
            try await page.until("document.querySelector('#verdict[data-kind=held]')")
            try await walk.station.waymark("phone", "revoke", "anna")
            // The station is asked when something is to be sent.
            try await page.run(
                """
                import("/walk/memory.js").then(async ({ memory }) => {
                  await memory.keep({ id: crypto.randomUUID(), time: Date.now() - 60000,
                    text: "https://fruta.example/x", uid: null, latitude: 37.323, longitude: -122.0322, accuracy: 9, tag: null, kind: "foreign", state: "waiting" });
                  dispatchEvent(new Event("online"));
                })
                """)
            try await page.until("document.querySelector('#code')")
            let said = try await page.text("document.body.innerText")
            #expect(said.contains("no longer paired") && said.contains("No position"), "\(said)")
            #expect(try await walk.scans().map { $0["text"] as? String } == ["https://fruta.example/x"])
        }
    }
}
