import Foundation

/// Sightings of the signs of the example deployment, every one where it belongs.
struct Walk {
    private static let places = [
        "cupertino": "37.3230,-122.0322", "san-francisco": "37.7793,-122.4193", "seoul-gangnam": "37.4979,127.0276",
    ]
    private var rows: [String] = []

    /// One sighting of each tag of `tags/fruta/batches/fruta-qr.csv`, ten minutes apart from one store to the next.
    init() throws {
        let file = try String(contentsOfFile: Repository.path("tags/fruta/batches/fruta-qr.csv"), encoding: .utf8)
        for (number, row) in file.split(separator: "\n").dropFirst().enumerated() {
            let fields = row.split(separator: ",").map(String.init)
            let minute = String(format: "%02d", number)
            rows.append(
                "2026-11-19T17:\(minute):00Z,https://fruta.example/store/\(fields[1])?tag=\(fields[0]),,"
                    + "\(Self.places[fields[1]] ?? ""),9")
        }
    }

    /// As a file of sightings, without some tags.
    func text(without tags: Set<String> = []) -> String {
        let seen = rows.filter { row in !tags.contains { row.contains("tag=\($0),") } }
        return "time,url,uid,latitude,longitude,accuracy\n" + seen.map { $0 + "\n" }.joined()
    }
}
