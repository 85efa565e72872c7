import Geodesy
import Glibc
import UnixSystem

/// The files that every contender reads: stores, experiences and sightings of a large chain.
struct Files {
    let folder: String
    let stores: Int
    let tags: Int
    let sightings: Int

    var storeFile: String { "\(folder)/stores.csv" }
    var experienceFile: String { "\(folder)/experiences.csv" }
    var sightingFile: String { "\(folder)/sightings-\(sightings).csv" }

    func make() throws {
        try File.writeAtomically(
            Array("url,title,subtitle,action\nhttps://chain.example/store/,Chain,Coffee,open\n".utf8),
            to: experienceFile)
        var random = Random(state: 42)
        var text = "store,name,latitude,longitude,radius\n"
        var places: [Coordinate] = []
        for store in 0..<stores {
            let place = try Coordinate(
                latitude: Double(random.below(1_100_000) - 500_000) / 10_000,
                longitude: Double(random.below(3_400_000) - 1_700_000) / 10_000)
            places.append(place)
            text += "s\(Self.digits(store, 5)),Store \(store),\(place.latitude),\(place.longitude),150\n"
        }
        try File.writeAtomically(Array(text.utf8), to: storeFile)
        try writeSightings(places, &random)
    }

    /// Every tag equally often, in an order without order. The tags of one store in a hundred are at the next one.
    private func writeSightings(_ places: [Coordinate], _ random: inout Random) throws {
        let file = try FileDescriptor.open(sightingFile, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
        var bytes = Array("time,url,uid,latitude,longitude,accuracy,source,device\n".utf8)
        for row in 0..<sightings {
            // 1 000 003 is prime and shares no factor with the number of tags.
            let tag = (row &* 1_000_003) % tags
            let store = tag % stores
            let truth = places[store % 200 < 2 ? store ^ 1 : store]
            let accuracy = 4 + random.below(30)
            let offset = Double(accuracy) / 1.5 / 111_000
            let latitude = truth.latitude + offset * random.normal()
            let longitude = truth.longitude + offset * random.normal() / cos(truth.latitude * .pi / 180)
            let second = random.below(30 * 86_400)
            let day = second / 86_400 + 1
            bytes += "2026-10-".utf8
            bytes += Self.digits(day, 2).utf8
            bytes += "T\(Self.digits(second / 3_600 % 24, 2)):".utf8
            bytes += "\(Self.digits(second / 60 % 60, 2)):\(Self.digits(second % 60, 2))Z".utf8
            bytes += ",https://chain.example/store/s\(Self.digits(store, 5))?tag=t\(Self.digits(tag, 7)),".utf8
            if tag % 2 == 0 { bytes += "04A1B2\(Self.digits(tag, 8))".utf8 }
            bytes +=
                ",\(Self.degrees(latitude)),\(Self.degrees(longitude)),\(accuracy),phone,p\(random.below(500_000))\n"
                .utf8
            if bytes.count > 1 << 20 {
                try file.write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        try file.write(bytes)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    private static func degrees(_ value: Double) -> String {
        let millionths = Int((abs(value) * 1e6).rounded())
        return "\(value < 0 ? "-" : "")\(millionths / 1_000_000).\(digits(millionths % 1_000_000, 6))"
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
