import Foundation
import TestBench
import Testing
import UnixSystem

/// The page of walks as an auditor uses it: a real browser, a film of signs before its camera, a real daemon behind TLS.
@Suite(
    .needs(.browser), .needs(.python),
    .needs(Witness(name: "openssl", package: "openssl")),
    .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"),
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

    @Test
    func `pictures are off at first; then each is the code alone, goes up with its note, and is forgotten everywhere`()
        async throws
    {
        try await WalkStation.run(signs: Self.signs("cupertino", "cu", 2)) { walk in
            try await walk.pair("anna", stores: ["cupertino"])
            let page = walk.page
            try await walk.walk(at: Self.cupertino, until: 1)
            #expect(try await walk.scans().allSatisfy { $0["hasPicture"] as? Bool == false })
            try await page.click("section[data-waiting] button")
            try await page.until("document.querySelector('[data-waiting=\"0\"]')")
            try await page.click("#pictures")
            try await page.until("document.querySelector('#pictures').checked")
            await walk.station.stopDaemon()
            let before = try await walk.scans().count
            try await page.stand(Self.cupertino.latitude, Self.cupertino.longitude, accuracy: 12)
            try await page.click("button.large")
            try await page.until("document.querySelector('#verdict[data-kind=inside]')")
            try await page.stand(Self.cupertino.latitude, Self.cupertino.longitude, accuracy: 12)
            try await page.until("!document.querySelectorAll('.bar button')[1].hidden")
            try await page.click(".bar button:nth-of-type(2)")
            try await page.until("document.querySelector('dialog img').naturalWidth > 0")
            try await page.fill("#note", "=torn, \"at\" the corner")
            try await page.picture(walk.station.folder["note.png"])
            try await page.click("dialog button.primary")
            try await page.until("!document.querySelector('dialog')")
            try await page.click(".bar button:last-child")
            try await page.until("document.querySelector('button.large')")
            let scans = try await walk.scans()
            let noted = try #require(scans.first { $0["note"] != nil })
            #expect(scans.count > before && scans.dropFirst(before).allSatisfy { $0["hasPicture"] as? Bool == true })
            let read = try await page.run(Self.readPicture(of: try #require(noted["id"] as? String))) as? [Any]
            #expect(read?[0] as? String == noted["text"] as? String, "\(read ?? [])")
            #expect((read?[1] as? Int ?? .max) <= 480 && (read?[2] as? Int ?? .max) <= 60_000)

            // Without a network they leave as files.
            try await page.click("section[data-waiting] button:nth-child(2)")
            let names = try await Witness.python.run([
                "-c",
                "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
                    + "print(*sorted(n.split('-')[-1] for n in z.namelist())); print(z.read('notes.csv').decode())",
                try await page.download(),
            ]).output
            #expect(names.contains("notes.csv walk.csv") && names.contains(".jpg"), "\(names)")
            #expect(names.contains("\"=torn, \"\"at\"\" the corner\""))

            try await walk.station.startDaemon()
            try await page.click("section[data-waiting] button")
            try await page.until("document.querySelector('[data-waiting=\"0\"]')")
            let text = try await walk.station.waymark("token", "create", "--role", "read", "--name", "r").output
            let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let tag = try #require(noted["tag"] as? String)
            let listed = try await walk.station.web("GET", "/v1/remarks?tag=\(tag)", secret, more: ["--insecure"])
            let remarks = try #require(listed.document["remarks"] as? [[String: Any]], "\(listed)")
            #expect(remarks.contains { $0["note"] as? String == "=torn, \"at\" the corner" })
            #expect(remarks.allSatisfy { $0["pictureSize"] is Int })

            // What the station forgets the phone erases, too.
            try await walk.station.waymark("sightings", "forget", "--device", "phone:anna")
            try await page.go("\(walk.origin)/walk/")
            try await page.until("document.body.innerText.includes('No scans yet')")
            #expect(try await walk.scans().isEmpty)
            let pictures = "import('/walk/memory.js').then(({ memory }) => memory.picture('\(noted["id"] ?? "")'))"
            #expect(try await page.run("\(pictures).then((bytes) => bytes ?? null)") is NSNull)
        }
    }

    @Test func `an installer's phone notes where each sign hangs, and says at once when one is another store's`()
        async throws
    {
        let signs = Self.signs("cupertino", "cu", 2)
        try await WalkStation.run(signs: signs) { walk in
            try await walk.pair("ben", stores: ["cupertino", "san-francisco"], more: ["--install"])
            let page = walk.page
            // In the other store: said, and nothing is noted.
            try await walk.walk(at: Self.sanFrancisco, until: 1)
            #expect(try await walk.scans().allSatisfy { $0["commissions"] is NSNull })
            try await page.stand(Self.cupertino.latitude, Self.cupertino.longitude, accuracy: 40)
            try await page.click("button.large")
            // A position that is not good yet is waited for.
            try await page.until("document.querySelector('#verdict[data-kind=held]')")
            try await page.stand(Self.cupertino.latitude, Self.cupertino.longitude, accuracy: 9)
            try await page.until("document.querySelector('#verdict[data-kind=inside]')")
            try await page.click(".bar button:last-child")
            try await page.until("document.querySelector('button.large')")
            try await walk.walk(at: Self.cupertino, until: 2)
            let up = try await walk.scans().filter { $0["commissions"] is String }
            #expect(Set(up.compactMap { $0["text"] as? String }).isSubset(of: signs) && !up.isEmpty)
            #expect(up.first?["accuracy"] as? Double == 9)
            #expect(Set(up.compactMap { $0["commissions"] as? String }).count == up.count, "each once")
            try await page.click("section[data-waiting] button")
            try await page.until("document.querySelector('[data-waiting=\"0\"]')")
            let entries = try await walk.station.api.journal().filter { $0.kind == "tag-commissioned" }
            #expect(Set(entries.compactMap { $0["tag"] }) == Set(up.compactMap { $0["commissions"] as? String }))
            try await page.go("\(walk.origin)/walk/")
            try await page.until("document.querySelector('.number').textContent.startsWith('\(up.count) /')")
        }
    }

    /// The browser's `NDEFReader` is replaced by a stand-in: no Chromium on Linux has one, and no phone was tried.
    @Test func `chips are read where the browser can, with their UID, and a copy is one`() async throws {
        try await WalkStation.run(signs: Self.signs("cupertino", "cu", 1)) { walk in
            let page = walk.page
            let offer = try await walk.station.offer("anna", stores: ["cupertino"])
            try await page.go("\(walk.origin)/walk/")
            try await page.run(
                """
                globalThis.NDEFReader = class extends EventTarget {
                  async scan() { globalThis.antenna = this; }
                };
                true
                """)
            try await page.fill("#code", offer.text)
            try await page.click("form button")
            try await page.until("document.querySelector('button.large')")
            #expect(try await !page.text("document.body.innerText").contains("cannot be read here"))
            try await page.stand(Self.cupertino.latitude, Self.cupertino.longitude, accuracy: 12)
            try await page.click("button.large")
            try await page.until("globalThis.antenna && document.querySelector('.chip').dataset.state === 'good'")
            let url = "https://fruta.example/store/cupertino?tag=n-cu-01"
            try await page.run(
                """
                antenna.dispatchEvent(Object.assign(new Event("reading"), { serialNumber: "04:a1:b2:c3:d4:e5:80",
                  message: { records: [{ recordType: "url", data: new TextEncoder().encode("\(url)") }] } }))
                """)
            try await page.until("document.querySelector('#verdict[data-tag=n-cu-01]')")
            let scan = try #require(try await walk.scans().first { $0["uid"] is String })
            #expect(scan["uid"] as? String == "04A1B2C3D4E580" && scan["kind"] as? String == "inside")
            let kinds = try await page.run(
                """
                import("/walk/reading.js").then(({ kindOfChip }) => [
                  kindOfChip({ kind: "inside", sign: { medium: "nfc", uid: "04A1B2C3D4E580" } }, "04A1B2C3D4E580"),
                  kindOfChip({ kind: "inside", sign: { medium: "nfc", uid: "04A1B2C3D4E580" } }, "04FFFFFFFFFFFF"),
                  kindOfChip({ kind: "inside", sign: { medium: "qr" } }, "04FFFFFFFFFFFF"),
                  kindOfChip({ kind: "foreign", sign: null }, "04FFFFFFFFFFFF")])
                """)
            #expect(kinds as? [String] == ["inside", "copy", "station", "foreign"])
            try await page.click(".bar button:last-child")
            try await page.until("document.querySelector('button.large')")
            try await page.click("section[data-waiting] button")
            try await page.until("document.querySelector('[data-waiting=\"0\"]')")
            let audit = try await walk.station.waymark("audit", "--json=tags", expecting: nil)
            let tags = try #require(audit.document["tags"] as? [[String: Any]], "\(audit)")
            #expect(tags.contains { $0["uid"] as? String == "04A1B2C3D4E580" && $0["url"] as? String == url })
            // A browser without it says so, and its list has an end.
            try await page.go("\(walk.origin)/walk/")
            try await page.until("document.body.innerText.includes('cannot be read here')")
        }
    }

    /// What the page's decoder reads in a scan's picture, its longer side in pixels, and its size in bytes.
    private static func readPicture(of scan: String) -> String {
        """
        (async () => {
          const { memory } = await import("/walk/memory.js");
          const { Decoder } = await import("/walk/decoder.js");
          const bytes = await memory.picture("\(scan)");
          const image = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
          const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
          const pen = canvas.getContext("2d");
          pen.drawImage(image, 0, 0);
          const decoder = await Decoder.load(fetch("/walk/decoder.wasm"));
          const found = decoder.read(pen.getImageData(0, 0, image.width, image.height).data, image.width, image.height);
          return [found.codes[0]?.text ?? null, Math.max(image.width, image.height), bytes.length];
        })()
        """
    }
}
