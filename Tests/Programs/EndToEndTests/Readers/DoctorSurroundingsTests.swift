import Foundation
import TestBench
import Testing
import UnixSystem

/// What other programs of this machine answer to the doctor.
@Suite(.timeLimit(.minutes(10))) struct DoctorSurroundingsTests {
    private static func report(
        _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> (findings: [[String: Any]], fine: [String]) {
        let ending = try await RunningProgram(
            .commandLine, ["doctor", "--json", "--registry", "/tmp/registry.sqlite"] + arguments,
            environment: environment
        ).wait()
        return (ending.document["findings"] as? [[String: Any]] ?? [], ending.document["fine"] as? [String] ?? [])
    }

    @Test func `CUPS does not answer`() async throws {
        let folder = try TemporaryFolder()
        // It is bound and takes no connections.
        let listener = try UnixListener.listen(at: folder["cups.sock"])
        listener.shut()
        let (findings, _) = try await Self.report(environment: ["CUPS_SERVER": folder["cups.sock"]])
        #expect(findings.contains { $0["code"] as? String == "printing-silent" })
        withExtendedLifetime(listener.path) {}
    }

    @Test(.needs(.gpsd, .gpspipe)) func `gpsd has a position`() async throws {
        let gps = try FakeGPS(latitude: 37.3230, longitude: -122.0322)
        try await gps.ready()
        let (findings, fine) = try await Self.report(["--gpsd", gps.address])
        #expect(fine.contains("gpsd knows where this machine is"))
        #expect(!findings.contains { $0["code"] as? String == "no-position" })
        await gps.stop()
    }

    @Test(.needs(.gpsd, .gpspipe)) func `gpsd sees too few satellites`() async throws {
        let gps = try FakeGPS(latitude: 37.3230, longitude: -122.0322, sky: .noFix)
        try await gps.ready()
        let (findings, _) = try await Self.report(["--gpsd", gps.address])
        let finding = findings.first { $0["code"] as? String == "no-position" }
        #expect((finding?["why"] as? String)?.contains("too few satellites") == true)
        await gps.stop()
    }
}
