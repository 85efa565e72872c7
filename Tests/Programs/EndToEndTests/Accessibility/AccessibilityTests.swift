import Foundation
import TestBench
import Testing

/// Every screen of console and walk page under axe-core, a checker of others: names, roles, contrast, order, live regions.
@Suite(
    .needs(.browser), .needs(.python),
    .needs(Witness(name: "openssl", package: "openssl")),
    .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"),
    .timeLimit(.minutes(15)))
struct AccessibilityTests {
    private static let views = [
        "bench", "batches", "batches/fruta-nfc", "batches/fruta-qr", "audit", "phones", "stores", "stores/experiences",
        "readers", "journal",
    ]

    /// The script of the package axe-playwright-python; the page's policy does not hold for what the debugger runs.
    private static func load(_ page: RemotePage) async throws {
        let found = try await RunningProgram(
            path: PicturePeers.python,
            [
                "-c",
                "import importlib.util as u; print(u.find_spec('axe_playwright_python').submodule_search_locations[0])",
            ]
        ).wait()
        let folder = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let script = try String(contentsOfFile: "\(folder)/axe.min.js", encoding: .utf8)
        try await page.run("\(script); true")
    }

    /// What is serious or worse on the page as it is now.
    private static func serious(_ page: RemotePage) async throws -> [String] {
        let rules = try #require(
            try await page.run(
                """
                axe.run(document, { resultTypes: ["violations"] }).then(({ violations, passes }) => ({ passes: passes.length,
                  serious: violations.filter(({ impact }) => impact === "serious" || impact === "critical")
                    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
                      `${id}: ${target.join(" ")}: ${failureSummary}`)) }))
                """) as? [String: Any])
        #expect((rules["passes"] as? Int ?? 0) > 5, "axe-core has looked at something")
        return try #require(rules["serious"] as? [String])
    }

    @Test(arguments: ["light", "dark"])
    func `no screen of the console has a serious finding`(theme: String) async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await page.go(console.address)
            try await page.until("document.querySelector('input[name=secret]')")
            try await Self.load(page)
            #expect(try await Self.serious(page) == [], "the way in")
            _ = try await console.station.addReader("bench-1")
            try await console.station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await console.station.waymark("audit", "--sightings", FieldFiles.walk, expecting: 2)
            try await console.logIn()
            try await Self.load(page)
            try await page.fill("#theme", theme)
            try await page.until("document.documentElement.dataset.theme === '\(theme)'")
            for view in Self.views {
                try await console.show(view)
                try await page.run("for (const each of document.querySelectorAll('details')) each.open = true")
                #expect(try await Self.serious(page) == [], "\(view), \(theme)")
            }
            try await console.show("audit")
            try await page.click(".finding")
            try await page.until("document.querySelector('.detail .step')")
            #expect(try await Self.serious(page) == [], "a finding, \(theme)")
            try await expectRepairIsGood(console, theme)
            try await page.press("?")
            try await page.until("document.querySelector('dialog[open]')")
            #expect(try await Self.serious(page) == [], "the keys, \(theme)")
        }
    }

    /// What is done about a finding: its forms, its order on paper, who has it in hand, and work with a picture.
    private func expectRepairIsGood(_ console: ConsoleStation, _ theme: String) async throws {
        let page = console.page
        try await page.run("for (const each of document.querySelectorAll('details')) each.open = true")
        try await page.until("document.querySelector('.forms select').options.length > 5")
        #expect(try await Self.serious(page) == [], "the forms of a finding, \(theme)")
        try await page.click(".forms details:nth-child(1) button")
        try await page.until("document.querySelector('.forms img')?.naturalWidth > 200")
        #expect(try await Self.serious(page) == [], "a work order, \(theme)")
        let photograph = console.station.folder["after.jpg"]
        _ = try await PicturePeers.run("photograph_with_place", photograph)
        try await page.fill(".forms details:nth-child(3) input", "Kim")
        try await page.choose([photograph], in: ".forms details:nth-child(3) .field:nth-of-type(4) input")
        try await page.click(".forms details:nth-child(3) button")
        try await page.until("document.querySelector('.repair img')?.naturalWidth > 0")
        #expect(try await Self.serious(page) == [], "a finding that was put right, \(theme)")
    }

    @Test(arguments: ["auto", "sun"])
    func `no screen of the walk page has a serious finding, and one hand reaches everything`(look: String) async throws
    {
        try await WalkStation.run(signs: ["https://fruta.example/store/cupertino?tag=q-cu-01"]) { walk in
            let page = walk.page
            try await page.go("\(walk.origin)/walk/")
            try await page.fill("#look", look)
            try await page.until("document.documentElement.dataset.look === '\(look)'")
            func expectGood(_ screen: String) async throws {
                #expect(try await Self.serious(page) == [], "\(screen), \(look)")
                #expect(try await Self.small(page) == [], "\(screen): too small for a thumb")
            }
            try await Self.load(page)
            try await expectGood("pairing")
            try await walk.pair("anna", stores: ["cupertino", "san-francisco"])
            try await Self.load(page)
            try await page.run("for (const each of document.querySelectorAll('details')) each.open = true")
            try await expectGood("between walks")
            try await page.stand(37.3230, -122.0322, accuracy: 12)
            try await page.click("button.large")
            try await page.until("document.querySelector('#verdict[data-kind]')")
            try await page.run("for (const each of document.querySelectorAll('details')) each.open = true")
            try await expectGood("the walk")
        }
    }

    /// What can be touched and is less than 44 pixels high or wide (WCAG 2.5.5).
    private static func small(_ page: RemotePage) async throws -> [String] {
        try #require(
            try await page.run(
                """
                [...document.querySelectorAll("button, a[href], input, select, summary")].filter((each) => each.checkVisibility())
                  .map((each) => [each, each.getBoundingClientRect()])
                  .filter(([, { width, height }]) => width < 44 || height < 44)
                  .map(([each, { width, height }]) => `${each.outerHTML.slice(0, 60)}: ${width} x ${height}`)
                """) as? [String])
    }

    @Test func `the first visit of a phone loads at most 400 kB`() async throws {
        try await ConsoleStation.run { console in
            let page = console.page
            try await page.go("\(console.address)walk/")
            try await page.until("document.querySelector('#code')")
            try await page.until("navigator.serviceWorker.controller")
            // All that the page keeps: decoder and every language included.
            let script =
                "caches.keys().then(([name]) => caches.open(name)).then((all) => all.keys()).then((all) => all.map(({ url }) => url))"
            let files = try #require(try await page.run(script) as? [String])
            let words =
                ["--silent", "--write-out", "%{size_download}\\n"] + files.flatMap { ["--output", "/dev/null", $0] }
            let sizes = try await Witness.curl.run(words).output.split(separator: "\n").compactMap { Int($0) }
            #expect(sizes.count == files.count && sizes.count > 20)
            let sum = sizes.reduce(0, +)
            #expect(sum > 100_000 && sum <= 400_000, "\(sum) bytes")
        }
    }
}
