import Geodesy
import Glibc
import UnixSystem

/// The files that every contender reads: stores, experiences and sightings of a large chain.
struct Files {
    static let stores = 40_000

    let folder: String
    let shape: Shape
    let sightings: Int

    var storeFile: String { "\(folder)/stores.csv" }
    var experienceFile: String { "\(folder)/experiences.csv" }
    /// Of the same columns, without a row: what a run takes before its first tag.
    var emptyFile: String { "\(folder)/empty.csv" }
    var sightingFile: String { "\(folder)/\(shape.fileName)" }
    /// What peers have to know, as JSON.
    var shapeFile: String { "\(folder)/shape.json" }

    /// Writes them. Sightings that are to be packed are written as they are, for gzip to pack.
    func make() throws {
        let url = shape.template.prefix { $0 != "{" }
        try File.writeAtomically(
            Array("url,title,subtitle,action\n\(url),Chain,Coffee,open\n".utf8), to: experienceFile)
        var random = Random(state: UInt64(42 + shape.seed))
        var text = "store,name,latitude,longitude,radius\n"
        var places: [Coordinate] = []
        for store in 0..<Self.stores {
            let place = try Coordinate(
                latitude: Double(random.below(1_100_000) - 500_000) / 10_000,
                longitude: Double(random.below(3_400_000) - 1_700_000) / 10_000)
            places.append(place)
            let radius = shape.radii[store % shape.radii.count]
            text += "\(shape.store(store)),Store \(store),\(place.latitude),\(place.longitude),\(radius)\n"
        }
        try File.writeAtomically(Array(text.utf8), to: storeFile)
        let rows = tags(&random)
        let urlBytes = Set(rows).reduce(0) { $0 + shape.url(store: Int($1) % Self.stores, tag: Int($1)).utf8.count }
        try File.writeAtomically(
            Array(
                """
                {"file": "\(shape.fileName)", "store": "\(shape.storePattern)", "numbers": \(shape.hasNumbers), \
                "template": "\(shape.template)", "words": "\(shape.words)", "urlBytes": \(urlBytes)}

                """.utf8), to: shapeFile)
        try File.writeAtomically(Array((shape.columns.joined(separator: ",") + "\n").utf8), to: emptyFile)
        try writeSightings(of: rows, places, &random)
    }

    /// Of which tag each row is. Every tag equally often, or some forty times as often as others.
    private func tags(_ random: inout Random) -> [Int32] {
        var tags: [Int32] = []
        tags.reserveCapacity(sightings)
        var tag: Int32 = 0
        while tags.count < sightings {
            // Few tags are on the main door, many on a table.
            let often = shape.isEven ? 5 : 1 + random.below(8) * random.below(7) * 39 / 42
            for _ in 0..<min(often, sightings - tags.count) { tags.append(tag) }
            tag += 1
        }
        guard shape.order != .byTag else { return tags }
        for index in stride(from: tags.count - 1, to: 0, by: -1) { tags.swapAt(index, random.below(index + 1)) }
        return tags
    }

    /// The tags of one store in a hundred are at the next one.
    private func writeSightings(of tags: [Int32], _ places: [Coordinate], _ random: inout Random) throws {
        let path = "\(folder)/sightings.csv"
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
        let end = shape.endsLinesWithCR ? "\r\n" : "\n"
        var bytes = Array((shape.columns.joined(separator: ",") + end).utf8)
        for (row, tag) in tags.enumerated() {
            let store = Int(tag) % Self.stores
            let values = sighting(of: Int(tag), store, row, places[store % 200 < 2 ? store ^ 1 : store], &random)
            for (index, column) in shape.columns.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                if shape.quotes { bytes.append(UInt8(ascii: "\"")) }
                bytes += (values[column] ?? "x").utf8
                if shape.quotes { bytes.append(UInt8(ascii: "\"")) }
            }
            bytes += end.utf8
            if bytes.count > 1 << 20 {
                try file.write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        try file.write(bytes)
    }

    private func sighting(
        of tag: Int, _ store: Int, _ row: Int, _ truth: Coordinate, _ random: inout Random
    ) -> [String: String] {
        let accuracy = shape.accuracies.lowerBound + random.below(shape.accuracies.count)
        let offset = Double(accuracy) / 1.5 / 111_000
        let latitude = truth.latitude + offset * random.normal()
        let longitude = truth.longitude + offset * random.normal() / cos(truth.latitude * .pi / 180)
        let second = shape.order == .byTime ? row * (30 * 86_400) / sightings : random.below(30 * 86_400)
        let (day, hour, minute) = (second / 86_400 + 1, second / 3_600 % 24, second / 60 % 60)
        return [
            "time":
                "2026-10-\(padded(day, 2))T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second % 60, 2))Z",
            "url": shape.url(store: store, tag: tag), "uid": tag % 2 == 0 ? "04A1B2\(padded(tag, 8))" : "",
            "latitude": Self.degrees(latitude), "longitude": Self.degrees(longitude), "accuracy": String(accuracy),
            "source": "phone", "device": "p\(random.below(500_000))",
        ]
    }

    private static func degrees(_ value: Double) -> String {
        let millionths = Int((abs(value) * 1e6).rounded())
        return "\(value < 0 ? "-" : "")\(millionths / 1_000_000).\(padded(millionths % 1_000_000, 6))"
    }
}

/// A small generator (xorshift), the same in each run.
struct Random {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func below(_ limit: Int) -> Int { Int(next() >> 16) % limit }

    mutating func normal() -> Double {
        let (first, second) = (
            Double(next() >> 11) / 9_007_199_254_740_992, Double(next() >> 11) / 9_007_199_254_740_992
        )
        return (-2 * log(1 - first)).squareRoot() * cos(2 * .pi * second)
    }
}
