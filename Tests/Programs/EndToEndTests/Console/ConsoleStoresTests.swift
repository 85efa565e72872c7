import Foundation
import ReaderEmulator
import TestBench
import Testing

/// Stores of several deployments, and taking back what nothing uses.
@Suite(
    .needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct ConsoleStoresTests {
    @Test func `two deployments that share a store's identifier are told apart, and looked at alone`() async throws {
        try await ConsoleStation.run { console in
            for name in ["fruta", "brightegg"] {
                try await console.station.waymark("deployment", "load", Repository.path("tags/\(name)"))
            }
            try await console.station.waymark("audit", "--sightings", FieldFiles.walk, expecting: 2)
            try await console.logIn()
            let page = console.page
            // What the map draws, from what the station says.
            let drawn = """
                Promise.all([import("/console/map-rows.js"), ...["/v1/stores?limit=1000", "/v1/map", "/v1/findings"]
                  .map((path) => fetch(path).then((answer) => answer.json()))])
                  .then(([{ rowsOf }, { stores }, { features }, { findings }]) => {
                    const rows = rowsOf(findings, stores, features.filter(({ properties }) => properties.kind === "tag"));
                    return {
                      names: rows.stores.map(([key, name]) => name),
                      latitudes: rows.stores.filter(([key, name]) => name.includes("Cupertino")).map((row) => row[2]),
                      owners: [...new Set(rows.tags.map((tag) => rows.stores[tag[1]]?.[1]))],
                      mixed: rows.findings[0][2].map((store) => rows.stores[store][1]),
                    };
                  })
                """
            let rows = try #require(try await page.run(drawn) as? [String: Any])
            let names = try #require(rows["names"] as? [String])
            #expect(
                names.filter { $0.contains("Cupertino") }.sorted() == [
                    "Bright Egg Café Cupertino · brightegg", "Fruta Cupertino · fruta",
                ])
            #expect(names.contains("Fruta San Francisco"), "where nothing is shared, nothing is added")
            #expect(Set(rows["latitudes"] as? [Double] ?? []) == [37.3230, 37.3193])
            #expect((rows["owners"] as? [String])?.contains("Bright Egg Café Cupertino · brightegg") == false)
            #expect((rows["mixed"] as? [String])?.sorted() == ["Fruta Cupertino · fruta", "Fruta San Francisco"])

            try await console.show("stores")
            try await page.until("document.querySelectorAll('td.id code').length === 8")
            let filter = "select[data-filter=deployment]"
            try await page.fill(filter, "brightegg")
            try await page.until("document.querySelectorAll('td.id code').length === 5")
            #expect(try await console.text.contains("Fruta") == false)
            try await console.show("batches")
            try await page.fill(filter, "fruta")
            try await page.until(
                "document.querySelector('tbody') && !document.querySelector('tbody').innerText.includes('egg')")
            try await console.show("audit")
            try await page.until("document.querySelectorAll('.finding').length === 1")
            try await page.fill(filter, "brightegg")
            try await page.until("document.querySelectorAll('.finding').length === 0")
            #expect(try await page.run("document.querySelector('.verdicts').children.length") as? Int == 0)
            try await page.fill(filter, "fruta")
            try await page.click(".finding")
            try await page.until("document.querySelector('.detail .step')")
            try await console.expectNoComplaints()
        }
    }

    @Test func `what nothing uses is deleted by its name, and what is used stays with the reason`() async throws {
        try await ConsoleStation.run { console in
            let station = console.station
            try await station.createBatch("a", tags: 2)
            let more = try station.folder.write(
                "store,name,latitude,longitude,radius\nd,Fruta Daly City,37.7,-122.4,100\n", to: "more.csv")
            try await station.waymark("store", "import", more)
            try await console.logIn()
            let page = console.page
            func press(_ name: String) async throws {
                let button = "button[aria-label='Delete \(name)']"
                try await page.until("document.querySelector(\"\(button)\")")
                try await page.run("document.querySelector(\"\(button)\").click()")
            }
            try await console.show("stores")
            try await press("Fruta Cupertino")
            try await page.until("document.querySelector('td.tools .why')?.textContent === 'Tags are for this store.'")
            #expect(try await page.run("document.querySelector('dialog')") is NSNull)
            try await press("Fruta Daly City")
            try await page.until("document.querySelector('dialog[open] .danger')?.disabled")
            try await page.fill("dialog .confirmation", "Fruta Cupertino")
            #expect(try await page.run("document.querySelector('dialog .danger').disabled") as? Bool == true)
            try await page.fill("dialog .confirmation", "Fruta Daly City")
            try await page.click("dialog .danger")
            try await page.until("document.querySelectorAll('td.id code').length === 1")

            try await console.show("stores/experiences")
            try await press("https://f.example/")
            try await page.fill("dialog .confirmation", "https://f.example/")
            try await page.click("dialog .danger")
            // Only the station knows which tags an experience opens.
            try await page.until("document.querySelector('td.tools .why')?.textContent.includes('https://f.example/')")

            try await console.show("batches/a")
            try await press("a")
            try await page.fill("dialog .confirmation", "a")
            try await page.click("dialog .danger")
            try await page.until("location.hash === '#/batches' && document.querySelector('.empty')")
            #expect(try await station.journal("batch-deleted").count == 1)
            #expect(try await station.journal("store-deleted").count == 1)
            #expect(try await station.journal("experience-deleted").isEmpty)
            try await console.expectNoComplaints(allowing: [404, 409])
        }
    }

    @Test func `a batch that was begun cannot be deleted, and says so`() async throws {
        try await ConsoleStation.run { console in
            let reader = try await console.startBatch(tags: 2)
            try await console.show("batches/a")
            try await console.page.until(
                "document.querySelector('.deletion .why')?.textContent === 'It is being written.'")
            reader.antenna.insert(ConsoleStation.chip(1))
            while try await console.station.journal("write-confirmed").isEmpty {
                try await Task.sleep(for: .milliseconds(20))
            }
            try await console.station.waymark("batch", "pause", "a")
            try await console.page.until(
                "document.querySelector('.deletion .why')?.textContent.startsWith('1 of its tags is on a chip')")
            #expect(try await console.page.run("document.querySelector('.deletion button').disabled") as? Bool == true)
            try await console.expectNoComplaints()
        }
    }
}
