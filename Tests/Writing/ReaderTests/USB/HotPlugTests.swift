import Faults
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import Testing
import UnixSystem

/// What the supervisor makes of the word that readers come and go. The word itself is udev's; the daemon's own tests
/// listen to it.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: USBBench.canRun, USBBench.requirement))
struct `A supervisor that is told what is plugged in` {
    private static func device(_ port: String, _ number: Int) -> USBDevice {
        USBDevice(port: port, vendor: 0x072F, product: 0x2200, bus: 1, number: number)
    }

    @Test func `names the ports of readers that nobody has added`() async throws {
        try await USBBench.run { usb in
            let supervisor = usb.bench.supervisor
            let devices = [Self.device("1-1", 2), Self.device("1-2", 3), Self.device("1-3", 4)]
            #expect(supervisor.add(name: "by port", connection: "usb:1-1"))
            #expect(supervisor.add(name: "by number", connection: "acr122_usb:001:003"))
            #expect(supervisor.plugged(devices) == ["usb:1-3"])
            #expect(supervisor.plugged([]) == [])
            #expect(supervisor.plugged(devices) == ["usb:1-3"])
        }
    }

    @Test func `ends the worker of a reader that is gone, though nothing was asked of it`() async throws {
        try await USBBench.run { usb in
            let (reader, _) = try await usb.openedReader(.acr122u)
            _ = usb.bench.supervisor.plugged([Self.device("1-1.3", 2)])
            reader.unplug()
            _ = usb.bench.supervisor.plugged([])
            let gone = try await usb.bench.until { $0.state == .failed }
            #expect(gone.failure?.reason == "nothing is plugged in at USB port 1-1.3")
        }
    }

    /// The delay between two attempts is longer than the test may take.
    @Test func `opens a reader at once that came`() async throws {
        try await USBBench.run(delay: RestartDelay(first: .seconds(600), longest: .seconds(600))) { usb in
            let reader = try usb.reader(.pn533)
            reader.unplug()
            #expect(usb.bench.supervisor.add(name: "bench", connection: "usb:1-1.3"))
            try await usb.bench.until { $0.failure?.code == "no-such-port" }
            try reader.plug()
            _ = usb.bench.supervisor.plugged([Self.device("1-1.3", 3)])
            #expect(try await usb.bench.untilReady().description?.device == "pn53x_usb:001:003")
        }
    }
}
