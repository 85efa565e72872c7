import Foundation
import TestBench
import Testing
import UnixSystem

/// The verdict in the page against the station's audit.
@Suite(.needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct WalkVerdictTests {
    private struct Case {
        let latitude, longitude, radius: Double
        let seenLatitude, seenLongitude, accuracy: Double
    }

    /// Fixes around the edges of regions all over the world, good to a metre and to a kilometre.
    private static func cases(_ count: Int) -> [Case] {
        var random = SeededRandom(seed: 21)
        return (0..<count).map { _ in
            let latitude = Double.random(in: -70...75, using: &random)
            let longitude = Double.random(in: -180...180, using: &random)
            let radius = Double.random(in: 20...500, using: &random).rounded()
            let accuracy = (exp(Double.random(in: 0...log(400), using: &random)) * 10).rounded() / 10
            let away = max(0, radius + accuracy * Double.random(in: -4...16, using: &random))
            let angle = Double.random(in: 0...(2 * .pi), using: &random)
            let east = away * sin(angle) / (111_320 * cos(latitude * .pi / 180))
            func digits(_ value: Double) -> Double { (value * 1e7).rounded() / 1e7 }
            return Case(
                latitude: digits(latitude), longitude: digits(longitude), radius: radius,
                seenLatitude: digits(latitude + away * cos(angle) / 111_320),
                seenLongitude: digits(min(max(longitude + east, -180), 180)), accuracy: accuracy)
        }
    }

    @Test func `10 000 fixes get the same verdict in the page and by the station's audit`() async throws {
        let cases = Self.cases(10_000)
        let folder = try TemporaryFolder()
        let stores = try folder.write(
            "store,name,latitude,longitude,radius\n"
                + cases.enumerated().map { "s\($0),S,\($1.latitude),\($1.longitude),\($1.radius)\n" }.joined(),
            to: "stores.csv")
        let sightings = try folder.write(
            "time,url,uid,latitude,longitude,accuracy\n"
                + cases.enumerated().map { number, one in
                    "2026-11-19T17:10:38Z,https://fruta.example/store/s\(number)?tag=t\(number),,"
                        + "\(one.seenLatitude),\(one.seenLongitude),\(one.accuracy)\n"
                }.joined(), to: "walk.csv")
        let audit = try await RunningProgram(
            .commandLine,
            [
                "audit", "--stores", stores, "--experiences", Repository.path("tags/fruta/experiences.csv"),
                "--template",
                TestStation.template, "--sightings", sightings, "--json=tags",
            ]
        ).wait()
        let tags = try #require(audit.document["tags"] as? [[String: Any]], "\(audit.errors)")
        let byStation = Dictionary(
            uniqueKeysWithValues: try tags.map { tag in
                (
                    try #require(tag["tag"] as? String),
                    (try #require(tag["verdict"] as? String), try #require(tag["probability"] as? Double))
                )
            })
        #expect(byStation.count == cases.count)

        try await ConsoleStation.run { console in
            try await console.page.go("\(console.address)walk/")
            var (counts, furthest) = ([String: Int](), 0.0)
            for start in stride(from: 0, to: cases.count, by: 1_000) {
                let numbers = cases[start..<start + 1_000].map {
                    [$0.latitude, $0.longitude, $0.radius, $0.seenLatitude, $0.seenLongitude, $0.accuracy]
                }
                let json = String(decoding: try JSONSerialization.data(withJSONObject: numbers), as: UTF8.self)
                let script = """
                    import("/walk/judge.js").then(({ judge }) => {
                      const rules = { confidence: 0.68, errorModel: { share: 0.02, factor: 5 }, outsideLimit: 0.001,
                        insideLimit: 0.95 };
                      return \(json).map(([latitude, longitude, radius, north, east, accuracy]) => {
                        const fix = { latitude: north, longitude: east, accuracy };
                        const { verdict, probability } = judge(fix, { latitude, longitude, radius }, rules);
                        return [verdict, probability];
                      });
                    })
                    """
                let answers = try #require(try await console.page.run(script) as? [[Any]])
                for (offset, answer) in answers.enumerated() {
                    let (verdict, probability) = try #require(byStation["t\(start + offset)"])
                    #expect(answer[0] as? String == verdict, "\(cases[start + offset])")
                    furthest = max(furthest, abs((answer[1] as? Double ?? .infinity) - probability))
                    counts[verdict, default: 0] += 1
                }
            }
            #expect(furthest < 1e-6)
            // All three occur, each more than a few times.
            #expect(["inside", "outside", "undecided"].allSatisfy { counts[$0, default: 0] > 500 }, "\(counts)")
            print("verdicts: \(counts), probabilities within \(furthest)")
        }
    }
}
