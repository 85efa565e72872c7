import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// USB readers that come and go, from udev's word to the list of readers: the whole daemon lives in a testbed. The
/// events are ours; what a real udev sends, and when, is not shown here.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: USBTestbed.isLibraryInstalled || ProcessInfo.processInfo.environment["CI"] != nil,
        "the package umockdev is not installed"))
struct `USB readers that come and go` {
    /// A reader in the list.
    struct Row: Equatable {
        let name: String
        let connection: String
        let state: String
    }

    /// Runs a test with a daemon in a testbed, and stops the readers after it.
    private static func run(
        _ usbReaders: String = "join", _ body: (TestStation, USBTestbed) async throws -> Void
    ) async throws {
        let testbed = try USBTestbed()
        try await TestStation.run(options: ["--usb-readers", usbReaders], environment: testbed.environment) { station in
            try await body(station, testbed)
        }
    }

    private static func rows(_ station: TestStation) async throws -> [Row] {
        let list = try await station.waymark("reader", "list", "--json").document["readers"] as? [[String: Any]]
        return (list ?? []).map { reader in
            let text = { (key: String) in reader[key] as? String ?? "" }
            return Row(name: text("name"), connection: text("connection"), state: text("state"))
        }
    }

    /// Asks until the readers are as expected; the suite's time limit ends it.
    private static func until(_ station: TestStation, _ expected: [Row]) async throws {
        while try await rows(station) != expected { try await Task.sleep(for: .milliseconds(50)) }
    }

    @Test func `join by themselves, and keep name and port`() async throws {
        try await Self.run { station, testbed in
            let first = try EmulatedUSBReader(.acr122u, on: testbed, port: "1-1.3")
            try await Self.until(station, [Row(name: "reader-1", connection: "usb:1-1.3", state: "ready")])
            let second = try EmulatedUSBReader(.pn533, on: testbed, port: "1-1.4")
            try await Self.until(
                station,
                [
                    Row(name: "reader-1", connection: "usb:1-1.3", state: "ready"),
                    Row(name: "reader-2", connection: "usb:1-1.4", state: "ready"),
                ])
            first.unplug()
            try await Self.until(
                station,
                [
                    Row(name: "reader-1", connection: "usb:1-1.3", state: "failed"),
                    Row(name: "reader-2", connection: "usb:1-1.4", state: "ready"),
                ])
            // In another port it is another reader; back in its own it is the old one.
            try first.plug(into: "1-2")
            try await Self.until(
                station,
                [
                    Row(name: "reader-1", connection: "usb:1-1.3", state: "failed"),
                    Row(name: "reader-2", connection: "usb:1-1.4", state: "ready"),
                    Row(name: "reader-3", connection: "usb:1-2", state: "ready"),
                ])
            try first.plug(into: "1-1.3")
            let last = [
                Row(name: "reader-1", connection: "usb:1-1.3", state: "ready"),
                Row(name: "reader-2", connection: "usb:1-1.4", state: "ready"),
                Row(name: "reader-3", connection: "usb:1-2", state: "failed"),
            ]
            try await Self.until(station, last)
            await station.stopDaemon()
            try await station.startDaemon()
            try await Self.until(station, last)
            await station.stopDaemon()
            first.stop()
            second.stop()
        }
    }

    @Test func `serve only where they were added, when that is wanted`() async throws {
        try await Self.run("added") { station, testbed in
            let reader = try EmulatedUSBReader(.pn533, on: testbed, port: "1-1")
            let other = try EmulatedUSBReader(.acr122u, on: testbed, port: "1-2")
            try await station.waymark("reader", "add", "usb:1-2", "--name", "left")
            #expect(try await Self.rows(station) == [Row(name: "left", connection: "usb:1-2", state: "ready")])
            other.unplug()
            try await Self.until(station, [Row(name: "left", connection: "usb:1-2", state: "failed")])
            try other.plug()
            try await Self.until(station, [Row(name: "left", connection: "usb:1-2", state: "ready")])
            await station.stopDaemon()
            reader.stop()
            other.stop()
        }
    }

    /// The cable is pulled at the n-th command to the tag.
    @Test(arguments: USBReaderModel.forLibnfc, [4, 9])
    func `unplugged in the middle of a tag, finish it when they are back`(
        model: USBReaderModel, command: Int
    ) async throws {
        try await Self.run { station, testbed in
            try await station.createBatch("a", tags: 1)
            let reader = try EmulatedUSBReader(model, on: testbed, port: "1-1.3")
            try await Self.until(station, [Row(name: "reader-1", connection: "usb:1-1.3", state: "ready")])
            let bench = try PackingBench(station, reader, "a")
            try await bench.untilEvent("next")
            let tag = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1))
            var heard = 0
            try await bench.put(tag)
            try await bench.until("command \(command)") { happening in
                guard case .antenna(.command) = happening else { return nil as Bool? }
                heard += 1
                return heard == command ? true : nil
            }
            reader.unplug()
            try await Self.until(station, [Row(name: "reader-1", connection: "usb:1-1.3", state: "failed")])
            try reader.plug()
            try await bench.untilEvent(of: tag)
            #expect(try await bench.ending().status == .exited(0))
            let text = String(decoding: reader.antenna.tag?.memory.bytes ?? [], as: UTF8.self)
            #expect(text.contains("f.example/s/c?tag=a1"))
            await station.stopDaemon()
            reader.stop()
        }
    }
}
