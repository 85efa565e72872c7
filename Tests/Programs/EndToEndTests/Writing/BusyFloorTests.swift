import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Eight real workers behind eight emulated readers, and one exchange in a hundred goes wrong.
///
/// `WAYMARK_FLOOR=10000` writes so many tags; otherwise 64.
@Suite struct `Eight workers on one batch` {
    private static let count = ProcessInfo.processInfo.environment["WAYMARK_FLOOR"].flatMap { Int($0) } ?? 64

    @Test(.timeLimit(.minutes(120))) func `write each tag to exactly one chip, in spite of faults`() async throws {
        let count = Self.count
        try await TestStation.run { station in
            try await station.createBatch("a", tags: count)
            let start = ContinuousClock.now
            var readers: [(name: String, reader: any PluggableReader)] = []
            for index in 0..<8 { readers.append(("r\(index)", try await station.addReader("r\(index)"))) }
            let floor = try await BusyFloor(station, batch: "a", chips: count + count / 100 + 10, readers: readers)
            let ending = try await floor.run()
            let time = ContinuousClock.now - start
            #expect(ending.status == .exited(0), "\(ending.errors.suffix(2_000))")
            try await floor.check(tags: count)
            print("floor: \(count) tags by 8 workers in \(time), faults: \(floor.faultList)")
        }
    }
}
