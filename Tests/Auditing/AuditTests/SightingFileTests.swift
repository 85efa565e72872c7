import AppClips
import CSV
import Chips
import Geodesy
import Registry
import Testing

@testable import Audit
@testable import AuditLedger

/// What comes of rows of a file of sightings.
@Suite struct `Sighting files` {
    private let header = "time,url,uid,latitude,longitude,accuracy,source,device,confidence\n"
    private let good = "2026-11-19T17:10:38Z,https://a.example/,,1,2,3,,,\n"

    private func read(_ text: some Sequence<UInt8>, chunk: Int = .max, threads: Int = 1) throws -> AuditReport {
        let scope = AuditScope(stores: [], experiences: [], templates: [])
        let auditor = Auditor(scope, rules: AuditRules(now: Timestamp(iso8601: "2026-11-21T00:00:00Z")))
        var rest = Array(text)[...]
        try auditor.intake.readSightings("walk.csv", threads: threads) {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
        return auditor.outcome(keepingEveryTag: true).report(listingTags: true)
    }

    private func row(_ text: String) throws -> SightingRow {
        let bytes = Array(text.utf8)
        var rows = FastRows(ByteSummary(bytes.span))
        let isThere = rows.next(in: bytes.span)
        #expect(isThere)
        var fields = RowFields(columns: 9)
        fields.place(rows, of: bytes.span, RowLayout(positions: Array(0..<9), width: 9))
        var parser = SightingParser(latest: .max)
        return try parser.row(bytes.span, fields)
    }

    @Test func `a device whose name is marked for spreadsheets is the same device`() throws {
        let start = "2026-11-19T17:10:38Z,https://a.example/1,,37.5,127.25,15,phone,"
        let device = try row(start + "=p,").visit.device
        #expect(try row(start + "'=p,").visit.device == device)
        #expect(try row(start + "p,").visit.device != device)
    }

    @Test func `a row becomes numbers`() throws {
        let row = try row(
            "2026-11-19T17:10:38+09:00,https://a.example/1,04:a1:b2:c3:d4:e5:80,37.5,127.25,15.096,phone,p-1,")
        #expect(row.chip.uid?.hexadecimal == "04A1B2C3D4E580")
        #expect(row.url.count == 19)
        let packed = row.record(entry: 77)
        #expect(packed.entry == 77 && packed.time == 1_795_075_838)
        #expect(packed.latitude == 37.5 && packed.longitude == 127.25 && abs(packed.sigma - 10) < 1e-3)
    }

    @Test(arguments: [(-90.0, -180.0), (90, 180), (37.323_060_123, -122.032_052_987), (0, 0), (-0.000_000_001, 1e-9)])
    func `a place with nine decimals is kept exactly`(_ latitude: Double, _ longitude: Double) {
        let visit = PackedVisit(
            entry: (1 << 20) - 1, time: .max, device: .max, latitude: latitude, longitude: longitude, sigma: 1e7)
        #expect(visit.latitude == latitude && visit.longitude == longitude && visit.sigma == 1e7)
        #expect(visit.entry == (1 << 20) - 1 && visit.time == .max && visit.device == .max)
    }

    @Test(arguments: [("gpsd,,", 2.4477), ("phone,,", 1.5096), (",,0.95", 2.4477), ("gpsd,,0.68", 1.5096)])
    func `an accuracy has the confidence of its source unless stated`(_ end: String, _ scale: Float) throws {
        #expect(
            abs(
                10 / (try row("2026-11-19T17:10:38Z,https://a.example/1,,1,2,10,\(end)").record(entry: 0).sigma) - scale
            ) < 1e-4)
    }

