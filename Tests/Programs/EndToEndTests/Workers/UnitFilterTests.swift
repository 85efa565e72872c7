import Foundation
import TestBench
import Testing
import UnixSystem

/// A station under the filter of system calls that its unit asks for: what gives up rights needs some to do it.
@Suite(
    .timeLimit(.minutes(10)), .needs(.curl),
    .enabled(if: UnitFilter.canRun, "needs systemd-analyze and the package python3-seccomp"))
struct UnitFilterTests {
    @Test func `the daemon, a serial worker and the sheets' program work under the unit's filter`() async throws {
        try await TestStation.run(surroundings: .unitFilter) { station in
            let daemon = try #require(station.daemon?.process.processIdentifier)
            let status = try String(contentsOfFile: "/proc/\(daemon)/status", encoding: .utf8)
            #expect(status.contains("Seccomp:\t2\n"), "the filter is there: \(status)")
            _ = try await station.addReader("bench")
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let sheet = try await station.ask("POST", "/v1/batches/fruta-qr/sheets", body: #"{"stock":"22805"}"#)
            #expect(sheet.status == 201, "\(sheet)\n\(station.log)")
        }
    }
}
