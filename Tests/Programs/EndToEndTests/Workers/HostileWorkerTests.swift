import Faults
import Foundation
import Glibc
import ReaderEmulator
import ReaderProtocol
import TestBench
import Testing
import UnixSystem

/// A worker that was taken over: it runs in the unit of its own port, speaks the protocol, and wants another reader's place. The
/// test's own process is that worker.
@Suite(
    .serialized, .timeLimit(.minutes(10)), .needsMockSystemd,
    .enabled(
        if: USBTestbed.isLibraryInstalled || ProcessInfo.processInfo.environment["CI"] != nil,
        "the package umockdev is not installed"))
struct `A worker that was taken over` {
    private static func run(
        _ body: (TestStation, USBTestbed, MockSystemd) async throws -> Void
    ) async throws {
        let testbed = try USBTestbed()
        let manager = try await MockSystemd()
        let options = ["--usb-readers", "join", "--usb-workers", "await"]
        let environment = testbed.environment.merging(manager.environment) { $1 }
        try await TestStation.run(options: options, environment: environment) { station in
            try await body(station, testbed, manager)
        }
        await manager.stop()
    }

    private static func worker(
        _ station: TestStation, _ testbed: USBTestbed, _ manager: MockSystemd
    ) throws -> RunningProgram {
        try manager.start(
            .worker, ["--socket", station.readersSocket, "--connection", "usb:1-1.3"],
            in: "waymark-reader@1-1.3.service", environment: testbed.environment)
    }

    /// Claims a reader's place, and says that the reader is open. True when the station does not close the connection.
    private static func claim(_ place: (name: String, connection: String), _ socket: String) async throws -> Bool {
        let connection = HostileConnection(try UnixConnection.connect(to: socket))
        let hello = Hello(name: place.name, connection: place.connection, processIdentifier: getpid())
        // The station may have closed it before the last byte.
        try? connection.link.write(WorkerMessage.hello(hello).frame)
        return try await withCheckedThrowingContinuation { continuation in
            do {
                try DedicatedThread.start("hostile") {
                    do throws(SystemError) {
                        let bytes = try connection.link.read(upTo: 1, until: .now + .seconds(20))
                        continuation.resume(returning: !bytes.isEmpty)
                    } catch {
                        // A connection that was reset was closed before it was read.
                        continuation.resume(returning: error.code == .timedOut)
                    }
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private static func claims(
        _ count: Int, _ place: (name: String, connection: String), _ station: TestStation
    ) async throws -> Int {
        var taken = 0
        for _ in 0..<count where try await claim(place, station.readersSocket) { taken += 1 }
        return taken
    }

    private static func reader(
        _ station: TestStation, _ isRight: ([String: Any]) -> Bool
    ) async throws -> [String: Any] {
        while true {
            let list = try await station.waymark("reader", "list", "--json").document["readers"] as? [[String: Any]]
            if let first = list?.first, isRight(first) { return first }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    @Test func `takes no other reader's name in 1 000 attempts, and the reader's own worker serves`() async throws {
        try await Self.run { station, testbed, manager in
            try manager.put(thisProcessInto: "waymark-reader@1-9.service")
            let reader = try EmulatedUSBReader(.acr122u, on: testbed, port: "1-1.3")
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
            let known = try await Self.reader(station) { $0["connection"] as? String == "usb:1-1.3" }
            let name = try #require(known["name"] as? String)
            // While it has no worker: before its first, and between two.
            var taken = try await Self.claims(250, ("", "usb:1-1.3"), station)
            let refused = try await Self.reader(station) { $0["state"] as? String == "failed" }
            let failure = try #require(refused["failure"] as? [String: Any])
            #expect(failure["code"] as? String == "worker-refused", "\(failure)")
            #expect((failure["why"] as? String)?.contains("waymark-reader@1-9.service") == true, "\(failure)")
            let first = try Self.worker(station, testbed, manager)
            _ = try await Self.reader(station) { $0["state"] as? String == "ready" }
            taken += try await Self.claims(250, ("", "usb:1-1.3"), station)
            taken += try await Self.claims(150, (name, "usb:1-1.3"), station)
            #expect(try await station.waymark("read", "--reader", name, "--json").status == .exited(0))
            first.process.kill()
            _ = await first.wait()
            _ = try await Self.reader(station) { $0["state"] as? String != "ready" }
            taken += try await Self.claims(150, (name, "usb:1-1.3"), station)
            // A place without a reader is another's, too.
            taken += try await Self.claims(100, ("", "usb:1-8"), station)
            taken += try await Self.claims(100, ("", "pn532_uart:/dev/ttyS0"), station)
            #expect(taken == 0)
            let second = try Self.worker(station, testbed, manager)
            _ = try await Self.reader(station) { $0["state"] as? String == "ready" }
            #expect(try await station.waymark("read", "--reader", name, "--json").status == .exited(0))
            // What is refused again and again fills no disk.
            #expect(station.log.split(separator: "\n").count { $0.contains("is not let in") } < 200)
            await station.stopDaemon()
            _ = await second.wait()
            reader.stop()
        }
    }

    @Test func `without a bus no worker is let in, the reader says so, and it comes back by itself`() async throws {
        try await Self.run { station, testbed, manager in
            await manager.stop()
            let reader = try EmulatedUSBReader(.acr122u, on: testbed, port: "1-1.3")
            _ = try await Self.reader(station) { $0["connection"] as? String == "usb:1-1.3" }
            let worker = try Self.worker(station, testbed, manager)
            #expect(await worker.wait().status == .exited(0))
            let refused = try await Self.reader(station) { $0["state"] as? String == "failed" }
            let failure = try #require(refused["failure"] as? [String: Any])
            #expect(failure["code"] as? String == "worker-unverified", "\(failure)")
            #expect(station.log.contains("code=worker-unverified"), "\(station.log)")
            #expect((failure["next"] as? String)?.contains("busctl status") == true)
            try await manager.start()
            let next = try Self.worker(station, testbed, manager)
            _ = try await Self.reader(station) { $0["state"] as? String == "ready" }
            await station.stopDaemon()
            _ = await next.wait()
            reader.stop()
        }
    }
}

private final class HostileConnection: Sendable {
    let link: UnixConnection
    init(_ link: consuming UnixConnection) { self.link = link }
}
