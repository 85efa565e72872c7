import Chips
import Faults
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import Testing

/// A worker with real pcsclite, pcscd, libccid, libusb and an emulated reader. Nothing here tells what the firmware of a
/// real reader answers.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: PCSCBench.canRun, PCSCBench.requirement))
struct `A worker on PC-SC` {
    @Test(arguments: [
        (USBReaderModel.acr1252u, "ACS ACR1252 Reader 00 00", "ACS ACR1252U"),
        (.acr1252uSAM, "ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] 00 00", "ACS ACR1252U"),
        (.acr1552u, "ACS ACR1552 1S CL Reader 00 00", "ACS ACR1552U"),
        (.utrust3700f, "Identiv uTrust 3700 F CL Reader 00 00", "Identiv uTrust 3700 F"),
    ])
    func `opens a reader by its port, and says what it is and can do`(
        model: USBReaderModel, device: String, chip: String
    ) async throws {
        try await PCSCBench.run { pcsc in
            _ = try pcsc.reader(model)
            #expect(pcsc.bench.supervisor.add(name: "bench", connection: "pcsc:1-1.3"))
            let snapshot = try await pcsc.bench.untilReady()
            let type5: ReaderCapabilities =
                model.identifiers == USBReaderModel.acr1552u.identifiers ? [.type5, .type5Raw] : []
            #expect(
                snapshot.description
                    == ReaderDescription(device: device, chip: chip, capabilities: type5.union([.plain, .raw, .apdu])))
        }
    }

    @Test(arguments: USBReaderModel.forPCSC)
    func `selects a tag, reads and writes it, and sees it leave`(model: USBReaderModel) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            let tag = try await link.selectWhenSeen()
            #expect(tag.uid.bytes == Type2Tag.uid(numbered: 1) && tag.family == .type2)
            try await link.expectToReadAndWrite(reader.antenna)
            reader.antenna.remove()
            while try await link.select() != nil {}
        }
    }

    @Test(arguments: USBReaderModel.forPCSC)
    func `blames the tag for a refusal, a damaged answer and silence, and goes on`(model: USBReaderModel) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            for disturb in [{ $0.refuse(at: 1) }, { $0.corrupt(at: 1) }, { $0.drop(at: 1) }, { $0.refuse(at: 1) }]
                as [@Sendable (Antenna) -> Void]
            {
                _ = try await link.selectWhenSeen()
                disturb(reader.antenna)
                let error = await #expect(throws: TagLinkError.self) {
                    try await link.transceive([0xA2, 0x05, 0, 0, 0, 0], expecting: .acknowledgement)
                }
                #expect(error?.concernsReader == false, "\(error as Any)")
            }
            #expect(try await link.select() != nil)
        }
    }

    @Test(arguments: USBReaderModel.forPCSC)
    func `selects in a new field, once for each selection`(model: USBReaderModel) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            _ = try await link.selectWhenSeen()
            reader.antenna.resetCounts()
            for _ in 1...3 {
                #expect(try await link.select() != nil)
                _ = try await link.transceive([0x30, 0x04], expecting: .data)
            }
            let counts = reader.antenna.counts
            #expect([counts.selections, counts.commands, counts.fieldSwitches] == [3, 3, 6])
        }
    }

    @Test func `speaks to a Type 4 tag`() async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(.acr1252u)
            reader.antenna.insert(Type4Tag(.type4, uid: Type2Tag.uid(numbered: 2)) as any EmulatedTag)
            var tag = try await link.selectWhenSeen()
            while tag.family != .type4 { tag = try await link.selectWhenSeen() }
            let select: [UInt8] = [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00]
            #expect(try await link.transceive(select, expecting: .apdu).suffix(2) == [0x90, 0x00])
        }
    }

    @Test func `reads and writes by the commands that every reader has, and sends nothing else`() async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(.utrust3700f, driver: "pcsc-plain")
            _ = try await link.selectWhenSeen()
            #expect(try await link.transceive([0x30, 0x04], expecting: .data).count == 16)
            #expect(try await link.transceive([0xA2, 0x05, 1, 2, 3, 4], expecting: .acknowledgement) == [])
            #expect(reader.antenna.tag?.memory[5] == [1, 2, 3, 4])
            let commands = reader.antenna.counts.commands
            let error = await #expect(throws: TagLinkError.self) {
                try await link.transceive([0x60], expecting: .data)
            }
            #expect(error?.code == .unsupported && reader.antenna.counts.commands == commands)
            let capabilities = link.capabilities
            #expect(capabilities == [.plain, .apdu])
        }
    }
}
