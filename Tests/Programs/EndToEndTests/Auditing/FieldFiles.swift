import Foundation
import TestBench
import Testing
import UnixSystem

/// The Python with Pillow that `Scripts/python-peers` makes.
enum PicturePeers {
    static let python = Repository.path(".venv/bin/python")
    /// In CI it must be there: a missing one is a failure, not a skip.
    static let areExpected =
        ProcessInfo.processInfo.environment["CI"] != nil || FileManager.default.isExecutableFile(atPath: python)

    static func run(_ script: String, _ arguments: String...) async throws -> RunningProgram.Ending {
        let path = Repository.path("Tests/Programs/EndToEndTests/Auditing/Peers/\(script).py")
        let ending = try await RunningProgram(path: python, [path] + arguments).wait()
        try #require(ending.status == .exited(0), "\(script): \(ending)")
        return ending
    }
}

/// The example walk as files of every format.
struct FieldFiles {
    struct Row {
        let time: String
        let url: String
        let latitude: String
        let longitude: String
        let accuracy: String
        let device: String

        /// Whether it was seen within a kilometre of a place, in degrees.
        func isNear(_ latitude: Double, _ longitude: Double) -> Bool {
            guard let north = Double(self.latitude), let east = Double(self.longitude) else { return false }
            return abs(north - latitude) < 0.01 && abs(east - longitude) < 0.01
        }
    }

    static let walk = Repository.path("tags/fruta/walks/mixed-up-printouts.csv")
    let rows: [Row]

    /// `time`: when all of it was seen; nil: as the example's walk says.
    init(at time: String? = nil) throws {
        rows = try String(contentsOfFile: Self.walk, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return Row(
                time: time ?? fields[0], url: fields[1], latitude: fields[3], longitude: fields[4], accuracy: fields[5],
                device: fields[7])
        }
    }

    private func members(_ row: Row) -> String {
        "\"time\":\"\(row.time)\",\"url\":\"\(row.url)\",\"accuracy\":\(row.accuracy),\"device\":\"\(row.device)\""
    }

    var jsonLines: String {
        rows.map { "{\(members($0)),\"latitude\":\($0.latitude),\"longitude\":\($0.longitude)}\n" }.joined()
    }

    var geoJSON: String {
        let features = rows.map { row in
            "{\"type\":\"Feature\",\"properties\":{\(members(row))},"
                + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(row.longitude),\(row.latitude)]}}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
    }

    var gpx: String {
        let waypoints = rows.map { row in
            """
            <wpt lat="\(row.latitude)" lon="\(row.longitude)"><time>\(row.time)</time>\
            <link href="\(row.url.replacing("&", with: "&amp;"))"/>\
            <extensions><w:accuracy>\(row.accuracy)</w:accuracy><w:device>\(row.device)</w:device></extensions></wpt>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1" xmlns:w="urn:test">
            \(waypoints.joined(separator: "\n"))
            </gpx>

            """
    }

    /// The walk as files of every form of text, plain and packed. Two are named wrongly on purpose: the content tells.
    func texts(in folder: TemporaryFolder) async throws -> [String] {
        let plain = [
            Self.walk, try folder.write(jsonLines, to: "lines.csv"), try folder.write(geoJSON, to: "features.txt"),
            try folder.write(gpx, to: "waypoints.gpx"),
        ]
        let pack = "import gzip, sys; open(sys.argv[2], 'wb').write(gzip.compress(open(sys.argv[1], 'rb').read()))"
        var packed: [String] = []
        for (number, path) in plain.enumerated() {
            packed.append(folder["\(number).gz"])
            _ = try await Witness.python.run(["-c", pack, path, folder["\(number).gz"]])
        }
        return plain + packed
    }

    /// The same photographs as iPhones write them.
    func heic(_ photographs: [String]) async throws -> [String] {
        var made: [String] = []
        for path in photographs {
            made.append(path.replacing(".jpg", with: ".heic"))
            _ = try await Witness.heifEncoder.run(["-q", "50", path, "-o", made[made.count - 1]])
        }
        return made
    }

    /// Photographs with four codes each, turned and seen from the side; the position is that of the first.
    func photographs(in folder: TemporaryFolder) async throws -> [String] {
        var pictures: [[String: Any]] = []
        for start in stride(from: 0, to: rows.count, by: 4) {
            let part = rows[start..<min(start + 4, rows.count)]
            var codes: [String] = []
            for (number, row) in zip(start..., part) {
                let path = folder["code-\(number).png"]
                let ending = try await RunningProgram(.commandLine, ["symbol", row.url, "--output", path]).wait()
                try #require(ending.status == .exited(0), "\(ending)")
                codes.append(path)
            }
            let row = rows[start]
            pictures.append([
                "path": folder["photograph-\(start).jpg"], "codes": codes, "time": row.time,
                "latitude": Double(row.latitude) ?? 0, "longitude": Double(row.longitude) ?? 0,
                "accuracy": Double(row.accuracy) ?? 0, "turn": [0, 17, 90, 200, -33, 5][start / 4 % 6],
            ])
        }
        let list = folder["photographs.json"]
        try JSONSerialization.data(withJSONObject: pictures).write(to: URL(filePath: list))
        _ = try await PicturePeers.run("make_photographs", list)
        return pictures.compactMap { $0["path"] as? String }
    }
}
