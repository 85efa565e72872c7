import CSV
import Faults
import Foundation
import SightingFiles
import Testing

struct SightingFileTests {
    private func rows(
        _ text: String, defaults: SightingDefaults = SightingDefaults(), notes: SightingNotes = SightingNotes()
    ) throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = try SightingFile(path, defaults: defaults, notes: notes).whole(limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Why rows are bad, as a person reads it.
    private func reasons(_ text: String) throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let notes = SightingNotes()
        let bytes = try SightingFile(path, defaults: SightingDefaults(), notes: notes).whole(limit: 1 << 20)
        let rows = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return rows.indices.compactMap { row in
            let placed = notes.placed(FileProblem(file: path, line: row + 1, reason: "-"))
            return placed.reason.hasSuffix("-") ? nil : placed.reason
        }
    }

    private static let header = "time,url,uid,latitude,longitude,accuracy,source,device,confidence"

    @Test func `CSV goes through as it is`() throws {
        #expect(try rows("\u{FEFF}a,b\n1,2") == ["\u{FEFF}a,b", "1,2"])
        #expect(try rows("") == [""])
    }

    @Test(arguments: [
        // Members in any order, numbers or texts, unknown members and nulls.
        "{\"longitude\":\"-122\",\"x\":{},\"latitude\":0.00001,\"time\":\"T\",\"uid\":null,\"url\":\"u,v\",\"accuracy\":9}",
        "[{\"url\":\"u,v\",\"time\":\"T\",\"latitude\":1e-5,\"longitude\":-122,\"accuracy\":9.0}]",
        """
        {"crs":["features",{"features":[1]}],"features":[{"properties":{"url":"u,v","time":"T","accuracy":9},"type":
        "Feature","geometry":{"coordinates":[-122,0.00001,35],"type":"Point"}}],"type":"FeatureCollection"}
        """,
        "\u{1E}{\"type\":\"Feature\",\"properties\":{\"url\":\"u,v\",\"time\":\"T\",\"accuracy\":9},"
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[-122,0.00001]}}\r\n",
    ])
    func `JSON of each kind is the same row`(_ text: String) throws {
        let row = try #require(try rows(text).dropFirst().first)
        let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        #expect(fields.prefix(4) == ["T", "\"u", "v\"", ""])
        #expect(Double(fields[4]) == 0.00001 && !fields[4].contains("e"))
        #expect(Double(fields[5]) == -122 && Double(fields[6]) == 9)
    }

    /// The places are counted by hand; `é` is one character of two bytes.
    @Test(arguments: [
        (
            "{\"time\":\"é\",\"url\":\"u\",\"accuracy\":[1]}\n",
            "column 34: accuracy: it is neither a text nor a number"
        ),
        ("{\"time\":\"T\" \"url\":\"u\"}\n", "column 13: a comma or } should be here, not \"\"\""),
    ])
    func `what is wrong in a line has its column`(_ text: String, _ reason: String) throws {
        #expect(try reasons(text).first ?? "" == reason)
    }

    @Test func `what is wrong in a feature has its line and column in the file`() throws {
        let text = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":null},
             {"type":"Feature","geometry":{"type":"Point","coordinates":["é",1]},
              "properties":{"url":"u"}}, {"type":"Feature",
              "geometry":{"type":"Point","coordinates":[1,1]}, "properties":{"url":{}}},
             {"é":1 "b":2}]}
            """
        #expect(
            try reasons(text) == [
                "feature 2: line 2, column 31: geometry: its position is not made of numbers",
                "feature 3: line 4, column 72: properties.url: it is neither a text nor a number",
                "feature 4: line 5, column 9: a comma or } should be here, not \"\"\"",
            ])
    }

    @Test func `a waypoint's link, URL or name that is one is what was read`() throws {
        let point = "<wpt lat=\"37.3\" lon=\"-122\"><time>T</time>"
        let text = """
            <?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/0" creator="GPSD 3.25">
            \(point)<name>Counter</name><link href="https://a.example/1?a=1&amp;b=2"><text>x</text></link></wpt>
            \(point)<url>https://a.example/2</url></wpt><trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk>
            \(point)<name>https://a.example/3</name><src>phone</src></wpt>\(point)<name>Car park</name></wpt>
            </gpx>
            """
        let notes = SightingNotes()
        let read = try rows(text, defaults: SightingDefaults(accuracy: 12.5), notes: notes)
        #expect(
            read == [
                Self.header, "T,https://a.example/1?a=1&b=2,,37.3,-122,12.5,gpsd,,",
                "T,https://a.example/2,,37.3,-122,12.5,gpsd,,", "T,https://a.example/3,,37.3,-122,12.5,phone,,", "", "",
            ])
        #expect(notes.warnings.count == 1 && notes.warnings[0].hasSuffix(": 1 waypoint without a URL was left out"))
    }

    /// What Android's `Location.getAccuracy()` gives without an accuracy, as apps hand it on.
    @Test(arguments: ["0", "0.0", "-0", "\"0\"", "\"0.000\""])
    func `accuracy 0 is none, not that of a surveyed place`(zero: String) throws {
        let line = "{\"url\":\"u\",\"time\":\"T\",\"latitude\":1,\"longitude\":2,\"accuracy\":\(zero)}\n"
        let notes = SightingNotes()
        #expect(try rows(line + line, notes: notes) == [Self.header, "T,u,,1.0,2.0,,,,", "T,u,,1.0,2.0,,,,", ""])
        let warning = try #require(notes.warnings.first)
        #expect(notes.warnings.count == 1 && warning.hasSuffix(": 2 lines say accuracy 0, which is taken as none"))
        #expect(try rows(line, defaults: SightingDefaults(accuracy: 15)) == [Self.header, "T,u,,1.0,2.0,15.0,,,", ""])
        let waypoint = """
            <gpx><wpt lat="1" lon="2"><link href="u"/><extensions><accuracy>\(zero.filter { $0 != "\"" })</accuracy>
            </extensions></wpt></gpx>
            """
        #expect(try rows(waypoint) == [Self.header, ",u,,1,2,,,,", ""])
    }

    @Test func `a table of CSV may have surveyed places`() throws {
        let table = "time,url,uid,latitude,longitude,accuracy\nT,u,,1,2,0"
        let notes = SightingNotes()
        #expect(try rows(table, notes: notes) == table.split(separator: "\n").map(String.init))
        #expect(notes.warnings.isEmpty)
    }

    @Test(arguments: [
        ("{\"features\":[]", SightingFileError.Code.malformed), ("{\"features\":1}", .malformed),
        ("[]]", .malformed), ("<a/>", .unknownFormat), ("<gpx>", .malformed), ("a\u{0}b", .unknownFormat),
    ])
    func `a file that is broken as a whole is refused`(_ text: String, _ code: SightingFileError.Code) {
        let error = #expect(throws: SightingFileError.self) { try rows(text) }
        #expect(error?.code == code)
    }
}
