import Foundation
import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Two people at one job, each with a page.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleSharingTests {
    @Test func `who ends a job for all is asked first, and the other one learns who it was`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.startBatch(tags: 2)
            let other = try console.station.start(["write", "a", "--json"])
            defer { other.process.terminate() }
            let page = console.page
            try await page.until(
                "document.querySelector('.order')?.textContent.includes('takes part in this job, too')")
            let end =
                "[...document.querySelectorAll('.settings .quiet')].find((each) => each.textContent === 'End this job')"

            try await page.run("\(end).click()")
            try await page.until("document.querySelector('dialog[open]')?.innerText.includes('End the job for all?')")
            #expect(try await page.text("document.querySelector('dialog').innerText").contains("provision-1"))
            // To think better of it leaves the job as it is.
            try await page.run("document.querySelector('dialog button').click()")
            try await page.until("!document.querySelector('dialog')")
            reader.antenna.insert(ConsoleStation.chip(1))
            try await console.until(lane: "done")

            try await page.run("\(end).click()")
            try await page.click("dialog .danger")
            try await page.until("document.querySelector('.ending')?.dataset.state === 'cancelled'")
            let events = await other.wait().objects
            #expect(events.last?["type"] as? String == "cancelled", "\(events)")
            #expect(events.last?["by"] as? String == "token:provision-1", "\(events)")
            try await console.expectNoComplaints()
        }
    }

    @Test func `the page learns who has ended its job`() async throws {
        try await ConsoleStation.run { console in
            _ = try await console.startBatch(tags: 2)
            let id = try await console.page.text("location.hash.split('/').pop()")
            let answer = try await console.station.ask("DELETE", "/v1/jobs/\(id)")
            #expect(answer.status == 200, "\(answer)")
            try await console.page.until("document.querySelector('.ending .by')")
            let words = try await console.page.text("document.querySelector('.ending .by').textContent")
            #expect(words.hasPrefix("By uid:\(getuid()) ("), "\(words)")
            try await console.expectNoComplaints()
        }
    }
}
