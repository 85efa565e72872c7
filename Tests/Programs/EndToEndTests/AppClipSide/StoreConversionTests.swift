import Foundation
import TestBench
import Testing
import UnixSystem

/// `waymark store convert`: places of other systems become a deployment's stores.
@Suite(.timeLimit(.minutes(10))) struct StoreConversionTests {
    private func convert(_ words: [String]) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            .commandLine, ["store", "convert"] + words, environment: ["WAYMARK_SOCKET": "/nowhere"]
        ).wait()
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
    }

    private static let google = """
        Store code,Business name,Address line 1,Locality,Latitude,Longitude
        cupertino,Bright Egg Café Cupertino,1 Infinite Loop,Cupertino,37.3193,-122.0293
        san-mateo,Bright Egg San Mateo,1 B St,San Mateo,37.5630,-122.3255
        oakland,Bright Egg Oakland,1 Broadway,Oakland,37.8044,122.2712
        lost,Bright Egg Lost,2 Lost St,Lost,,

        """

    @Test func `a deployment is extended, with reasons, doubts and what was not used`() async throws {
        let folder = try TemporaryFolder()
        let copy = folder["egg"]
        try FileManager.default.copyItem(atPath: Repository.path("tags/brightegg"), toPath: copy)
        let stores = "\(copy)/stores.csv"
        let before = try text(stores)
        try folder.write(Self.google, to: "google.csv")
        let words = [folder["google.csv"], "--output", stores]
        let preview = try await convert(words + ["--dry-run"])
        #expect(preview.status == .exited(3) && preview.output.hasSuffix("; nothing was written\n"), "\(preview)")
        #expect(try text(stores) == before)
        let ending = try await convert(words)
        #expect(ending.status == .exited(3), "\(ending)")
        #expect(
            ending.output.contains(
                """
                added: san-mateo (Bright Egg San Mateo), radius 100 m
                  neither a footprint nor a walk is known: 100 m, as for every such place
                """))
        #expect(ending.output.contains("kept as it is: cupertino: its address is \"1 Infinite Loop, Cupertino\" there"))
        #expect(ending.errors.contains("warning: store oakland: the longitude's sign looks wrong"))
        #expect(ending.errors.contains("not used: \(folder["google.csv"]):5: it has no position"))
        let after = try text(stores)
        #expect(after.hasPrefix(before) && after.split(separator: "\n").count == 8)
        // Another run adds nothing; --update takes the address.
        let again = try await convert(words + ["--json"])
        #expect((again.document["added"] as? [Any])?.isEmpty == true)
        #expect((again.document["kept"] as? [String]) == ["san-mateo", "oakland"])
        #expect(try text(stores) == after)
        _ = try await convert(words + ["--update"])
        #expect(try text(stores).contains("\"1 Infinite Loop, Cupertino\""))
        let check = try await RunningProgram(.commandLine, ["check", copy, "--json"]).wait()
        #expect((check.document["stores"] as? Int) == 7, "\(check)")
    }

    @Test func `a footprint and a walk give the radius, in a new file`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"hall","properties":{"name":"Hall"},"geometry":{"type":"Polygon","coordinates":
            [[[-122.01,37.33],[-122.009,37.33],[-122.009,37.331],[-122.01,37.331],[-122.01,37.33]]]}},
            {"type":"Feature","id":"kiosk","properties":{"name":"Kiosk"},"geometry":{"type":"Point","coordinates":[-122.05,37.33]}}
            ]}
            """, to: "places.geojson")
        try folder.write(
            "time,url,uid,latitude,longitude,accuracy\n2026-11-19T17:10:38Z,https://a.example/,,37.331,-122.05,30\n",
            to: "walk.csv")
        let ending = try await convert([
            folder["places.geojson"], "--output", folder["stores.csv"], "--walk", folder["walk.csv"], "--json",
        ])
        #expect(ending.status == .exited(0), "\(ending)")
        let added = try #require(ending.document["added"] as? [[String: Any]])
        #expect(added.map { $0["basis"] as? String } == ["footprint", "walks"])
        #expect((added[1]["reason"] as? String) == "the walk's fix is 111 m away, accurate to 30 m")
        #expect(try text(folder["stores.csv"]).hasSuffix("kiosk,Kiosk,37.33,-122.05,150,\n"))
    }

    @Test func `another coordinate system is refused, and nothing is written`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"features":[]}"#,
            to: "p.geojson")
        let refused = try await convert([folder["p.geojson"], "--output", folder["stores.csv"]])
        #expect(refused.status == .exited(1) && refused.errors.contains("not of WGS 84"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: folder["stores.csv"]))
    }
}