    @Test(arguments: [
        (
            "2026-11-19T17:10:38,https://a.example/,,1,2,3,,,",
            "time \"2026-11-19T17:10:38\" is not an ISO 8601 time with an offset"
        ),
        (
            "2026-02-30T17:10:38Z,https://a.example/,,1,2,3,,,",
            "time \"2026-02-30T17:10:38Z\" is not an ISO 8601 time with an offset"
        ),
        ("2026-11-23T00:00:00Z,https://a.example/,,1,2,3,,,", "time \"2026-11-23T00:00:00Z\" is in the future"),
        ("9999-11-23T00:00:00Z,https://a.example/,,1,2,3,,,", "time \"9999-11-23T00:00:00Z\" is in the future"),
        (",https://a.example/,,1,2,3,,,", "time is empty"),
        ("2026-11-19T17:10:38Z,,,1,2,3,,,", "url is empty"),
        ("2026-11-19T17:10:38Z,nonsense,,1,2,3,,,", "url \"nonsense\" has no scheme such as https:"),
        (
            "2026-11-19T17:10:38Z,https://a.example/,xyz,1,2,3,,,",
            "uid \"xyz\" is not 4, 7, 8 or 10 bytes in hexadecimal"
        ),
        (
            "2026-11-19T17:10:38Z,https://a.example/,04A1B2C3D4,1,2,3,,,",
            "uid \"04A1B2C3D4\" is not 4, 7, 8 or 10 bytes in hexadecimal"
        ),
        ("2026-11-19T17:10:38Z,https://a.example/,,91,2,3,,,", "latitude 91 is outside -90...90"),
        ("2026-11-19T17:10:38Z,https://a.example/,,,2,3,,,", "latitude is empty"),
        ("2026-11-19T17:10:38Z,https://a.example/,,1,181,3,,,", "longitude 181 is outside -180...180"),
        ("2026-11-19T17:10:38Z,https://a.example/,,nan,1,3,,,", "latitude \"nan\" is not a number"),
        ("2026-11-19T17:10:38Z,https://a.example/,,1,2,x,,,", "accuracy \"x\" is not a number"),
        ("2026-11-19T17:10:38Z,https://a.example/,,1,2,-3,,,", "accuracy -3 m is not between 0 and 20037508"),
        ("2026-11-19T17:10:38Z,https://a.example/,,1,2,3,,,1", "confidence 1 is not between 0 and 1"),
        // Squares of these left the range of numbers, and the whole file was refused without a line.
        ("2026-11-19T17:10:38Z,https://a.example/,,1,2,1e154,,,", "accuracy 1e+154 m is not between 0 and 20037508"),
        ("2026-11-19T17:10:38Z,https://a.example/,,1,2,1e154,,,0.9", "accuracy 1e+154 m is not between 0 and 20037508"),
        (
            "2026-11-19T17:10:38Z,https://a.example/,,1,2,3,,,1e-300",
            "confidence 1e-300 is too small for accuracy 3 m"
        ),
        (
            "2026-11-19T17:10:38Z,https://a.example/,,1,2,3,,,1e-14",
            "confidence 1e-14 is too small for accuracy 3 m"
        ),
        ("2026-11-19T17:10:38Z,https://a.example/", "2 fields where the header has 9"),
        ("2026-11-19T17:10:38Z,https://a.example/\r1,,1,2,3,,,", "a carriage return is not followed by a line feed"),
        (
            "2026-11-19T17:10:38Z,https://a.example/" + String(repeating: "a", count: 5_000) + ",,1,2,3,,,",
            "url has 5018 bytes, no tag holds more than 4096"
        ),
        (
            "2026-11-19T17:10:38Z,https://a.example/" + String(repeating: "a", count: 100_000) + ",,1,2,3,,,",
            "field 2 is longer than 65536 bytes"
        ),
    ])
    func `a bad row is named and the good ones count`(_ row: String, _ reason: String) throws {
        // With a quote in the neighbourhood the other reader takes the rows, and must say the same.
        for neighbour in [good, "2026-11-19T17:10:38Z,\"https://a.example/\",,1,2,3,,,\n"] {
            let report = try read((header + neighbour + row + "\n" + good).utf8)
            #expect(report.summary.sightings == 2)
            #expect(report.badRows?.problems.map(\.description) == ["walk.csv:3: \(reason)"])
            #expect(report.exitStatus == 3)
        }
    }

    @Test func `accuracies of zero and of ten kilometres are good rows`() throws {
        let row = "2026-11-19T17:10:38Z,https://a.example/,,1,2,"
        let report = try read((header + row + "0,,,\n" + row + "10000,,,\n").utf8)
        #expect(report.summary.sightings == 2 && report.badRows == nil)
    }

    @Test func `bytes that are not UTF-8 make one bad row`() throws {
        let bad: [UInt8] =
            Array("2026-11-19T17:10:38Z,https://a.example/".utf8) + [0xC3, 0x28] + Array(",,1,2,3,,,\n".utf8)
        let report = try read(Array(header.utf8) + bad + Array(good.utf8))
        #expect(report.summary.sightings == 1)
        #expect(report.badRows?.problems.map(\.description) == ["walk.csv:2: not valid UTF-8"])
    }

    @Test func `a hundred bad rows are named and all are counted`() throws {
        let report = try read((header + String(repeating: "x\n", count: 250)).utf8, threads: 2)
        #expect(report.badRows?.count == 250)
        #expect(report.badRows?.problems.map(\.line) == Array(2...101))
    }

    @Test func `a missing column refuses the file`() {
        #expect(throws: FileError.self) { try read("time,url,latitude,longitude,accuracy\n".utf8) }
        #expect(throws: FileError.self) { try read("".utf8) }
    }

    /// However the file is cut, on however many threads it is read: the same report with the same lines.
    @Test(arguments: [1, 7, 64, 1_000], [1, 2, 5])
    func `cuts and threads change nothing`(_ chunk: Int, _ threads: Int) throws {
        var text = "\u{FEFF}" + header.replacing("\n", with: "\r\n")
        for number in 0..<60 {
            let url = number % 7 == 0 ? "\"https://a.example/\n\(number)\"" : "https://a.example/\(number % 20)"
            text += "2026-11-19T17:10:\(10 + number % 50)Z,\(url),,1,\(number % 5).5,3,,,\r\n"
            if number % 11 == 0 { text += "bad,row\n" }
            if number % 13 == 0 { text += "a \"quote,,,,,,,,\n\n" }
        }
        let expected = try read(text.utf8)
        #expect(expected.badRows?.count == 11)
        #expect(expected.summary.sightings == 60)
        #expect(try read(text.utf8, chunk: chunk, threads: threads) == expected)
    }

    @Test func `a file without end but without line feeds stays bounded`() throws {
        var left = 40
        let scope = AuditScope(stores: [], experiences: [], templates: [])
        let auditor = Auditor(scope)
        let start = Array(header.utf8)
        try auditor.intake.readSightings("walk.csv") {
            left -= 1
            if left == 39 { return start }
            return left > 0 ? Array(repeating: 0x61, count: 100_000) : []
        }
        #expect(
            auditor.outcome().report().badRows?.problems.map(\.description) == ["walk.csv:2: longer than 262144 bytes"])
    }
}
