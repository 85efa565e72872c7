import Chips
import Faults
import NDEF
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import Testing

/// Type 5 tags on an emulated ACR1552U under real pcscd, libccid and libusb. What the firmware of a real one answers is
/// proven by others for reading and writing, and for locking not at all.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: PCSCBench.canRun, PCSCBench.requirement))
struct `A Type 5 tag on PC-SC` {
    private static func opened(
        _ pcsc: PCSCBench, _ product: Type5Product, _ model: USBReaderModel = .acr1552u
    ) async throws -> (EmulatedUSBReader, ReaderLink, SelectedTag) {
        let (reader, link) = try await pcsc.openedReader(model)
        reader.antenna.insert(Type5Tag(product, uid: Type5Tag.uid(of: product, numbered: 1)) as any EmulatedTag)
        var tag = try await link.selectWhenSeen()
        while tag.family != .type5 { tag = try await link.selectWhenSeen() }
        return (reader, link, tag)
    }

    @Test(arguments: [Type5Product.slix, .slix2])
    func `is written and locked with as many exchanges as the formula says`(product: Type5Product) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link, tag) = try await Self.opened(pcsc, product)
            #expect(tag.uid.bytes == Type5Tag.uid(of: product, numbered: 1))
            let message = try NDEFMessage(uri: "https://" + String(repeating: "a", count: 36))
            reader.antenna.resetCounts()
            let session = try await TagSession.identify(tag, over: link)
            let plan = try WritePlan(writing: message, to: try await session.readImage(for: message, toLock: true))
            try await session.write(plan)
            try await session.treat(
                try await session.readBack(plan), holding: message, as: TagTreatment(protection: .lock),
                passwords: TagPasswords())
            let left = try #require(reader.antenna.anyTag as? Type5Tag)
            let area = product == .slix ? 27 : 79
            #expect(left.lockedBlocks == Set(0..<area))
            #expect(left.memory[0][1] == 0x43 && left.memory[1] == [0x03, 0x29, 0xD1, 0x01])
            // All of a blank tag is read, with its locks.
            let blank = (product == .slix ? 2 : 4) + 1
            #expect(reader.antenna.counts.commands == 1 + blank + 13 + 2 + 2 + area + 2 + 1)
            // The first selection was before.
            #expect(reader.antenna.counts.selections == 2)
        }
    }

    @Test func `is read and written by the reader's own commands as well`() async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link, tag) = try await Self.opened(pcsc, .slix)
            #expect(try await link.transceive([0x01], expecting: .plain) == tag.uid.bytes)
            #expect(try await link.transceive([0x21, 0x05, 1, 2, 3, 4], expecting: .plain) == [])
            #expect(try await link.transceive([0x20, 0x05], expecting: .plain) == [1, 2, 3, 4])
            // Into the session and out of it again.
            let frame = [0x22, 0x20] + tag.uid.bytes.reversed() + [0x05]
            #expect(try await link.transceive(frame, expecting: .data) == [0, 1, 2, 3, 4])
            #expect(try await link.transceive([0x20, 0x05], expecting: .plain) == [1, 2, 3, 4])
            let commands = reader.antenna.counts.commands
            let error = await #expect(throws: TagLinkError.self) {
                try await link.transceive([0x22, 0x05], expecting: .plain)
            }
            #expect(error?.code == .unsupported && reader.antenna.counts.commands == commands)
        }
    }

    @Test func `is torn away in the middle, told by the session, and finished`() async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link, tag) = try await Self.opened(pcsc, .slix)
            let message = try NDEFMessage(uri: "https://example.com/s/12?tag=t-1")
            let session = try await TagSession.identify(tag, over: link)
            let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
            reader.antenna.tear(after: 4, leaving: [0xFF, 0xFF, 0xFF, 0xFF])
            let error = await #expect(throws: TagError.self) { try await session.write(plan) }
            #expect(error?.recovery == .selectAgain)
            reader.antenna.putBack()
            // As in PCSCWritingTests: one tries again.
            var content: TagContent?
            for _ in 1...5 where content == nil {
                let tag = try await link.selectWhenSeen()
                do { content = try await Self.finish(message, on: tag, over: link) } catch is TagError {}
            }
            #expect(content == .url("https://example.com/s/12?tag=t-1"))
        }
    }

    private static func finish(
        _ message: NDEFMessage, on tag: SelectedTag, over link: ReaderLink
    ) async throws -> TagContent {
        let session = try await TagSession.identify(tag, over: link)
        let plan = try WritePlan(
            writing: message, to: try await session.readImage(for: message), givingUp: .remains)
        try await session.write(plan)
        return try await session.verify(plan)
    }

    @Test func `is not seen by a reader without ISO 15693`() async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(.acr1252u)
            _ = try await link.selectWhenSeen()
            reader.antenna.insert(Type5Tag(.slix, uid: Type5Tag.uid(of: .slix, numbered: 1)) as any EmulatedTag)
            while try await link.select() != nil {}
        }
    }
}
