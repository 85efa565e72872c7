import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// A station behind TLS, with the page of walks open in a browser that has a film for a camera.
struct WalkStation {
    let station: TestStation
    let page: RemotePage
    /// `https://127.0.0.1:40123`
    let origin: String
    private let flags: [String]

    private static let openssl = Witness(name: "openssl", package: "openssl")

    /// Runs a test with the stores and tags of `tags/fruta`. `signs`: the URLs that the camera sees, one after another.
    static func run(signs: [String], _ body: (WalkStation) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        _ = try await openssl.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj",
            "/CN=bench", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder["key.pem"], "-out",
            folder["cert.pem"],
        ])
        chmod(folder["key.pem"], 0o600)
        // One that the daemon gets again when it is started anew.
        let port = try ReservedPort()
        let options = [
            "--listen", "127.0.0.1:\(port.number)", "--certificate", folder["cert.pem"], "--certificate-key",
            folder["key.pem"],
        ]
        try await TestStation.run(options: options) { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let trust = "--ignore-certificate-errors-spki-list=\(try await key(of: folder["cert.pem"], folder))"
            let flags = [trust, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
            let page = try await RemotePage(
                folder: station.folder, flags: flags + [camera(try await film(of: signs, "first", folder))])
            let walk = WalkStation(
                station: station, page: page, origin: "https://127.0.0.1:\(port.number)", flags: flags)
            try await page.beAPhone(walk.origin)
            try await body(walk)
        }
    }

    /// What Chromium trusts a certificate by: SHA-256 of its public key, in base64.
    private static func key(of certificate: String, _ folder: TemporaryFolder) async throws -> String {
        let text = try await openssl.run(["x509", "-in", certificate, "-pubkey", "-noout"]).output
        let file = try folder.write(text, to: "public.pem")
        _ = try await openssl.run(["pkey", "-pubin", "-in", file, "-outform", "der", "-out", folder["public.der"]])
        _ = try await openssl.run([
            "dgst", "-sha256", "-binary", "-out", folder["public.digest"], folder["public.der"],
        ])
        return Data(try File.read(folder["public.digest"], limit: 64)).base64EncodedString()
    }

    private static func film(of signs: [String], _ name: String, _ folder: TemporaryFolder) async throws -> String {
        let path = folder["\(name).mjpeg"]
        let script = Repository.path("Tests/Programs/EndToEndTests/Walk/Peers/film.py")
        let ending = try await RunningProgram(path: PicturePeers.python, [script, path] + signs).wait()
        try #require(ending.status == .exited(0), "\(ending)")
        return path
    }

    private static func camera(_ film: String) -> String { "--use-file-for-fake-video-capture=\(film)" }

    /// Opens the page and pairs it for a walk, by the text of its code.
    func pair(_ name: String, stores: [String], more: [String] = []) async throws {
        let offer = try await station.offer(name, stores: stores, more: more)
        try await page.go("\(origin)/walk/")
        try await page.fill("#code", offer.text)
        try await page.click("form button")
        try await page.until("document.querySelector('button.large')")
        try await page.until("navigator.serviceWorker.controller")
    }

    /// Ends the browser as a person closes an app, and starts it again before other signs.
    func restart(signs: [String]) async throws {
        let film = try await Self.film(of: signs, "second", station.folder)
        try await page.restart(flags: flags + [Self.camera(film)])
        try await page.beAPhone(origin)
    }

    /// The scans on the phone's disk, the oldest first.
    func scans() async throws -> [[String: Any]] {
        let script = "import('/walk/memory.js').then(({ memory }) => memory.scans())"
        return try #require(try await page.run(script) as? [[String: Any]])
    }

    /// Walks before the camera's film at a place until so many different signs were scanned, and ends the walk.
    func walk(at place: (latitude: Double, longitude: Double), until signs: Int) async throws {
        try await page.stand(place.latitude, place.longitude, accuracy: 12)
        try await page.click("button.large")
        let look = """
            (async () => {
              const { memory } = await import("/walk/memory.js");
              const end = performance.now() + 3000;
              for (;;) {
                const seen = new Set((await memory.scans()).map((scan) => scan.text)).size;
                if (seen >= \(signs)) return true;
                if (performance.now() > end) return false;
                await new Promise((done) => setTimeout(done, 200));
              }
            })()
            """
        var isEnough = false
        for _ in 0..<60 where !isEnough {
            // An emulated position keeps the time at which it was set, and the page refuses an old one.
            try await page.stand(place.latitude, place.longitude, accuracy: 12)
            isEnough = try await page.run(look) as? Bool ?? false
        }
        let shown = try await page.text("document.body.innerText")
        #expect(isEnough, "not all of \(signs) signs were scanned: \(shown)")
        try await page.click(".bar button:last-child")
        try await page.until("document.querySelector('button.large')")
    }
}

extension RemotePage {
    func beAPhone(_ origin: String) async throws { try await order(["do": "phone", "origin": origin]) }

    func stand(_ latitude: Double, _ longitude: Double, accuracy: Double) async throws {
        try await order(["do": "stand", "place": [latitude, longitude, accuracy]])
    }

    func restart(flags: [String]) async throws { try await order(["do": "restart", "flags": flags]) }
}
