import Foundation
import TestBench
import Testing
import UnixSystem

/// The findings as files, read by programs of others.
@Suite(.timeLimit(.minutes(10))) struct ReportFileTests {
    private static let fruta = Repository.path("tags/fruta")

    private func audit(_ body: (TemporaryFolder, [String: Any]) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let reports = ["walk.csv", "walk.geojson", "walk.json"].flatMap { ["--report", folder[$0]] }
        let ending = try await RunningProgram(
            .commandLine,
            [
                "audit", "--stores", "\(Self.fruta)/stores.csv", "--experiences", "\(Self.fruta)/experiences.csv",
                "--template", TestStation.template, "--sightings", "\(Self.fruta)/walks/mixed-up-printouts.csv",
                "--json",
            ] + reports
        ).wait()
        #expect(ending.status == .exited(2), "\(ending)")
        try await body(folder, ending.document)
    }

    private func object(_ file: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: file))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test(.needs(.python)) func `the CSV has a row for each finding`() async throws {
        try await audit { folder, document in
            let program = "import csv, json, sys; print(json.dumps({'rows': list(csv.DictReader(open(sys.argv[1])))}))"
            let rows = try await Witness.python.run(["-c", program, folder["walk.csv"]]).document["rows"]
            let findings = try #require(document["findings"] as? [[String: Any]])
            let table = try #require(rows as? [[String: String]])
            #expect(table.map { $0["message"] } == findings.map { $0["message"] as? String })
            #expect(Set(table[0].keys) == ["code", "severity", "stores", "tags", "message", "next"])
            #expect(table[0]["tags"]?.split(separator: " ").count == 16)
        }
    }

    @Test func `the map is GeoJSON with every region and every tag`() async throws {
        try await audit { folder, _ in
            let map = try object(folder["walk.geojson"])
            #expect(map["type"] as? String == "FeatureCollection")
            let features = try #require(map["features"] as? [[String: Any]])
            var kinds: [String: Int] = [:]
            for feature in features {
                #expect(feature["type"] as? String == "Feature")
                let geometry = try #require(feature["geometry"] as? [String: Any])
                let properties = try #require(feature["properties"] as? [String: Any])
                let kind = try #require(properties["kind"] as? String)
                kinds[kind, default: 0] += 1
                let positions =
                    geometry["type"] as? String == "Point"
                    ? [geometry["coordinates"] as? [Double]]
                    : (geometry["coordinates"] as? [[Double]])?.map(Optional.some)
                for position in try #require(positions) {
                    let position = try #require(position)
                    try #require(position.count == 2)
                    #expect((-180...180).contains(position[0]) && (-90...90).contains(position[1]))
                }
            }
            #expect(kinds == ["region": 3, "tag": 24, "finding": 16])
        }
    }

    @Test func `the JSON is what standard output says`() async throws {
        try await audit { folder, document in
            let file = try object(folder["walk.json"])
            #expect(NSDictionary(dictionary: file).isEqual(to: document))
        }
    }
}
