import Audit
import CSV
import Geodesy
import Registry
import Testing

@Suite struct `Sighting reader` {
    private let header = "time,url,uid,latitude,longitude,accuracy,source,device,confidence\n"

    private func read(_ text: String, chunk: Int = .max) throws -> (sightings: [Sighting], reader: SightingReader) {
        var reader = SightingReader(file: "walk.csv")
        var sightings: [Sighting] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try reader.feed(Array(rest.prefix(chunk))) { sightings.append($0) }
            rest = rest.dropFirst(chunk)
        }
        try reader.finish { sightings.append($0) }
        return (sightings, reader)
    }

    @Test(arguments: [1, 7, Int.max])
    func `a row becomes a sighting`(_ chunk: Int) throws {
        let row = "2026-11-19T17:10:38+09:00,https://a.example/1,04:a1:b2:c3:d4:e5:80,37.5,127.25,15.096,phone,p-1,\n"
        let (sightings, reader) = try read(header + row, chunk: chunk)
        let sighting = try #require(sightings.first)
        #expect(sighting.time == Timestamp(iso8601: "2026-11-19T08:10:38Z"))
        #expect(sighting.url == "https://a.example/1")
        #expect(sighting.uid?.hexadecimal == "04A1B2C3D4E580")
        #expect(sighting.place == (try Coordinate(latitude: 37.5, longitude: 127.25)))
        #expect(abs(sighting.error.sigma - 10) < 1e-3)
        #expect(sighting.device == "p-1")
        #expect(reader.count == 1 && reader.badRows.count == 0)
    }

    @Test(arguments: [("gpsd,,", 2.4477), ("phone,,", 1.5096), (",,0.95", 2.4477), ("gpsd,,0.68", 1.5096)])
    func `an accuracy has the confidence of its source unless stated`(_ end: String, _ scale: Double) throws {
        let row = "2026-11-19T17:10:38Z,https://a.example/1,,1,2,10,\(end)\n"
        let sighting = try #require(try read(header + row).sightings.first)
        #expect(abs(10 / sighting.error.sigma - scale) < 1e-4)
    }

    @Test(arguments: [
        (
            "2026-11-19T17:10:38,https://a.example/,,1,2,3,,,",
            "time \"2026-11-19T17:10:38\" is no ISO 8601 time with an offset"
        ),
        (",https://a.example/,,1,2,3,,,", "time is empty"),
        ("2026-11-19T17:10:38Z,,,1,2,3,,,", "url is empty"),
        ("2026-11-19T17:10:38Z,nonsense,,1,2,3,,,", "url \"nonsense\" has no scheme such as https:"),
        (
            "2026-11-19T17:10:38Z,https://a.example/,xyz,1,2,3,,,",
            "uid \"xyz\" is not 4, 7 or 10 bytes in hexadecimal"
        ),
        ("2026-11-19T17:10:38Z,https://a.example/,,91,2,3,,,", "latitude 91 is outside -90...90"),
        ("2026-11-19T17:10:38Z,https://a.example/,,,2,3,,,", "latitude is empty"),
        ("2026-11-19T17:10:38Z,https://a.example/,,1,181,3,,,", "longitude 181 is outside -180...180"),
        ("2026-11-19T17:10:38Z,https://a.example/,,1,2,x,,,", "accuracy \"x\" is not a number"),
        ("2026-11-19T17:10:38Z,https://a.example/,,1,2,-3,,,", "accuracy -3 m is below 0 or not finite"),
        ("2026-11-19T17:10:38Z,https://a.example/,,1,2,3,,,1", "confidence 1 is not between 0 and 1"),
        ("2026-11-19T17:10:38Z,https://a.example/", "2 fields where the header has 9"),
    ])
    func `a bad row is named and the good ones count`(_ row: String, _ reason: String) throws {
        let good = "2026-11-19T17:10:38Z,https://a.example/,,1,2,3,,,\n"
        let (sightings, reader) = try read(header + good + row + "\n" + good)
        #expect(sightings.count == 2)
        #expect(reader.badRows.problems.map(\.description) == ["walk.csv:3: \(reason)"])
    }

    @Test func `a hundred bad rows are named and all are counted`() throws {
        let (_, reader) = try read(header + String(repeating: "x\n", count: 250))
        #expect(reader.badRows.count == 250)
        #expect(reader.badRows.problems.count == 100)
        var sum = reader.badRows
        sum.add(reader.badRows)
        #expect(sum.count == 500 && sum.problems.count == 100)
    }

    @Test func `a missing column refuses the file`() {
        #expect(throws: FileError.self) { try read("time,url,latitude,longitude,accuracy\n") }
    }
}
