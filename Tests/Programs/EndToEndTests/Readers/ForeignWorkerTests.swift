import Foundation
import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Workers that systemd starts when udev sees a reader, with the test as systemd.
@Suite(
    .serialized, .timeLimit(.minutes(10)), .needsMockSystemd,
    .enabled(
        if: USBTestbed.isLibraryInstalled || ProcessInfo.processInfo.environment["CI"] != nil,
        "the package umockdev is not installed"))
struct `Workers that the daemon did not start` {
    /// A daemon in a testbed that starts no worker for USB readers.
    private static func run(_ body: (TestStation, USBTestbed, MockSystemd) async throws -> Void) async throws {
        let testbed = try USBTestbed()
        let manager = try await MockSystemd()
        let options = ["--usb-readers", "join", "--usb-workers", "await"]
        let environment = testbed.environment.merging(manager.environment) { $1 }
        try await TestStation.run(options: options, environment: environment) { station in
            try await body(station, testbed, manager)
        }
        await manager.stop()
    }

    /// As the unit `waymark-reader@.service` starts it.
    private static func worker(
        _ port: String, _ station: TestStation, _ testbed: USBTestbed, _ manager: MockSystemd
    ) throws -> RunningProgram {
        try manager.start(
            .worker, ["--socket", station.readersSocket, "--connection", "usb:\(port)"],
            in: "waymark-reader@\(port).service", environment: testbed.environment)
    }

    private typealias Readers = [[String: Any]]

    /// Asks until the list of readers is as expected; the suite's time limit ends it.
    @discardableResult
    private static func until(
        _ station: TestStation, _ isRight: (Readers) -> Bool
    ) async throws -> Readers {
        while true {
            let list = try await station.waymark("reader", "list", "--json").document["readers"] as? Readers ?? []
            if isRight(list) { return list }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private static func isReady(_ readers: Readers) -> Bool { readers.first?["state"] as? String == "ready" }

    @Test func `serve without a second worker, are missed when they die, and come back`() async throws {
        try await Self.run { station, testbed, manager in
            let reader = try EmulatedUSBReader(.acr122u, on: testbed, port: "1-1.3")
            // The reader is known; nobody serves it yet.
            let before = try await Self.until(station) { !$0.isEmpty }
            #expect(before.first?["connection"] as? String == "usb:1-1.3")
            #expect(before.first?["state"] as? String == "starting")
            let first = try Self.worker("1-1.3", station, testbed, manager)
            try await Self.until(station, Self.isReady)
            first.process.kill()
            _ = await first.wait()
            try await Self.until(station) { !Self.isReady($0) }
            let second = try Self.worker("1-1.3", station, testbed, manager)
            let after = try await Self.until(station, Self.isReady)
            #expect(after.first?["restarts"] as? Int == 1)
            #expect(after.count == 1)
            // Nobody else has opened the reader: that worker would have been told that it is busy.
            #expect(!station.log.contains("port-busy") && !station.log.contains("second worker"))
            await station.stopDaemon()
            #expect(await second.wait().status == .exited(0))
            reader.stop()
        }
    }

    @Test func `wait for the reader that they serve to be known, and stay away once it is removed`() async throws {
        try await Self.run { station, testbed, manager in
            let reader = try EmulatedUSBReader(.pn533, on: testbed, port: "1-2")
            let first = try Self.worker("1-2", station, testbed, manager)
            let name = try await Self.until(station, Self.isReady).first?["name"] as? String
            try await station.waymark("reader", "remove", try #require(name))
            #expect(await first.wait().status == .exited(0))
            // systemd starts the next one; it waits, and the reader does not come back by itself.
            let second = try Self.worker("1-2", station, testbed, manager)
            #expect(await station.daemon?.errors.comes("a worker waits for its reader to be added") == true)
            #expect(try await Self.until(station) { _ in true }.isEmpty)
            try await station.waymark("reader", "add", "usb:1-2", "--name", "till")
            try await Self.until(station) { Self.isReady($0) && $0.first?["name"] as? String == "till" }
            await station.stopDaemon()
            _ = await second.wait()
            reader.stop()
        }
    }

    @Test func `say why they cannot open a reader`() async throws {
        try await Self.run { station, testbed, manager in
            try await station.waymark("reader", "add", "usb:1-9", "--name", "till", expecting: 1)
            let worker = try Self.worker("1-9", station, testbed, manager)
            #expect(await worker.wait().status == .exited(1))
            let list = try await Self.until(station) { $0.first?["state"] as? String == "failed" }
            let failure = list.first?["failure"] as? [String: Any]
            #expect(failure?["why"] as? String == "nothing is plugged in at USB port 1-9")
        }
    }

    @Test func `are missed when none comes`() async throws {
        try await Self.run { station, testbed, manager in
            let reader = try EmulatedUSBReader(.acr122u, on: testbed, port: "1-1.3")
            let list = try await Self.until(station) { $0.first?["state"] as? String == "failed" }
            let failure = list.first?["failure"] as? [String: Any]
            #expect(failure?["code"] as? String == "worker-missing")
            #expect((failure?["why"] as? String)?.hasSuffix("none has come for USB port 1-1.3") == true)
            await station.stopDaemon()
            reader.stop()
        }
    }

    /// No id tells what is behind a serial bridge: its worker comes because an operator's udev rule has named the port.
    @Test func `serve a reader behind a serial bridge, known by its USB port`() async throws {
        try await Self.run { station, testbed, manager in
            let bridge = try SerialBridge(on: testbed)
            let worker = try Self.worker(SerialBridge.port, station, testbed, manager)
            let list = try await Self.until(station, Self.isReady)
            #expect(list.first?["connection"] as? String == "usb:1-1.4")
            #expect((list.first?["chip"] as? String)?.hasPrefix("PN532") == true)
            await station.stopDaemon()
            _ = await worker.wait()
            bridge.reader.stop()
        }
    }
}
