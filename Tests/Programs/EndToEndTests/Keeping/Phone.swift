import Foundation
import TestBench
import Testing

/// A phone that has scanned, and the traces of it that a file may hold.
struct Phone {
    struct Scan {
        let time: Int
        let url: String
        let latitude: Double
        let longitude: Double
    }

    let name: String
    let scans: [Scan]

    /// Scans in no order of time, of tags of the deployment and of codes that nothing else has seen.
    init(_ name: String, scans count: Int, _ random: inout SeededRandom) {
        self.name = name
        scans = (0..<count).map { _ in
            let isPrivate = random.next(below: 3) == 0
            let host = random.next(below: 2) == 0 ? "\(name)-\(random.next(below: 9))" : "shared"
            let url =
                isPrivate
                ? "https://\(host).example/\(name)/\(random.next())"
                : "https://fruta.example/store/cupertino?tag=q-cu-0\(1 + random.next(below: 9))"
            return Scan(
                time: 1_763_000_000 + Int(random.next(below: 9_000_000)), url: url,
                latitude: Self.degrees(&random, 80), longitude: Self.degrees(&random, 170))
        }
    }

    /// Six decimals, as phones write them.
    private static func degrees(_ random: inout SeededRandom, _ limit: UInt64) -> Double {
        Double(1_000_000 + random.next(below: limit * 1_000_000)) / 1e6
    }

    var table: String {
        scans.reduce(into: "time,url,uid,latitude,longitude,accuracy,source,device\n") { table, scan in
            let time = Date(timeIntervalSince1970: Double(scan.time)).formatted(.iso8601)
            table += "\(time),\(scan.url),,\(scan.latitude),\(scan.longitude),9,phone,\(name)\n"
        }
    }

    var privateURLs: [String] { scans.map(\.url).filter { !$0.hasPrefix("https://fruta.example/") } }

    /// Its URLs, and its positions as SQLite and as texts hold them.
    var traces: [Data] {
        privateURLs.map { Data($0.utf8) }
            + scans.flatMap { scan in
                [scan.latitude, scan.longitude].map { degrees in
                    withUnsafeBytes(of: degrees.bitPattern.bigEndian) { Data($0) }
                } + [Data(String(format: "%.6f, %.6f", scan.latitude, scan.longitude).utf8)]
            }
    }
}

extension TestStation {
    /// The registry's files that hold one of the traces.
    func files(holding traces: [Data]) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Set(
            names.filter { $0.hasPrefix("registry.sqlite") }.filter { name in
                guard let bytes = try? Data(contentsOf: URL(filePath: folder[name])) else { return false }
                return traces.contains { bytes.range(of: $0) != nil }
            })
    }

    /// What the registry calls a device that it knows.
    func pseudonyms() async throws -> [Data] {
        let program = try RunningProgram(path: "sqlite3", [registry, "SELECT pseudonym FROM devices"])
        return await program.wait().output.split(separator: "\n").map { Data($0.utf8) }
    }

    /// Waits until nothing is left to erase.
    func untilErased() async throws {
        while try await waymark("status", expecting: nil).output.contains("erasure-pending") {
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
