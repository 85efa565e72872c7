import CSV
import Foundation
import Geodesy
import PlaceFiles
import Registry
import TestBench
import Testing
import UnixSystem

/// Random outlines, checked by shapely and GeographicLib.
@Suite(.timeLimit(.minutes(10))) struct FootprintWitnessTests {
    private static let folder: URL = {
        var url = URL(filePath: #filePath)
        while !FileManager.default.fileExists(atPath: url.appending(path: "Package.swift").path), url.path != "/" {
            url.deleteLastPathComponent()
        }
        return url
    }()
    private static let python = folder.appending(path: ".venv/bin/python").path
    private static let mayTest =
        ProcessInfo.processInfo.environment["CI"] != nil || FileManager.default.isExecutableFile(atPath: python)

    @Test(.enabled(if: mayTest, "there is no .venv: run Scripts/python-peers"), arguments: [1, 2, 3])
    func `centre and farthest corner are those of others`(seed: Int) async throws {
        let script = Self.folder.appending(path: "Tests/Publishing/PlaceFilesTests/Peers/random_outlines.py").path
        let ending = try await RunningProgram(path: Self.python, [script, "\(seed)", "400"]).wait()
        try #require(ending.status == .exited(0), "\(ending.errors)")
        let file = try PlaceFile(Array(ending.output.utf8), file: "outlines")
        #expect(file.problems == [] && file.candidates.count > 350)
        let features = try #require(ending.document["features"] as? [[String: Any]])
        for (feature, candidate) in zip(features, file.candidates) {
            let expected = try #require(feature["properties"] as? [String: Any])
            let centre = try Coordinate(
                latitude: try #require(expected["latitude"] as? Double),
                longitude: try #require(expected["longitude"] as? Double))
            let footprint = try #require(candidate.footprint)
            // Two planes at the same corner.
            #expect(footprint.centre.distance(to: centre) < 0.05, "\(candidate.name)")
            let farthest = try #require(expected["farthest"] as? Double)
            // The file has twelve decimals, a tenth of a micrometre.
            #expect(abs(footprint.farthestCorner(from: centre) - farthest) < 1e-5, "\(candidate.name)")
        }
    }

    @Test(.enabled(if: mayTest, "there is no .venv: run Scripts/python-peers"))
    func `a workbook that openpyxl wrote is read like the table`() async throws {
        let folder = try TemporaryFolder()
        let program = """
            import sys, openpyxl
            book = openpyxl.Workbook()
            for row in [["Store code", "Business name", "Address line 1", "Latitude", "Longitude"],
                        ["0042", "Café", "1 High St", 37.323, -122.0322], ["7", None, None, 1, 2]]:
                book.active.append(row)
            book.save(sys.argv[1])
            """
        let path = folder["places.xlsx"]
        let ending = try await RunningProgram(path: Self.python, ["-c", program, path]).wait()
        try #require(ending.status == .exited(0), "\(ending.errors)")
        let file = try PlaceFile(Array(try Data(contentsOf: URL(filePath: path))), file: "places.xlsx")
        #expect(file.candidates.map(\.id.text) == ["0042"] && file.candidates.first?.address == "1 High St")
        #expect(file.candidates.first?.point == (try Coordinate(latitude: 37.323, longitude: -122.0322)))
        #expect(file.problems.map(\.description) == ["places.xlsx:3: it has no name"])
    }
}
