import Chips
import Faults
import NDEF
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// Chips that must not be written: not a byte of them changes, no write is sent, and the tag is given to the next.
@Suite struct `A chip that is refused` {
    /// Presents the chip and takes it away; gives the complaint.
    private func refused(
        _ chip: ReaderEmulator.Type2Tag, by bench: Bench, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Complaint {
        let next = bench.next
        try await bench.present(chip, sourceLocation: sourceLocation)
        let after = try await bench.takeAway(sourceLocation: sourceLocation)
        #expect(after.memory == chip.memory, sourceLocation: sourceLocation)
        #expect(bench.registry.violations == [], sourceLocation: sourceLocation)
        #expect(bench.next == next, sourceLocation: sourceLocation)
        let complaint = bench.reports.compactMap {
            if case .refused(_, _, let complaint) = $0 { complaint } else { Complaint?.none }
        }.last
        let uid = ChipUID(chip.uid)
        guard case .chipRefused(let problem)? = bench.registry.journal.last, problem.uid == uid else {
            Issue.record("the refusal is not in the journal", sourceLocation: sourceLocation)
            return try #require(complaint, sourceLocation: sourceLocation)
        }
        #expect(problem.code == complaint?.code.rawValue, sourceLocation: sourceLocation)
        #expect(!bench.registry.journal.contains { $0.kind == .writeInterrupted }, sourceLocation: sourceLocation)
        return try #require(complaint, sourceLocation: sourceLocation)
    }

    enum Flaw: String, CaseIterable, Sendable {
        case locked, lockedByContainer, password, passwordToRead, mirror, unformatted, malformed

        var code: String {
            switch self {
            case .locked, .lockedByContainer: "locked"
            case .password, .passwordToRead: "password-protected"
            case .mirror: "mirrored"
            case .unformatted: "not-formatted"
            case .malformed: "malformed-memory"
            }
        }

        func put(on tag: inout ReaderEmulator.Type2Tag) {
            switch self {
            case .locked: tag.memory[2] = [tag.memory[2][0], 0x48, 0x40, 0x00]
            case .lockedByContainer: tag.memory[3] = [0xE1, 0x10, 0x12, 0x0F]
            case .password: tag.memory[0x29] = [0x04, 0x00, 0x00, 0x06]
            case .passwordToRead:
                tag.memory[0x29] = [0x04, 0x00, 0x00, 0x06]
                tag.memory[0x2A] = [0x80, 0x05, 0x00, 0x00]
            case .mirror: tag.memory[0x29] = [0x44, 0x00, 0x06, 0xFF]
            // One-time bits of a size that it does not have; with none at all it would be formatted.
            case .unformatted: tag.memory[3] = [0x00, 0x00, 0x6D, 0x00]
            case .malformed: tag.memory[4] = [0x77, 0x01, 0x00, 0xFE]
            }
        }
    }

    @Test(arguments: Flaw.allCases, [false, true])
    func `for its memory stays as it is, with permission to write over or without`(
        flaw: Flaw, overwrite: Bool
    ) async throws {
        let bench = try Bench(try Samples.batch(2), overwrite: overwrite)
        var chip = Samples.chip(1)
        flaw.put(on: &chip)
        if flaw == .malformed, overwrite {
            // What nobody can read is content as well: given up with the rest.
            try await bench.present(chip)
            #expect(try PhoneReader.url(on: try await bench.takeAway()) == Samples.url(1))
            return
        }
        #expect(try await refused(chip, by: bench).code.rawValue == flaw.code)

        // The next chip becomes the tag.
        try await bench.present(Samples.chip(2))
        #expect(bench.registry.tag(onChip: try Samples.uid(2))?.id.text == "t-1")
        #expect(bench.registry.tag(onChip: try Samples.uid(1)) == nil)
    }

    @Test func `for its size stays as it is, and a larger one does`() async throws {
        let long = "https://example.com/" + String(repeating: "a", count: 140)
        let bench = try Bench(try Samples.batch(1) { _ in long })
        let complaint = try await refused(Samples.chip(1), by: bench)
        #expect(complaint.code == "too-small")
        #expect(complaint.next.contains("NTAG215"))
        try await bench.present(Samples.chip(2, .ntag215))
        #expect(try PhoneReader.url(on: try await bench.takeAway()) == long)
    }

    @Test(
        arguments: [
            ([0x00, 0x04, 0x03, 0x01, 0x04, 0x00, 0x0F, 0x03], nil, "MIFARE Ultralight AES"),
            ([0x00, 0x04, 0x04, 0x05, 0x02, 0x00, 0x13, 0x03], nil, "NTAG I2C 1K"),
            ([0x00, 0x53, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03], nil, "Feiju copy of an NTAG213"),
            (nil, 0x08, "MIFARE Classic 1K"), (nil, 0x20, "ISO/IEC 14443-4 card"),
        ] as [([UInt8]?, UInt8?, String)])
    func `for its kind is named`(version: [UInt8]?, sak: UInt8?, name: String) async throws {
        let bench = try Bench(try Samples.batch(1), overwrite: true)
        bench.link.disguise(version: version, sak: sak)
        let complaint = try await refused(Samples.chip(1), by: bench)
        #expect(complaint.code == "unsupported-product")
        #expect(complaint.message == "tag 04A1B2C3D4E501 is not supported: \(name)")
        bench.link.disguise()
        try await bench.present(Samples.chip(2))
        #expect(bench.queue.signs.isDone)
    }

    enum Foreign: String, CaseIterable, Sendable {
        case url, sameURL, card, garbage, block, blockBehindRecord

        func chip() async throws -> ReaderEmulator.Type2Tag {
            switch self {
            case .url: return try await Samples.chip(1, saying: NDEFMessage(uri: "https://other.example/menu"))
            // The right words on a chip that is not known may be a copy.
            case .sameURL: return try await Samples.chip(1, saying: NDEFMessage(uri: Samples.url(1)))
            case .card:
                let record = try NDEFRecord(format: .media, type: Array("text/vcard".utf8), payload: [1, 2, 3])
                return try await Samples.chip(1, saying: NDEFMessage(records: [record]))
            case .garbage:
                var chip = Samples.chip(1)
                chip.memory.put([0x03, 0x04, 0x01, 0x02, 0x03, 0x04, 0xFE, 0x00], at: 4)
                return chip
            // Behind an empty message: a phone reads nothing, and another system its own.
            case .block:
                var chip = Samples.chip(1)
                chip.memory.put([0x03, 0x00, 0xFD, 0x04, 0x01, 0x02, 0x03, 0x04, 0xFE, 0x00, 0x00, 0x00], at: 4)
                return chip
            // As tools leave a tag that they have erased.
            case .blockBehindRecord:
                var chip = Samples.chip(1)
                chip.memory.put([0x03, 0x03, 0xD0, 0x00, 0x00, 0xFD, 0x04, 0x01, 0x02, 0x03, 0x04, 0xFE], at: 4)
                return chip
            }
        }

        var says: String {
            switch self {
            case .url: "the URL https://other.example/menu"
            case .sameURL: "the URL \(Samples.url(1))"
            case .card: "a message that is not a URL"
            case .garbage, .block, .blockBehindRecord: "bytes that are not an NDEF message"
            }
        }
    }

    @Test(arguments: Foreign.allCases)
    func `for what it carries is written over only when that was allowed`(foreign: Foreign) async throws {
        let chip = try await foreign.chip()
        let cautious = try Bench(try Samples.batch(1))
        let complaint = try await refused(chip, by: cautious)
        #expect(complaint.code == "foreign-content")
        #expect(complaint.reason.hasPrefix("it is not known here and carries \(foreign.says)"))

        let allowed = try Bench(try Samples.batch(1), overwrite: true)
        try await allowed.present(chip)
        #expect(try PhoneReader.url(on: try await allowed.takeAway()) == Samples.url(1))
        #expect(allowed.registry.violations == [])
        #expect(allowed.queue.signs.isDone)
    }

    /// A URL of the batch's own site may be another station's tag; what is elsewhere, or no URL, is nothing of the hub's.
    @Test(arguments: Foreign.allCases)
    func `for what it carries is asked for where a hub may know it`(foreign: Foreign) async throws {
        let bench = try Bench(try Samples.batch(1), isUnderHub: true)
        let complaint = try await refused(try await foreign.chip(), by: bench)
        let isOwnSite = foreign == .sameURL
        #expect(complaint.code == (isOwnSite ? "asked-for" : "foreign-content"))
        #expect(bench.port.unknown == (isOwnSite ? [try Samples.uid(1)] : []))
        #expect(bench.registry.tag(onChip: try Samples.uid(1)) == nil)
    }

    @Test(arguments: [false, true])
    func `for being another batch's, or retired, is never written over`(overwrite: Bool) async throws {
        let batch = try Samples.batch(2)
        let (first, second) = (batch.tags[0], batch.tags[1])
        let registry = MemoryRegistry(
            batch.tags + [
                Registry.Tag(
                    id: try #require(TagID("c-1")), batch: try #require(BatchName("closing")), store: first.store,
                    placement: "door", medium: .nfc, url: first.url,
                    life: TagLife(state: .written, uid: try Samples.uid(8))),
                Registry.Tag(
                    id: try #require(TagID("t-0")), batch: batch.name, store: second.store, placement: "bar",
                    medium: .nfc, url: second.url, life: TagLife(state: .retired, uid: try Samples.uid(9))),
            ])
        let bench = try Bench(batch, registry: registry, overwrite: overwrite)
        let other = try await refused(Samples.chip(8), by: bench)
        #expect(other.code == "chip-of-other-batch")
        #expect(other.reason == "it carries tag c-1 of batch closing (cupertino, door)")
        let retired = try await refused(Samples.chip(9), by: bench)
        #expect(retired.code == "retired")
        #expect(retired.reason == "it carries tag t-0, which is retired")
    }

    @Test(arguments: [false, true])
    func `for no longer saying what was written is restored only when that was allowed`(overwrite: Bool) async throws {
        let batch = try Samples.batch(2)
        let first = try Bench(batch)
        try await first.present(Samples.chip(1))
        try await first.takeAway()
        let changed = try await Samples.chip(1, saying: NDEFMessage(uri: "https://mallory.example/"))
        let bench = try Bench(batch, registry: first.registry, overwrite: overwrite)
        guard overwrite else {
            let complaint = try await refused(changed, by: bench)
            #expect(complaint.code == "wrong-content")
            #expect(
                complaint.reason
                    == "it was written as tag t-1 but now carries the URL https://mallory.example/")
            #expect(bench.registry.tags[0].state == .written)
            return
        }
        try await bench.present(changed)
        #expect(try PhoneReader.url(on: try await bench.takeAway()) == Samples.url(1))
        #expect(bench.registry.tags[0].state == .written)
        #expect(bench.registry.violations == [])
    }

