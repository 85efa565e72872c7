import Foundation
import TestBench
import Testing
import UnixSystem

/// The page of walks as an auditor uses it: a real browser, a film of signs before its camera, a real daemon behind TLS.
@Suite(
    .needs(Witness(name: "chromium", package: "chromium")), .needs(.python),
    .needs(Witness(name: "openssl", package: "openssl")),
    .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"), .serialized,
    .timeLimit(.minutes(15)))
struct WalkPageTests {
    private static let cupertino = (latitude: 37.3230, longitude: -122.0322)
    private static let sanFrancisco = (latitude: 37.7793, longitude: -122.4193)

    private static func signs(_ store: String, _ short: String, _ count: Int = 8) -> [String] {
        // One row of the batch has a URL of its own.
        (1...count).map {
            "https://fruta.example/store/\(store)?tag=q-\(short)-0\($0)"
                + (store == "cupertino" && $0 == 8 ? "&smoothie=BerryBlue" : "")
        }
    }

    /// The finding about exchanged stores, without what differs between a registry and files.
    private func exchange(_ ending: RunningProgram.Ending) throws -> [String] {
        let findings = try #require(ending.document["findings"] as? [[String: Any]], "\(ending)")
        let swapped = try #require(findings.first { $0["code"] as? String == "swapped" }, "\(findings)")
        return (swapped["stores"] as? [String] ?? []).sorted() + (swapped["tags"] as? [String] ?? []).sorted()
    }

    /// How many rows of each upload the station did not know, by its journal.
    private func kept(by walk: WalkStation) async throws -> [Int] {
        try await walk.station.api.journal().filter { $0.kind == "sightings-imported" }.map { entry in
            try #require(entry.payload.firstMatch(of: #/"new":(\d+)/#).flatMap { Int($0.1) })
        }
    }

