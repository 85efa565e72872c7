import Foundation
import TestBench
import Testing

/// Sheets that are made over the API.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct SheetRequestTests {
    @Test(.needs(.reader), .needs(.pdftoppm)) func `a preview leaves nothing behind, a sheet is on record`()
        async throws
    {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let path = "/v1/batches/fruta-qr/sheets"
            let preview = try await station.ask("POST", path, body: #"{"stock":"22805","preview":true}"#)
            #expect(preview.status == 201 && preview.document["digest"] == nil, "\(preview)")
            let id = try #require(preview.document["id"] as? String)
            #expect(try await station.ask("GET", "/v1/sheets/\(id)/pdf").code == "unknown-sheet")
            let picture = station.folder["page.png"]
            try await Self.load("/v1/sheets/\(id)/pages/1", to: picture, station)
            let codes = try await Witness.reader.run(["-1", picture], expecting: nil).output
            #expect(codes.contains("https://"), "\(codes)")
            #expect(try await station.journal("sheet-made").isEmpty)

            let made = try await station.ask("POST", path, body: #"{"stock":"22805"}"#)
            let sheet = try #require(made.document["id"] as? String, "\(made)")
            let pdf = station.folder["sheet.pdf"]
            try await Self.load("/v1/sheets/\(sheet)/pdf", to: pdf, station)
            let digest = try await Witness.sha256sum.run([pdf]).output.prefix(64)
            #expect(made.document["digest"] as? String == String(digest))
            let records = try await station.journal("sheet-made")
            #expect(records.count == 1 && records[0]["digest"] as? String == String(digest))
            #expect((records[0]["cells"] as? [Any])?.count == 24)

            let again = try await station.ask("POST", path, body: #"{"stock":"22805"}"#)
            #expect(again.status == 409 && again.code == "printed-before")
            let other = try await station.ask("POST", path, body: #"{"stock":"22805","again":true}"#)
            #expect(other.status == 201)
        }
    }

    private static func load(_ path: String, to file: String, _ station: TestStation) async throws {
        _ = try await Witness.curl.run([
            "--silent", "--fail", "--unix-socket", station.socket, "--output", file, "http://waymarkd\(path)",
        ])
    }

    @Test(arguments: [
        (#"{"stock":"../../etc/passwd"}"#, "not a label stock"), (#"{"stock":"--help"}"#, "unknown label stock"),
        (#"{"stock":"nope"}"#, "the stocks that come with Waymark"), (#"{"stock":"22805","start":0}"#, "no label 0"),
    ])
    func `what cannot be made is refused and leaves nothing`(body: String, why: String) async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let answer = try await station.ask("POST", "/v1/batches/fruta-qr/sheets", body: body)
            #expect(answer.status == 422 && answer.code == "sheet-refused" && answer.body.contains(why), "\(answer)")
            let left = (try? FileManager.default.contentsOfDirectory(atPath: station.folder["sheets"])) ?? []
            #expect(left.filter { $0 != "fontconfig" } == [])
            #expect(try await station.journal("sheet-made").isEmpty)
        }
    }
}
