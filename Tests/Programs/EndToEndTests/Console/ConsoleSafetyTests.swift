import Foundation
import TestBench
import Testing

/// Whatever stands in a name, a URL or a file stays text; nobody else's page gets at the console.
@Suite(
    .needs(.browser), .needs(.python), .needs(.curl),
    .timeLimit(.minutes(10)))
struct ConsoleSafetyTests {
    private static let image = "<img src=x onerror=harm=1>"
    private static let script = "</script><script>harm=2</script>"

    @Test func `markup in names, URLs, files and errors stays text in every view`() async throws {
        try await ConsoleStation.run { console in
            let folder = console.station.folder
            let stores = try folder.write(
                "store,name,latitude,longitude,radius,address\nc,\(Self.image),37.3230,-122.0322,120,\(Self.script)\n"
                    + "d,javascript:window.harm=3,37.7793,-122.4193,120,\n", to: "stores.csv")
            let experiences = try folder.write(
                "url,title,subtitle,action\nhttps://f.example/,\(Self.image),\(Self.script),open\n",
                to: "experiences.csv")
            let batch = try folder.write(
                "tag,store,placement,medium,url\n\"x<b onclick=window.harm=4>\",c,\(Self.image),nfc,"
                    + "https://f.example/s/c?tag=1&x=%3Cscript%3Ewindow.harm=5%3C/script%3E\n"
                    + "y,d,\(Self.script),qr,https://f.example/s/d?tag=y\n", to: "batch.csv")
            let walk = try folder.write(
                "time,url,uid,latitude,longitude,accuracy\n"
                    + "2026-11-19T17:10:38Z,\"https://f.example/s/c?tag=1&x=%3Cscript%3Ewindow.harm=5%3C/script%3E\",,"
                    + "37.7793,-122.4193,9\n"
                    + "2026-11-19T17:10:38Z,javascript:window.harm=6//<script>,,37.3230,-122.0322,9\n"
                    + "\(Self.image),\(Self.script),,1,2,\(Self.image)\n", to: "walk.csv")
            let station = console.station
            try await station.waymark("store", "import", stores)
            try await station.waymark("experience", "import", experiences)
            try await station.waymark("batch", "create", Self.image, "--from", batch)
            _ = try await station.addReader("<i>reader")
            try await console.logIn()

            try await console.page.until("document.querySelector('.choice h2')?.textContent === '\(Self.image)'")
            try await console.page.click(".choice .primary")
            try await console.page.until("document.querySelector('.where')?.textContent === '\(Self.image)'")
            #expect(try await console.text.contains(Self.image), "the store's name")
            for view in ["batches", "batches/\(Self.image)", "stores", "stores/experiences", "readers", "journal"] {
                try await console.show(view.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? view)
                try await console.page.until(
                    "document.querySelector('table, .reader, .entries')?.textContent.includes('<')")
            }
            try await console.show("stores")
            let bad = try folder.write("store,name,latitude\n\(Self.image),\(Self.script),<b>\n", to: "<img src=x>.csv")
            try await console.page.until("document.querySelector('.import input[type=file]')")
            try await console.page.choose([bad], in: ".import input[type=file]")
            try await console.page.click(".import button")
            try await console.page.until("document.querySelector('.notice')")
            try await console.show("audit")
            try await console.page.choose([walk], in: ".anew input[type=file]")
            try await console.page.click(".anew button")
            try await console.page.until("document.querySelector('.finding')")
            let count = try await console.page.run("document.querySelectorAll('.finding').length") as? Int ?? 0
            for number in 0..<count {
                try await console.page.run("document.querySelectorAll('.finding')[\(number)].click()")
                try await console.page.until("document.querySelector('.detail .step')")
            }
            #expect(try await console.text.contains("javascript:window.harm=6"))

            #expect(try await console.page.run("window.harm ?? null") is NSNull)
            // The console's own icon is the only picture of all these views, and its two scripts the only ones.
            #expect(
                try await console.page.run(
                    "document.querySelectorAll('main img, main script, main a[href^=javascript]').length") as? Int == 0)
            #expect(try await console.page.run("document.querySelectorAll('script').length") as? Int == 2)
            try await console.expectNoComplaints(allowing: [422])
        }
    }

    @Test func `a script that tries to make markup, run text or ask elsewhere is stopped`() async throws {
        try await ConsoleStation.run { console in
            try await console.logIn("read")
            let attempts = [
                "document.body.innerHTML = '<b>x</b>'", "document.write('x')", "new Function('return 1')()",
                "document.createElement('script').text = 'window.harm=1'",
            ]
            for attempt in attempts {
                let caught = try await console.page.run(
                    "(() => { try { \(attempt); return false; } catch { return true; } })()")
                #expect(caught as? Bool == true, "\(attempt)")
            }
            let elsewhere = "fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => error.message)"
            #expect(try await console.page.text(elsewhere) == "Failed to fetch")
            let styled = """
                (() => {
                  const element = document.createElement('p');
                  element.setAttribute('style', 'position: fixed');
                  document.body.append(element);
                  return getComputedStyle(element).position;
                })()
                """
            #expect(try await console.page.text(styled) == "static", "no style in markup counts")
        }
    }

    @Test func `the pages are kept by the browser until they change, and refused under a foreign name`() async throws {
        try await ConsoleStation.run { console in
            func ask(_ path: String, _ headers: String...) async throws -> String {
                let words = headers.flatMap { ["--header", $0] }
                return try await Witness.curl.run(
                    ["--silent", "--output", "/dev/null", "--dump-header", "-"] + words + [console.address + path]
                ).output
            }
            for path in ["", "console/main.js", "console/console.css", "console/texts-ko.json", "console/map.js"] {
                let first = try await ask(path)
                #expect(first.contains("200 OK") && first.contains("Cache-Control: no-cache"), "\(path): \(first)")
                #expect(first.contains("script-src 'self'") && !first.contains("unsafe"))
                let tag = try #require(first.firstMatch(of: #/(?i)etag: (\S+)/#)?.1)
                let second = try await ask(path, "If-None-Match: \(tag)")
                #expect(second.hasPrefix("HTTP/1.1 304"), "\(path): \(second)")
                #expect(try await ask(path, "Host: waymark.example").hasPrefix("HTTP/1.1 421"))
            }
            #expect(try await ask("console/nothing.js").hasPrefix("HTTP/1.1 404"))
        }
    }
}
