import Chips
import Faults
import NFCTags
import ReaderEmulator
import ReaderSupervision
import TestBench
import Testing

/// What a worker on PC/SC makes of readers, pcscd and other programs that fail it, with the real pcscd.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: PCSCBench.canRun, PCSCBench.requirement))
struct `A reader on PC-SC` {
    @Test func `is ready again when pcscd has been killed and started anew`() async throws {
        try await PCSCBench.run { pcsc in
            let (_, link) = try await pcsc.openedReader(.acr1252u)
            _ = try await link.selectWhenSeen()
            await pcsc.daemon.kill()
            _ = try? await link.select()
            try await pcsc.bench.until { $0.failure?.code.rawValue == "no-pcscd" }
            try await pcsc.daemon.start()
            try await pcsc.bench.untilReady()
            _ = try await link.selectWhenSeen()
        }
    }

    @Test func `is missed while there is nothing to ask it`() async throws {
        try await PCSCBench.run { pcsc in
            let (_, link) = try await pcsc.openedReader(.acr1252u)
            await pcsc.daemon.kill()
            try await pcsc.bench.until { $0.state != .ready }
            try await pcsc.daemon.start()
            try await pcsc.bench.untilReady()
            _ = try await link.selectWhenSeen()
        }
    }

    @Test(arguments: USBReaderModel.forPCSC)
    func `is unplugged in the middle of a write, and found again at the same port`(model: USBReaderModel) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            _ = try await link.selectWhenSeen()
            reader.antenna.resetCounts()
            let writing = Task {
                while true { _ = try await link.transceive([0xA2, 0x05, 1, 2, 3, 4], expecting: .acknowledgement) }
            }
            while reader.antenna.counts.commands < 3 { try await Task.sleep(for: .milliseconds(1)) }
            reader.unplug()
            await #expect(throws: TagLinkError.self) { try await writing.value }
            try await pcsc.bench.until { $0.state != .ready }
            try reader.plug()
            try await pcsc.bench.untilReady()
            #expect(try await link.selectWhenSeen().uid.bytes == Type2Tag.uid(numbered: 1))
        }
    }

    @Test func `that hangs has another worker in time, is said to be stuck, and works when plugged in anew`()
        async throws
    {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(.acr1252u)
            let (_, other) = try await pcsc.openedReader(.utrust3700f, port: "1-1.4", name: "other")
            _ = try await link.selectWhenSeen()
            reader.hang()
            let start = ContinuousClock.now
            let error = await #expect(throws: TagLinkError.self) {
                try await link.transceive([0x30, 0x04], expecting: .data)
            }
            #expect(error?.concernsReader == true)
            let told = ContinuousClock.now - start
            _ = try await pcsc.bench.until { $0.restarts == 1 }
            print("hung smart-card reader: told after \(told), its worker ended after \(ContinuousClock.now - start)")
            // By the worker, not by the daemon's own limit.
            #expect(error?.reason.contains("said nothing") == false)
            let snapshot = try await pcsc.bench.until { $0.failure?.code.rawValue == "reader-stuck" }
            #expect(snapshot.restarts == 1)
            #expect(try await other.selectWhenSeen().family == .type2)
            reader.unplug()
            try reader.plug()
            try await pcsc.bench.untilReady()
            _ = try await link.selectWhenSeen()
        }
    }

    @Test func `is never taken for another one of the same name`() async throws {
        try await PCSCBench.run { pcsc in
            var links: [(EmulatedUSBReader, ReaderLink)] = []
            for number in 1...3 {
                let (reader, link) = try await pcsc.openedReader(
                    .acr1252u, port: "1-1.\(number)", name: "bench-\(number)")
                reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: number)))
                links.append((reader, link))
            }
            func expectOwnTags() async throws {
                for (number, (_, link)) in zip(1..., links) {
                    while try await link.selectWhenSeen().uid.bytes != Type2Tag.uid(numbered: number) {}
                }
            }
            try await expectOwnTags()
            // They change places in pcscd's list, and keep their ports.
            for (reader, _) in links.prefix(2) { reader.unplug() }
            for (reader, _) in links.prefix(2).reversed() { try reader.plug() }
            for number in 1...2 {
                try await pcsc.bench.until("bench-\(number)") { $0.restarts > 0 && $0.state == .ready }
            }
            try await expectOwnTags()
        }
    }

    /// Of a reader with a slot for a SIM card that slot stays free, and is no way out.
    @Test(arguments: [USBReaderModel.acr1252u, .acr1252uSAM])
    func `that another program has for itself is waited for`(model: USBReaderModel) async throws {
        try await PCSCBench.run { pcsc in
            _ = try pcsc.reader(model)
            #expect(pcsc.bench.supervisor.add(name: "first", connection: "pcsc:1-1.3"))
            try await pcsc.bench.untilReady("first")
            let first = try #require(pcsc.bench.supervisor.link(to: "first"))
            _ = try await first.selectWhenSeen()
            #expect(pcsc.bench.supervisor.add(name: "bench", connection: "pcsc-plain:1-1.3"))
            try await pcsc.bench.until { $0.failure?.code.rawValue == "reader-held" }
            #expect(await pcsc.bench.supervisor.remove(name: "first"))
            try await pcsc.bench.untilReady()
        }
    }

    /// A hand that exchanges the tag between the selection and what follows.
    @Test(arguments: USBReaderModel.forPCSC)
    func `writes nothing to a tag that was put in the place of the selected one`(model: USBReaderModel) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            _ = try await link.selectWhenSeen()
            let stranger = Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 2))
            reader.antenna.insert(stranger)
            for _ in 1...3 {
                _ = try? await link.transceive([0xA2, 0x05, 1, 2, 3, 4], expecting: .acknowledgement)
            }
            #expect(reader.antenna.tag?.memory == stranger.memory)
            while try await link.selectWhenSeen().uid.bytes != Type2Tag.uid(numbered: 2) {}
        }
    }

    @Test func `with a slot for a SIM card is one reader, and keeps to the antenna when it is plugged in anew`()
        async throws
    {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(.acr1252uSAM)
            let (other, otherLink) = try await pcsc.openedReader(.acr1252uSAM, port: "1-1.4", name: "other")
            other.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 2)))
            func expectOwnTags() async throws {
                while try await link.selectWhenSeen().uid.bytes != Type2Tag.uid(numbered: 1) {}
                while try await otherLink.selectWhenSeen().uid.bytes != Type2Tag.uid(numbered: 2) {}
            }
            try await expectOwnTags()
            for reader in [reader, other] { reader.unplug() }
            for reader in [other, reader] { try reader.plug() }
            for name in ["bench", "other"] {
                try await pcsc.bench.until(name) { $0.restarts > 0 && $0.state == .ready }
            }
            try await expectOwnTags()
        }
    }

    /// pcscd would believe for ten minutes what it has seen last.
    @Test(arguments: USBReaderModel.forPCSC, [1, 2, 3])
    func `whose word of a tag is lost is asked itself`(model: USBReaderModel, lost: Int) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            _ = try await link.selectWhenSeen()
            reader.loseSlotChanges(lost)
            reader.antenna.remove()
            while try await link.select() != nil || reader.slotChangesToLose == lost {}
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 2)))
            #expect(try await link.selectWhenSeen().uid.bytes == Type2Tag.uid(numbered: 2))
            _ = try await link.transceive([0x30, 0x04], expecting: .data)
        }
    }

    /// What pcscd says of it then no interrupt sets right: its thread for events has seen the tag all the time.
    @Test(arguments: USBReaderModel.forPCSC)
    func `whose tag is gone for a moment, again and again, finds it each time`(model: USBReaderModel) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            _ = try await link.selectWhenSeen()
            for _ in 1...4 {
                reader.antenna.tear(after: 1, losing: .command)
                // pcscd may take it for gone once more, after it was put back: then the command has not reached it.
                _ = try? await link.transceive([0x30, 0x04], expecting: .data)
                while reader.antenna.isTagInField {
                    _ = try await link.selectWhenSeen()
                    _ = try? await link.transceive([0x30, 0x04], expecting: .data)
                }
                #expect(try await link.select() == nil)
                reader.antenna.putBack()
                _ = try await link.selectWhenSeen()
            }
            var hasAnswered = false
            for _ in 1...5 where !hasAnswered {
                _ = try await link.selectWhenSeen()
                hasAnswered = (try? await link.transceive([0x30, 0x04], expecting: .data)) != nil
            }
            #expect(hasAnswered)
        }
    }
}
