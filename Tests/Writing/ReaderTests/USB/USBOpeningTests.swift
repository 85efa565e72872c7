import Faults
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import Testing

/// libnfc opens whatever has the right number; we look first.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: USBBench.canRun, USBBench.requirement))
struct `A place on an emulated USB` {
    private static func failure(_ usb: USBBench, _ connection: String, name: String = "bench") async throws
        -> ReaderFailure
    {
        #expect(usb.bench.supervisor.add(name: name, connection: connection))
        return try #require(try await usb.bench.until(name) { $0.state == .failed }.failure)
    }

    @Test(arguments: ["usb:1-1.4", "usb:9-9", "acr122_usb:001:009", "pn53x_usb:002:002"])
    func `with nothing there is not opened`(connection: String) async throws {
        try await USBBench.run { usb in
            _ = try usb.reader(.acr122u)
            let failure = try await Self.failure(usb, connection)
            #expect(failure.code == "no-such-port")
            #expect(failure.reason.hasPrefix("nothing is plugged in at "))
        }
    }

    @Test(arguments: [
        (USBReaderModel.pn533, "acr122_usb:001:002", "04e6:5591, which libnfc drives with pn53x_usb"),
        (.acr122u, "pn53x_usb:001:002", "072f:2200, which libnfc drives with acr122_usb"),
    ])
    func `with a reader of another kind hears nothing`(
        model: USBReaderModel, connection: String, reason: String
    ) async throws {
        try await USBBench.run { usb in
            let reader = try usb.reader(model)
            let transfers = reader.transfersHeard
            let failure = try await Self.failure(usb, connection)
            #expect(failure.code == "wrong-device")
            #expect(failure.reason == "the device at USB port 1-1.3 is \(reason)")
            #expect(reader.transfersHeard == transfers)
        }
    }

    @Test(arguments: ["usb:", "usb:1", "usb:1-", "usb:1-1:1.0", "usb:001:002", "usb:../../x", "acr122_usb:１２３:001"])
    func `that cannot be is refused`(connection: String) async throws {
        try await USBBench.run { usb in
            let failure = try await Self.failure(usb, connection)
            #expect(failure.code == "bad-connection")
        }
    }

    /// libnfc would reset the reader before it finds that somebody has claimed it.
    @Test(arguments: USBReaderModel.forLibnfc)
    func `that another worker serves is left alone`(model: USBReaderModel) async throws {
        try await USBBench.run { usb in
            let (_, link) = try await usb.openedReader(model, name: "first")
            _ = try await link.select()
            let failure = try await Self.failure(usb, "\(model.driver):001:002", name: "second")
            #expect(failure.code == "port-busy")
            #expect(try await link.transceive([0x30, 0x00], expecting: .data).count == 16)
            #expect(try await usb.bench.untilReady("first").restarts == 0)
        }
    }
}