    /// It may be a copy of the chip that was written. A person who knows that it is not writes with `--overwrite`.
    @Test func `for being wiped becomes its own tag again only when that was allowed`() async throws {
        let batch = try Samples.batch(2)
        let first = try Bench(batch)
        try await first.present(Samples.chip(1))
        try await first.takeAway()
        #expect(try await refused(Samples.chip(1), by: first).code == "wrong-content")
        let bench = try Bench(batch, registry: first.registry, overwrite: true)
        try await bench.present(Samples.chip(1))
        #expect(try PhoneReader.url(on: try await bench.takeAway()) == Samples.url(1))
        #expect(bench.registry.tags.map(\.state) == [.written, .planned])
        #expect(bench.registry.violations == [])
    }

    @Test func `is refused once, however long it lies there`() async throws {
        let bench = try Bench(try Samples.batch(1))
        var chip = Samples.chip(1)
        Flaw.locked.put(on: &chip)
        try await bench.present(chip)
        for _ in 0..<10 { try await bench.step() }
        #expect(bench.registry.journal.map(\.kind) == [.chipRefused])
        #expect(bench.reports.count == 2)
        try await bench.takeAway()
        try await bench.present(chip)
        #expect(bench.registry.journal.map(\.kind) == [.chipRefused, .chipRefused])
    }
}
