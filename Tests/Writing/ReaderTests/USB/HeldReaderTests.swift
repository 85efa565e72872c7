import Faults
import Logging
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import TestBench
import Testing

/// Readers on USB that a driver of the kernel or another program has. libnfc would reset them before it finds out.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: USBBench.canRun, USBBench.requirement))
struct `A reader on an emulated USB that another one has` {
    private static let cases: [(USBReaderModel, String, String, String)] = USBReaderModel.forLibnfc.flatMap { model in
        [
            (model, "pn533_usb", "kernel-driver", "the kernel's driver pn533_usb has it"),
            (model, "usbfs", "reader-held", "another program is using it"),
        ]
    }

    @Test(arguments: cases)
    func `is reported before it is touched, and opened by the same worker when it is free`(
        model: USBReaderModel, driver: String, code: String, words: String
    ) async throws {
        try await USBBench.run { usb in
            let reader = try usb.reader(model)
            reader.hold(by: driver)
            #expect(usb.bench.supervisor.add(name: "bench", connection: "usb:1-1.3"))
            let failure = try #require(try await usb.bench.until { $0.state == .failed }.failure)
            #expect(failure.code.rawValue == code)
            #expect(failure.message == "cannot open reader usb:1-1.3: \(words)")
            #expect(failure.next.contains("waymark doctor"))
            #expect(reader.resetsHeard == 0 && reader.transfersHeard == 0)
            let worker = try #require(usb.bench.workers.first)

            reader.hold(by: nil)
            #expect(try await usb.bench.untilReady().restarts == 0)
            #expect(usb.bench.workers == [worker])
            #expect(usb.bench.log.records.filter { $0.metadata["code"] == code }.count == 1)
            let link = try #require(usb.bench.supervisor.link(to: "bench"))
            #expect(try await link.select() != nil)
        }
    }

    @Test func `is told anew when somebody else gets it, and no more once it is unplugged`() async throws {
        try await USBBench.run { usb in
            let reader = try usb.reader(.acr122u)
            reader.hold(by: "pn533_usb")
            #expect(usb.bench.supervisor.add(name: "bench", connection: "usb:1-1.3"))
            try await usb.bench.until { $0.failure?.code == "kernel-driver" }
            reader.hold(by: "usbfs")
            try await usb.bench.until { $0.failure?.code == "reader-held" }
            reader.unplug()
            try await usb.bench.until { $0.failure?.code == "no-such-port" }
            #expect(reader.resetsHeard == 0)
        }
    }

    /// A reader that libnfc could not open is not in use by another program because of that.
    @Test(arguments: USBReaderModel.forLibnfc)
    func `is not what one is called that says nothing`(model: USBReaderModel) async throws {
        try await USBBench.run { usb in
            let reader = try usb.reader(model)
            reader.hang()
            #expect(usb.bench.supervisor.add(name: "bench", connection: "usb:1-1.3"))
            #expect(try await usb.bench.until { $0.state == .failed }.failure?.code == "no-reader")
        }
    }
}