    @Test func `a walk through two mixed-up stores without a network gives the finding of its file`() async throws {
        let (ours, theirs) = (Self.signs("cupertino", "cu"), Self.signs("san-francisco", "sf"))
        try await WalkStation.run(signs: ours) { walk in
            try await walk.pair("anna", stores: ["cupertino", "san-francisco"])
            await walk.station.stopDaemon()

            // The signs of Cupertino hang in San Francisco.
            try await walk.walk(at: Self.sanFrancisco, until: 8)
            let first = try await walk.scans()
            #expect(Set(first.compactMap { $0["text"] as? String }) == Set(ours))
            #expect(Set(first.compactMap { $0["kind"] as? String }) == ["outside"])
            #expect(Set(first.compactMap { $0["state"] as? String }) == ["waiting"])
            #expect(
                try await walk.page.text("document.querySelector('[data-waiting]').dataset.waiting") == "\(first.count)"
            )

            try await walk.restart(signs: theirs)
            try await walk.page.go("\(walk.origin)/walk/")
            #expect(try await walk.scans().count == first.count)
            try await walk.walk(at: Self.cupertino, until: 16)
            let all = try await walk.scans()
            #expect(Set(all.compactMap { $0["text"] as? String }) == Set(ours + theirs))
            #expect(all.prefix(first.count).map { $0["id"] as? String } == first.map { $0["id"] as? String })
            let file = try await walk.page.text(
                """
                (async () => {
                  const { memory } = await import("/walk/memory.js");
                  const { sightingsFile } = await import("/walk/file.js");
                  return sightingsFile(await memory.scans(), 0.68);
                })()
                """)

            try await walk.station.startDaemon()
            try await walk.page.click("section[data-waiting] button")
            try await walk.page.until("document.querySelector('[data-waiting=\"0\"]')")
            #expect(try await walk.scans().allSatisfy { $0["state"] as? String == "sent" })
            #expect(try await kept(by: walk).reduce(0, +) == all.count)

            let byStation = try exchange(try await walk.station.waymark("audit", "--json", expecting: 2))
            let path = try walk.station.folder.write(file, to: "walk.csv")
            let words = ["audit"] + FieldTests.onFiles + ["--sightings", path, "--json"]
            let byFile = try exchange(try await RunningProgram(.commandLine, words).wait())
            #expect(byStation.prefix(2) == ["cupertino", "san-francisco"])
            #expect(byStation == byFile)

            let complaints = try await walk.page.complaints()
            // The browser also logs the requests that failed while the daemon was stopped.
            let wrong = (complaints["wrong"] ?? []).filter {
                let text = "\($0)"
                return (text.contains("exceptionDetails") || text.contains("level = error"))
                    && !text.contains("ERR_CONNECTION_REFUSED")
            }
            #expect(wrong.isEmpty, "\(wrong)")
        }
    }

    @Test func `a thousand scans wait, and are kept once each, also when an answer was lost`() async throws {
        try await WalkStation.run(signs: Self.signs("cupertino", "cu", 1)) { walk in
            try await walk.pair("anna", stores: ["cupertino"])
            await walk.station.stopDaemon()
            try await walk.page.run(
                """
                (async () => {
                  const { memory } = await import("/walk/memory.js");
                  for (let number = 0; number < 1000; number += 1) {
                    await memory.keep({ id: crypto.randomUUID(), time: Date.now() - 1000 * number, latitude: 37.323,
                      longitude: -122.0322, accuracy: 9, tag: null, kind: "foreign", state: "waiting",
                      text: `https://fruta.example/store/cupertino?tag=x-${number}` });
                  }
                })()
                """)
            try await walk.page.go("\(walk.origin)/walk/")
            try await walk.page.until("document.querySelector('[data-waiting=\"1000\"]')")
            try await walk.page.click("section[data-waiting] button")
            try await walk.page.until("document.querySelector('.notice')?.textContent.includes('not reached')")
            #expect(try await walk.scans().allSatisfy { $0["state"] as? String == "waiting" })

            try await walk.station.startDaemon()
            for _ in 0..<2 {
                try await walk.page.click("section[data-waiting] button")
                try await walk.page.until("document.querySelector('[data-waiting=\"0\"]')")
                // As if no answer had come: they wait again, and are sent again.
                try await walk.page.run(
                    """
                    import("/walk/memory.js").then(async ({ memory }) =>
                      memory.settle((await memory.scans()).map((scan) => ({ ...scan, state: "waiting" }))))
                    """)
                try await walk.page.go("\(walk.origin)/walk/")
            }
            let new = try await kept(by: walk)
            #expect(new.count >= 4 && new.reduce(0, +) == 1_000, "\(new)")
        }
    }

    @Test func `a vague position is refused, a revoked phone keeps what was not sent, and a code is good once`()
        async throws
    {
        try await WalkStation.run(signs: Self.signs("cupertino", "cu", 2)) { walk in
            try await walk.pair("anna", stores: ["cupertino"])
            let page = walk.page
            try await page.stand(37.3230, -122.0322, accuracy: 4_000)
            try await page.click("button.large")
            try await page.until("document.querySelector('.chip').dataset.state === 'vague'")
            try await page.until("document.querySelector('#verdict[data-kind=held]')")
            #expect(try await walk.scans().isEmpty)
            try await page.stand(37.3230, -122.0322, accuracy: 9)
            try await page.until("document.querySelector('#verdict[data-kind=inside]')")
            // Taken back before it is sent.
            let before = try await walk.scans().count
            try await page.click(".bar button")
            try await page.until("document.querySelector('#verdict').textContent.includes('taken back')")
            #expect(try await walk.scans().count <= before)
            try await page.until("document.querySelector('#verdict[data-kind=inside]')")
            try await page.click(".bar button:last-child")
            try await page.until("document.querySelector('button.large')")
            let waiting = try await walk.scans().filter { $0["state"] as? String == "waiting" }
            #expect(!waiting.isEmpty)

            try await walk.station.waymark("phone", "revoke", "anna")
            try await page.click("section[data-waiting] button")
            try await page.until("document.querySelector('#code')")
            #expect(try await page.text("document.body.innerText").contains("no longer paired"))
            #expect(try await walk.scans().count == waiting.count)
            let pack = "import('/walk/memory.js').then(({ memory }) => memory.pack()).then((pack) => pack ?? null)"
            #expect(try await page.run(pack) is NSNull)

            try await page.fill("#code", "waymark-pair:\(String(repeating: "A", count: 43))")
            try await page.click("form button")
            try await page.until("document.querySelector('.notice').textContent.includes('five minutes')")
        }
    }
}
