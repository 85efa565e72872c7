import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// The doctor on a machine whose USB is emulated: `/sys` and `/dev/bus/usb` are the testbed's, the rest is this machine's.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(
        if: USBTestbed.isLibraryInstalled || ProcessInfo.processInfo.environment["CI"] != nil,
        "the package umockdev is not installed"))
struct DoctorTests {
    /// Codes and ports of the findings about one reader.
    private static func findings(_ station: TestStation, _ testbed: USBTestbed, port: String) async throws -> [String] {
        let ending = try await RunningProgram(
            .commandLine, ["doctor", "--json", "--registry", station.registry],
            environment: testbed.environment.merging(["WAYMARK_SOCKET": station.socket]) { $1 }
        ).wait()
        let status = (ending.document["findings"] as? [Any])?.isEmpty == true ? 0 : 2
        #expect(ending.status == .exited(Int32(status)), "\(ending)")
        #expect(ending.document["schema"] as? Int == 1)
        let all = ending.document["findings"] as? [[String: Any]] ?? []
        for finding in all {
            for key in ["code", "severity", "message", "why", "next"] {
                #expect((finding[key] as? String)?.isEmpty == false)
            }
        }
        return all.filter { $0["port"] as? String == port }.compactMap { $0["code"] as? String }
    }

    private static func run(_ body: (TestStation, USBTestbed) async throws -> Void) async throws {
        let testbed = try USBTestbed()
        try await TestStation.run(environment: testbed.environment) { station in try await body(station, testbed) }
    }

    @Test func `sees a reader that nobody has added, until somebody does`() async throws {
        try await Self.run { station, testbed in
            let reader = try EmulatedUSBReader(.acr122u, on: testbed, port: "1-1.3")
            #expect(try await Self.findings(station, testbed, port: "1-1.3").contains("reader-not-added"))
            try await station.waymark("reader", "add", "usb:1-1.3")
            #expect(try await !Self.findings(station, testbed, port: "1-1.3").contains("reader-not-added"))
            await station.stopDaemon()
            reader.stop()
        }
    }

    @Test func `sees the kernel's driver on a reader`() async throws {
        try await Self.run { station, testbed in
            let reader = try EmulatedUSBReader(.pn533, on: testbed, port: "1-2")
            let device = "\(testbed.path)/sys/bus/usb/devices/1-2"
            try FileManager.default.createSymbolicLink(
                atPath: "\(device)/1-2:1.0/driver", withDestinationPath: "../../../../bus/usb/drivers/pn533_usb")
            #expect(try await Self.findings(station, testbed, port: "1-2").contains("kernel-driver"))
            await station.stopDaemon()
            reader.stop()
        }
    }

    /// The worker of the daemon has the reader open: that is as it should be. Then another program has.
    @Test func `sees which program holds a reader`() async throws {
        try await Self.run { station, testbed in
            let reader = try EmulatedUSBReader(.acr122u, on: testbed, port: "1-3")
            try await station.waymark("reader", "add", "usb:1-3", "--name", "till")
            #expect(try await !Self.findings(station, testbed, port: "1-3").contains("reader-held"))
            let node = "\(testbed.path)/dev/bus/usb/001/002"
            let thief = try RunningProgram(path: "sh", ["-c", "exec 3< \"$0\"; echo held; exec sleep 600", node])
            for await line in thief.output.lines where line == "held" { break }
            #expect(try await Self.findings(station, testbed, port: "1-3").contains("reader-held"))
            thief.process.kill()
            _ = await thief.wait()
            await station.stopDaemon()
            reader.stop()
        }
    }

    @Test func `says it in words, and that the daemon is not there`() async throws {
        try await Self.run { station, testbed in
            await station.stopDaemon()
            let ending = try await station.waymark("doctor", "--registry", station.registry, expecting: 2)
            #expect(ending.output.contains("critical: daemon-not-running: cannot reach waymarkd\n  why:  "))
            #expect(ending.output.contains("  next: sudo systemctl enable --now waymarkd.socket"))
        }
    }
}
