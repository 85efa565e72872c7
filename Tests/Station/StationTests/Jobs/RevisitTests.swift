import API
import Chips
import Faults
import Logging
import MemoryStorage
import NFCTags
import Provisioning
import Registry
import Synchronization
import TestBench
import Testing

@testable import StationService

/// Chips that were written before and are to be looked at once more.
@Suite(.timeLimit(.minutes(1))) struct `A batch whose tags are all written` {
    private let bench: StationBench
    private let uid: ChipUID

    init() throws {
        bench = try StationBench()
        uid = try #require(ChipUID("04A1B2C3D4E580"))
    }

    /// A job of the batch, whose tags are on locked chips by the record, with the reader that has the chip of `t-1`.
    private func job(with chip: any TagLink, revisiting: Bool) async throws -> WriteJobRunner {
        try await bench.open()
        let (registry, batch) = (bench.registry, try name("opening") as BatchName)
        let rules = BatchRules(protection: .lock)
        try await registry.record(.batchRuled(BatchPolicy(batch: batch, rules: rules)), by: bench.author)
        let second = try #require(ChipUID("04A1B2C3D4E581"))
        for (id, uid) in [("t-1", uid), ("t-2", second)] {
            let tag = try #require(try await registry.tag(name(id)))
            let write = { (protection: Protection?) throws in
                TagWrite(
                    tag: tag.id, batch: batch, uid: uid, product: "NTAG213", url: tag.url, reader: try name("left"),
                    protection: protection)
            }
            try await registry.record(.writeIntended(write(nil)), by: bench.author)
            try await registry.record(.writeConfirmed(write(.lock)), by: bench.author)
        }
        let logger = Logger(label: "test", handler: CollectingLogHandler())
        var setup = WriteJobSetup(
            id: 1, batch: try #require(await registry.batch(batch)),
            request: WriteJobRequest(batch: batch, readers: [try name("left")], revisiting: revisiting),
            storage: registry, reading: registry, loans: LoanDesk(storage: registry, membership: registry),
            isUnderHub: false, visits: SharedVisits(), keys: KeyRing(), allowsUntriedChips: false, check: { _ in },
            author: bench.author, conditions: StationConditions(now: { StationBench.now }, logger: logger),
            metrics: StationMetrics(), logger: logger, now: { StationBench.now }, newReaders: { [] },
            giveBack: { _ in }, publish: { _ in })
        setup.pollInterval = .milliseconds(1)
        return WriteJobRunner(setup, readers: [ReservedReader(name: try name("left"), link: chip) { nil }])
    }

    /// Runs a job until its chip is dealt with, or it ends by itself. `actor`: another who ends it then, and not the station.
    private func events(of job: WriteJobRunner, until actor: String? = nil) async throws -> [WriteEvent] {
        let (events, continuation) = AsyncStream.makeStream(of: WriteEvent.self)
        _ = job.log.add(JobLog.Listener(receive: { continuation.yield($1) }, end: { continuation.finish() }))
        let task = Task { await job.run() }
        var heard: [WriteEvent] = []
        for await event in events {
            heard.append(event)
            guard [.written, .confirmed, .refused].contains(event.type) else { continue }
            if let actor { await job.willEnd(by: actor) }
            task.cancel()
        }
        await task.value
        return heard
    }

    @Test func `is finished at once, and its chips are not looked at`() async throws {
        let chip = LockedChip(uid, saying: "example.com/1", accessByte: 0x00)
        let kinds = try await events(of: job(with: chip, revisiting: false)).map(\.type)
        #expect(kinds == [.finished])
        #expect(chip.accessByte == 0x00)
    }

    /// Earlier versions locked the data, and left the configuration open.
    @Test func `gets the locks of an earlier version completed by a job that revisits`() async throws {
        let chip = LockedChip(uid, saying: "example.com/1", accessByte: 0x00)
        let kinds = try await events(of: job(with: chip, revisiting: true)).map(\.type)
        #expect(chip.accessByte == 0x40)
        #expect(kinds.contains(.written) && kinds.last == .cancelled)
        let tag = try #require(try await bench.registry.tag(name("t-1")))
        #expect(tag.state == .written && tag.protection == .lock)
    }

    @Test func `keeps a lock that is complete as it is`() async throws {
        let chip = LockedChip(uid, saying: "example.com/1", accessByte: 0x40)
        let kinds = try await events(of: job(with: chip, revisiting: true)).map(\.type)
        #expect(kinds.contains(.confirmed) && kinds.last == .cancelled)
        // What came before the job is all there is.
        #expect(await bench.kinds().count { $0 == "write-intended" } == 2)
        #expect(chip.accessByte == 0x40)
    }

    /// It has no end of its own, so that another's word is one.
    @Test(arguments: ["b", nil]) func `tells who has ended the job that revisits it`(actor: String?) async throws {
        let job = try await job(with: LockedChip(uid, saying: "example.com/1", accessByte: 0x40), revisiting: true)
        let last = try #require(try await events(of: job, until: actor).last)
        #expect(last.type == .cancelled && last.by == actor)
        #expect(await job.snapshot.state == .cancelled)
    }
}

/// An NTAG213 whose data is locked, on a reader of its own.
private final class LockedChip: TagLink {
    private static let configuration = 0x29
    private let uid: ChipUID
    private let pages: Mutex<[[UInt8]]>

    /// `text`: the URL behind `https://`. `accessByte`: the first of CFG1, in which 40 is CFGLCK.
    init(_ uid: ChipUID, saying text: String, accessByte: UInt8) {
        self.uid = uid
        let payload = [0x04] + Array(text.utf8)
        let record = [0xD1, 0x01, UInt8(payload.count), 0x55] + payload
        let data: [UInt8] = [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, UInt8(record.count)] + record + [0xFE]
        var bytes = [UInt8](repeating: 0, count: 45 * 4)
        bytes.replaceSubrange(0..<3, with: uid.bytes[..<3])
        bytes.replaceSubrange(4..<8, with: uid.bytes[3...])
        bytes.replaceSubrange(10..<16, with: [0xFF, 0xFF, 0xE1, 0x10, 0x12, 0x0F])
        bytes.replaceSubrange(16..<16 + data.count, with: data)
        let end: [UInt8] = [0xFF, 0x0F, 0x3F, 0xBD, 0x04, 0x00, 0x00, 0xFF, accessByte, 0x05, 0x00, 0x00]
        bytes.replaceSubrange(0x28 * 4..<0x28 * 4 + end.count, with: end)
        pages = Mutex((0..<45).map { Array(bytes[$0 * 4..<$0 * 4 + 4]) })
    }

    var accessByte: UInt8 { pages.withLock { $0[Self.configuration + 1][0] } }

    func select() -> SelectedTag? { SelectedTag(uid: uid, atqa: [0x00, 0x44], sak: 0x00) }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) throws(TagLinkError) -> [UInt8] {
        let answer: [UInt8]? = pages.withLock { pages in
            switch command.first {
            case 0x60: return [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03]
            case 0x30: return (0..<4).flatMap { pages[(Int(command[1]) + $0) % pages.count] }
            case 0x3A: return pages[Int(command[1])...Int(command[2])].flatMap(\.self)
            case 0xA2:
                let page = Int(command[1])
                let isFrozen = pages[Self.configuration + 1][0] & 0x40 != 0
                guard page >= Self.configuration, !isFrozen else { return nil }
                pages[page] = Array(command[2...])
                return []
            default: return nil
            }
        }
        guard let answer else {
            throw TagLinkError(
                code: .unknown, message: "the tag gave no good answer", reason: "it refuses that", next: "select again")
        }
        return answer
    }
}
