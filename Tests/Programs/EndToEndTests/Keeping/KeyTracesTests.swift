import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// What a key leaves in the daemon's memory.
@Suite(.timeLimit(.minutes(10))) struct `A key in the daemon's memory` {
    @Test(.enabled(if: geteuid() == 0, "only root reads the memory of a process that hides it"))
    func `is there once for its use, and nothing of its file's text is left`() async throws {
        let keys = try TemporaryFolder()
        let file = keys["2026.key"]
        let ending = try await RunningProgram(.commandLine, ["key", "create", file]).wait()
        #expect(ending.status == .exited(0), "\(ending)")
        let digits = try Array(#require(String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").last).utf8)
            .suffix(64)
        let secret = stride(from: digits.startIndex, to: digits.endIndex, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        #expect(secret.count == 32)
        try await TestStation.run(options: ["--tag-key", keys.path]) { station in
            let process = try #require(station.daemon?.process.processIdentifier)
            let memory = try ProcessMemory(of: process)
            // Halves: an allocator may have written over the beginning of what it was given back.
            #expect(memory.count(Array(digits.suffix(32))) == 0)
            // The search finds what is there.
            #expect(memory.count(secret) >= 1)
        }
    }
}

/// The readable memory of another process.
private struct ProcessMemory {
    private var regions: [Data] = []

    init(of process: pid_t) throws {
        let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/mem"))
        let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard fields[1].hasPrefix("rw"), ends.count == 2, ends[1] < UInt64(Int64.max) else { continue }
            try memory.seek(toOffset: ends[0])
            if let region = try? memory.read(upToCount: Int(ends[1] - ends[0])) { regions.append(region) }
        }
    }

    func count(_ wanted: [UInt8]) -> Int {
        let wanted = Data(wanted)
        return regions.map { region in
            var count = 0
            var rest = region.startIndex..<region.endIndex
            while let found = region.range(of: wanted, in: rest) {
                count += 1
                rest = found.upperBound..<region.endIndex
            }
            return count
        }.reduce(0, +)
    }
}
