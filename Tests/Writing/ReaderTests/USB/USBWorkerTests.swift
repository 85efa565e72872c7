import Chips
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import Testing

/// A worker with real libnfc, libnfc's own USB drivers and an emulated reader. Nothing here tells how long a real
/// reader takes.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: USBBench.canRun, USBBench.requirement))
struct `A worker on an emulated USB` {
    @Test(arguments: [
        (USBReaderModel.acr122u, "acr122_usb:001:002", "PN532 v1.4"), (.pn533, "pn53x_usb:001:002", "PN533 v2.7"),
    ])
    func `opens a reader by its port or by its numbers, and says what it is`(
        model: USBReaderModel, device: String, chip: String
    ) async throws {
        for connection in ["usb:1-1.3", device] {
            try await USBBench.run { usb in
                _ = try usb.reader(model)
                #expect(usb.bench.supervisor.add(name: "bench", connection: connection))
                let snapshot = try await usb.bench.until { $0.state != .starting }
                #expect(snapshot.failure == nil)
                #expect(snapshot.description == ReaderDescription(device: device, chip: chip))
            }
        }
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `selects a tag, reads and writes it, and sees it leave`(model: USBReaderModel) async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(model)
            #expect(try await link.select()?.uid.bytes == Type2Tag.uid(numbered: 1))
            try await link.expectToReadAndWrite(reader.antenna)
            reader.antenna.remove()
            #expect(try await link.select() == nil)
        }
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `blames the tag for a refusal, a damaged answer and silence, and goes on`(
        model: USBReaderModel
    ) async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(model)
            for disturb in [{ $0.refuse(at: 1) }, { $0.corrupt(at: 1) }, { $0.drop(at: 1) }]
                as [@Sendable (Antenna) -> Void]
            {
                _ = try await link.select()
                disturb(reader.antenna)
                let error = await #expect(throws: TagLinkError.self) {
                    try await link.transceive([0xA2, 0x05, 0, 0, 0, 0], expecting: .acknowledgement)
                }
                #expect(error?.concernsReader == false, "\(error as Any)")
            }
            #expect(try await link.select() != nil)
        }
    }

    /// Longer than a PN533's packets of 64 bytes, and a whole number of them: 56 bytes and the frame around them.
    @Test(arguments: USBReaderModel.forLibnfc)
    func `carries answers of several packets, and commands that fill one`(model: USBReaderModel) async throws {
        try await USBBench.run { usb in
            let (_, link) = try await usb.openedReader(model)
            _ = try await link.select()
            #expect(try await link.transceive([0x3A, 0x00, 0x2C], expecting: .data).count == 180)
            for length in 50...60 {
                _ = try await link.select()
                let error = await #expect(throws: TagLinkError.self) {
                    try await link.transceive([UInt8](repeating: 0xEE, count: length), expecting: .data)
                }
                #expect(error?.concernsReader == false)
            }
        }
    }

    /// libnfc copies a command unchecked into 264 bytes of its stack.
    @Test(arguments: USBReaderModel.forLibnfc)
    func `never gives libnfc a command that is too long for it`(model: USBReaderModel) async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(model)
            for (length, isSent) in [(240, true), (241, false), (300, false)] {
                try await usb.bench.untilReady()
                _ = try await link.select()
                let commands = reader.antenna.counts.commands
                await #expect(throws: TagLinkError.self) {
                    try await link.transceive([UInt8](repeating: 0xEE, count: length), expecting: .data)
                }
                #expect((reader.antenna.counts.commands > commands) == isSent)
            }
        }
    }
}
