import Chips
import Faults
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import Testing

/// USB readers that answer late, wrongly or not at all, and cables that are pulled.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: USBBench.canRun, USBBench.requirement))
struct `A reader on an emulated USB` {
    private static let write: [UInt8] = [0xA2, 0x05, 1, 2, 3, 4]

    /// Does something to a reader, and expects that the command at hand is the reader's failure, that another worker
    /// opens it, and that the tag can be used again.
    private func recovers(
        _ model: USBReaderModel, from fault: @Sendable (EmulatedUSBReader) -> Void,
        healing: @Sendable (EmulatedUSBReader) throws -> Void = { _ in }
    ) async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(model)
            _ = try await link.select()
            fault(reader)
            let error = await #expect(throws: TagLinkError.self) {
                try await link.transceive([0x30, 0x04], expecting: .data)
            }
            #expect(error?.concernsReader == true)
            try await usb.bench.until { $0.restarts >= 1 }
            try healing(reader)
            try await usb.bench.untilReady()
            let again = try #require(usb.bench.supervisor.link(to: "bench"))
            #expect(try await again.select() != nil)
            #expect(try await again.transceive([0x30, 0x00], expecting: .data).prefix(2) == [0x04, 0x57])
        }
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `is opened anew when an answer does not come`(model: USBReaderModel) async throws {
        try await recovers(model) { $0.silence(at: 1) }
    }

    /// 200 of the 1 000 ms that libnfc is told are gone before it reads.
    @Test(arguments: USBReaderModel.forLibnfc)
    func `is opened anew when an answer comes too late`(model: USBReaderModel) async throws {
        try await recovers(model) { $0.delayAnswer(at: 1, by: .milliseconds(1_500)) }
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `may take half a second over an answer`(model: USBReaderModel) async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(model)
            _ = try await link.select()
            reader.antenna.delay(at: 1, by: .milliseconds(500))
            #expect(try await link.transceive([0x30, 0x00], expecting: .data).count == 16)
        }
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `is opened anew when it answers garbage`(model: USBReaderModel) async throws {
        try await recovers(model) { $0.sendGarbage(at: 1) }
    }

    /// The answer to the page before would be taken for that of the page after: this is why a reader that was late is
    /// never asked again before it was opened anew.
    @Test(arguments: USBReaderModel.forLibnfc)
    func `never has a stale answer taken for the next one`(model: USBReaderModel) async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(model)
            _ = try await link.select()
            _ = try await link.transceive(Self.write, expecting: .acknowledgement)
            reader.holdBackAnswer(at: 1)
            await #expect(throws: TagLinkError.self) { try await link.transceive([0x30, 0x00], expecting: .data) }
            try await usb.bench.until { $0.restarts >= 1 }
            try await usb.bench.untilReady()
            let again = try #require(usb.bench.supervisor.link(to: "bench"))
            _ = try await again.select()
            #expect(try await again.transceive([0x30, 0x05], expecting: .data).prefix(4) == [1, 2, 3, 4])
        }
    }

    /// libnfc waits 100 ms for the answer to a call, and 800 ms for those about the field before it. The answer that comes
    /// later is none to the next call: the reader is opened anew.
    @Test(arguments: USBReaderModel.forLibnfc, 1...3)
    func `never has a late answer to a selection taken for the next one`(model: USBReaderModel, n: Int) async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(model)
            _ = try await link.select()
            reader.delayAnswer(at: n, by: .milliseconds(1_500))
            let error = await #expect(throws: TagLinkError.self) { try await link.select() }
            #expect(error?.concernsReader == true)
            try await usb.bench.until { $0.restarts >= 1 }
            try await usb.bench.untilReady()
            let again = try #require(usb.bench.supervisor.link(to: "bench"))
            #expect(try await again.select()?.uid.bytes == Type2Tag.uid(numbered: 1))
            #expect(try await again.transceive([0x30, 0x00], expecting: .data).prefix(2) == [0x04, 0x57])
        }
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `ends its worker with a node address that nobody asked for, and is opened anew`(
        model: USBReaderModel
    ) async throws {
        try await recovers(model) { $0.announceNodeAddress(at: 1) }
    }

    /// EPROTO: the answer is lost on the cable, and what the reader has done is not known.
    @Test(arguments: [(USBReaderModel.acr122u, 1), (.pn533, 2)])
    func `is opened anew when an answer fails on the cable`(model: USBReaderModel, n: Int) async throws {
        try await recovers(model) { $0.failTransfer(at: n) }
    }

    /// libnfc asks a PN533 for its answer again with a NACK frame when no acknowledgement came (`pn53x_usb_send`).
    @Test func `has its answer asked for again when the acknowledgement fails on the cable`() async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(.pn533)
            _ = try await link.select()
            reader.failTransfer(at: 1)
            #expect(try await link.transceive([0x30, 0x00], expecting: .data).prefix(2) == [0x04, 0x57])
            #expect(try await link.transceive([0x30, 0x03], expecting: .data).first == 0xE1)
            #expect(try await usb.bench.untilReady().restarts == 0)
        }
    }

    /// The kernel takes the interface from the program that has claimed it. The next transfer claims it anew, unless the other
    /// program has done that first.
    @Test(arguments: USBReaderModel.forLibnfc, [false, true])
    func `is used again after another program has reset it`(model: USBReaderModel, isTaken: Bool) async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(model)
            _ = try await link.select()
            let resets = reader.resetsHeard
            reader.resetByAnother()
            #expect(reader.resetsHeard == resets + 1)
            if isTaken {
                reader.hold(by: "usbfs")
                let error = await #expect(throws: TagLinkError.self) {
                    try await link.transceive([0x30, 0x00], expecting: .data)
                }
                #expect(error?.concernsReader == true)
                try await usb.bench.until { $0.failure?.code == "reader-held" }
                reader.hold(by: nil)
            } else if let answer = try? await link.transceive([0x30, 0x00], expecting: .data) {
                // Never something that the tag did not say.
                #expect(answer.prefix(2) == [0x04, 0x57])
            }
            var selected: SelectedTag?
            while selected == nil {
                try await usb.bench.untilReady()
                selected = try? await #require(usb.bench.supervisor.link(to: "bench")).select()
            }
            #expect(selected?.uid.bytes == Type2Tag.uid(numbered: 1))
            let again = try #require(usb.bench.supervisor.link(to: "bench"))
            #expect(try await again.transceive([0x30, 0x00], expecting: .data).prefix(2) == [0x04, 0x57])
        }
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `hangs until it is plugged in again`(model: USBReaderModel) async throws {
        try await recovers(model) {
            $0.hang()
        } healing: {
            try $0.plug()
        }
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `is unplugged in the middle of a write, and goes on in the same port`(model: USBReaderModel) async throws {
        try await USBBench.run { usb in
            let (reader, link) = try await usb.openedReader(model)
            _ = try await link.select()
            // The cable is pulled while the tag still takes the page.
            reader.antenna.delay(at: 1, by: .milliseconds(300))
            reader.antenna.observe { [weak reader] event in
                if event == .command(Self.write) { Self.pull(reader) }
            }
            let error = await #expect(throws: TagLinkError.self) {
                try await link.transceive(Self.write, expecting: .acknowledgement)
            }
            #expect(error?.concernsReader == true)
            let gone = try await usb.bench.until { $0.failure?.code == "no-such-port" }
            #expect(gone.failure?.reason == "nothing is plugged in at USB port 1-1.3")
            try reader.plug()
            let back = try await usb.bench.untilReady()
            #expect(back.description?.device == "\(model.driver):001:003")
            let again = try #require(usb.bench.supervisor.link(to: "bench"))
            _ = try await again.select()
            #expect(try await again.transceive([0x30, 0x05], expecting: .data).prefix(4) == [1, 2, 3, 4])
        }
    }

    /// An observer of the antenna may not pull the cable itself: it is called by the reader.
    private static func pull(_ reader: EmulatedUSBReader?) {
        Task.detached { reader?.unplug() }
    }
}
