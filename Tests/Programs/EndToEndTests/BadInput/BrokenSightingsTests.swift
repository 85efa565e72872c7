import Foundation
import TestBench
import Testing
import UnixSystem

/// Files of sightings that are broken or hostile are refused for a reason that is told, within bounded memory.
@Suite(
    .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"), .needs(.heifEncoder),
    .timeLimit(.minutes(10)))
struct BrokenSightingsTests {
    /// MiB. A piece that is read has 1 MiB; a debugging build keeps many copies.
    private static let memory = 600

    private static let refused = [
        "cut.gz": "its gzip data ends in the middle", "damaged.gz": "its gzip data is damaged",
        "twice.gz": "it is gzip within gzip", "bomb.gz": "it unpacks to more than 250 times its size",
        "nested.gpx": "more than 64 of its elements stand within each other",
        "wide.gpx": "one of its tags has more than 1048576 bytes", "entities.gpx": "it declares a document type",
        "cut.gpx": "it is not well-formed XML", "page.html": "its root element is html",
        "cut.geojson": "its JSON ends in the middle",
        "deep.geojson": "more than 64 of its lists stand within each other",
        "wide.geojson": "one of its features has more than 1048576 bytes",
        "utf16.csv": "unrecognised file format",
    ]
    private static let bad = [
        "wide.csv": "bytes", "plain.jpg": "its EXIF has no position", "cut.jpg": "it is not a JPEG picture",
        "bomb.jpg": "60000 x 60000 pixels, more than 64 megapixels", "plain.heic": "its EXIF has no position",
        "cut.heic": "it is not an HEIC picture", "late.heic": "it is not an HEIC picture",
        "bomb.heic": "20000 x 20000 pixels, more than 64 megapixels",
    ]

    @Test func `each is refused or named, with its reason`() async throws {
        let folder = try TemporaryFolder()
        _ = try await PicturePeers.run("make_bad_files", folder.path)
        for (file, reason) in Self.refused.merging(Self.bad, uniquingKeysWith: { first, _ in first }) {
            let measured = try await MeasuredEnding(
                of: .commandLine, ["audit"] + FieldTests.onFiles + ["--sightings", folder[file]])
            #expect(measured.errors.contains(reason), "\(file): \(measured)")
            if Self.refused[file] == nil {
                #expect(
                    measured.status == 3 && measured.errors.hasPrefix("bad row: \(folder[file])"), "\(measured)")
            } else {
                #expect(measured.status == 1 && measured.errors.contains("  next: "), "\(file): \(measured)")
            }
            #expect(measured.largest < Self.memory, "\(file)")
        }
    }

    @Test func `a photograph comes from a file, for a process of its own`() async throws {
        let folder = try TemporaryFolder()
        _ = try await PicturePeers.run("make_bad_files", folder.path)
        for name in ["plain.jpg", "plain.heic"] {
            let words =
                "'\(BuiltProgram.commandLine.path)' audit \(FieldTests.onFiles.joined(separator: " ")) --sightings -"
            let ending = try await RunningProgram(path: "/bin/sh", ["-c", "\(words) < '\(folder[name])'"]).wait()
            #expect(ending.status == .exited(1) && ending.errors.contains("a process of its own reads"), "\(ending)")
        }
    }

    /// A camera that knows none may write it: it does not say that the place was surveyed.
    @Test func `a photograph with accuracy 0 is bad until an accuracy is given`() async throws {
        let folder = try TemporaryFolder()
        let (code, url) = (folder["code.png"], "https://fruta.example/store/cupertino?tag=t1")
        let drawn = try await RunningProgram(.commandLine, ["symbol", url, "--output", code]).wait()
        try #require(drawn.status == .exited(0), "\(drawn)")
        let wanted: [String: Any] = [
            "path": folder["sign.jpg"], "codes": [code], "time": "2026-11-19T17:10:38Z", "latitude": 37.3230,
            "longitude": -122.0322, "accuracy": 0, "turn": 0,
        ]
        let list = folder["photographs.json"]
        try JSONSerialization.data(withJSONObject: [wanted]).write(to: URL(filePath: list))
        _ = try await PicturePeers.run("make_photographs", list)
        let words = ["audit"] + FieldTests.onFiles + ["--sightings", folder["sign.jpg"]]
        let bad = try await RunningProgram(.commandLine, words).wait()
        #expect(bad.status == .exited(3) && bad.errors.contains(": accuracy is empty"), "\(bad)")
        #expect(bad.errors.contains("--accuracy M"), "\(bad)")
        let good = try await RunningProgram(.commandLine, words + ["--accuracy", "10"]).wait()
        #expect([.exited(0), .exited(2)].contains(good.status) && good.errors.isEmpty, "\(good)")
    }

    @Test func `bad lines, waypoints and features are told by where they are, and the good ones count`() async throws {
        let folder = try TemporaryFolder()
        let good = """
            "time":"2026-11-19T17:10:38Z","url":"https://fruta.example/store/cupertino?tag=t1","accuracy":9
            """
        let point = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[-122.0322,37.3230]}"
        let car = "{\"type\":\"Feature\",\"properties\":{},\(point)}"
        let features = [
            "{\"type\":\"Feature\",\"properties\":{\(good)},\(point)}", car,
            "{\"type\":\"Feature\",\"properties\":{\(good.replacing("9", with: "-9"))},\(point)}", "7",
        ]
        let line = "{\(good),\"latitude\":37.3230,\"longitude\":-122.0322}"
        let waypoint = "<wpt lat='37.3230' lon='-122.0322'><time>2026-11-19T17:10:38Z</time>"
        let link =
            "<link href='https://fruta.example/store/cupertino?tag=t1'/><extensions><accuracy>9</accuracy></extensions>"
        let gpx =
            "<gpx>\(waypoint)\(link)</wpt>\(waypoint)</wpt><wpt lat='99' lon='0'><time>2026-11-19T17:10:38Z</time>\(link)</wpt></gpx>"
        let files: [(name: String, text: String, errors: [String])] = [
            (
                "a.jsonl", "\n\(line)\n{\"time\":\n[1]\n\(line.replacing("37.3230", with: "91"))\n",
                [
                    "bad row: FILE:3: column 9: the text ends where a value should be",
                    "bad row: FILE:4: column 1: it is not a JSON object with the members of a sighting",
                    "bad row: FILE:5: latitude 91 is outside -90...90",
                ]
            ),
            (
                "a.geojson", "{\"features\":[\(features.prefix(3).joined(separator: ","))]}",
                [
                    "warning: FILE: 1 feature without a URL was left out", "bad row: FILE: feature 3: ",
                ]
            ),
            (
                "a.gpx", gpx,
                [
                    "warning: FILE: 1 waypoint without a URL was left out",
                    "bad row: FILE: waypoint 3: latitude 99 is outside",
                ]
            ),
        ]
        for file in files {
            let path = try folder.write(file.text, to: file.name)
            let words = ["audit"] + FieldTests.onFiles + ["--sightings", path]
            let ending = try await RunningProgram(.commandLine, words).wait()
            #expect(ending.status == .exited(3) && ending.output.contains("sightings   1\n"), "\(ending)")
            let lines = ending.errors.split(separator: "\n").map { $0.replacing(path, with: "FILE") }
            #expect(lines.count == file.errors.count, "\(ending.errors)")
            for (line, expected) in zip(lines, file.errors) { #expect(line.hasPrefix(expected)) }
        }
    }
}
