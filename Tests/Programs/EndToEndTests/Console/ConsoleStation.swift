import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// A station with its console open in a browser.
struct ConsoleStation {
    let station: TestStation
    let page: RemotePage
    let address: String

    /// Runs a test with a daemon that listens on a free port of the loopback, and a browser in front of it.
    static func run(_ body: (ConsoleStation) async throws -> Void) async throws {
        // One that the daemon gets again when it is started anew.
        let port = try ReservedPort()
        try await TestStation.run(options: ["--listen", "127.0.0.1:\(port.number)"]) { station in
            let page = try await RemotePage(folder: station.folder)
            try await body(
                ConsoleStation(station: station, page: page, address: "http://127.0.0.1:\(port.number)/"))
        }
    }

    func makeToken(_ role: String = "administer") async throws -> String {
        try await station.waymark("token", "create", "--role", role, "--name", "\(role)-1").output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Opens the console and logs in, as a person does.
    func logIn(_ role: String = "administer") async throws {
        let token = try await makeToken(role)
        try await page.go(address)
        try await page.fill("input[name=secret]", token)
        try await page.click("form button")
        try await page.until("document.querySelector('.top nav')")
    }

    /// Goes to a view, and waits until it has something to show.
    func show(_ view: String) async throws {
        try await page.run(
            """
            new Promise((done) => {
              addEventListener("hashchange", () => done(true), { once: true });
              location.hash = "#/\(view)";
            })
            """)
        try await page.until("document.querySelector('main:not([aria-busy]) h1')")
    }

    /// Makes batch `a`, logs in, and starts writing it at the bench with one emulated reader.
    func startBatch(tags count: Int) async throws -> EmulatedReader {
        let reader = try await station.addReader("bench-1")
        try await station.createBatch("a", tags: count)
        try await logIn("provision")
        try await page.click(".choice .primary")
        try await until(lane: "waiting")
        return reader
    }

    /// A chip for the emulated reader's antenna.
    static func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    /// What the bench says of its one reader.
    func until(lane state: String) async throws {
        try await page.until("document.querySelector('.lane')?.dataset.state === '\(state)'")
    }

    /// Hides the page or shows it again, as a person does who changes between tabs.
    func setHidden(_ isHidden: Bool) async throws {
        try await page.run(
            """
            Object.defineProperty(document, "hidden", { configurable: true, value: \(isHidden) });
            document.dispatchEvent(new Event("visibilitychange"));
            """)
    }

    /// The page's text, as people see it.
    var text: String { get async throws { try await page.text("document.querySelector('main').innerText") } }

    /// Nothing went wrong in the browser, and nobody else was asked for anything. Refusals by the API are told in the
    /// browser's log as well: `allowing` are their status numbers.
    func expectNoComplaints(allowing statuses: [Int] = []) async throws {
        let complaints = try await page.complaints()
        let wrong = (complaints["wrong"] ?? []).filter { entry in
            let text = "\(entry)"
            guard text.contains("exceptionDetails") || text.contains("level = error") else { return false }
            return !statuses.contains { text.contains("status of \($0)") }
        }
        #expect(wrong.isEmpty, "\(wrong)")
        #expect(complaints["dialogs"]?.isEmpty == true)
        let asked = complaints["asked"] as? [String] ?? []
        // `data:` is what the browser draws its own date fields with: the policy lets nothing of ours be that.
        #expect(asked.filter { !$0.hasPrefix(address) && !$0.hasPrefix("data:") && $0 != "about:blank" } == [])
    }
}
