import Faults
import NDEF
import Provisioning
import ReaderEmulator
import Registry
import Testing

@Suite struct `A batch that is written` {
    @Test func `becomes tags in the order of the file, each on a chip of its own`() async throws {
        let batch = try Samples.batch(3)
        let bench = try Bench(batch)
        let products: [ReaderEmulator.Type2Product] = [.ntag213, .ntag215, .ntag216]
        for (index, product) in products.enumerated() {
            let number = UInt8(index + 1)
            try await bench.present(Samples.chip(number, product))
            let tag = try await bench.takeAway()
            #expect(try PhoneReader.url(on: tag) == Samples.url(index + 1))
            let kept = try #require(bench.registry.tag(onChip: Samples.uid(number)))
            #expect(kept.id.text == "t-\(number)")
            #expect(kept.state == .written)
            #expect(kept.product?.lowercased() == product.name)
        }
        #expect(bench.queue.signs.isDone)
        #expect(bench.registry.violations == [])
        #expect(
            bench.registry.journal.map(\.kind)
                == Array(repeating: [.writeIntended, .writeConfirmed], count: 3).flatMap { $0 })
    }

    @Test func `is told and recorded step by step`() async throws {
        let batch = try Samples.batch(2)
        let bench = try Bench(batch)
        try await bench.present(Samples.chip(1))
        let (tag, uid) = (batch.tags[0], try Samples.uid(1))
        #expect(
            bench.reports == [
                .presented(uid), .writing(tag, uid, product: "NTAG213"), .written(tag, uid, product: "NTAG213"),
            ])
        let write = TagWrite(
            tag: tag.id, batch: batch.name, uid: uid, product: "NTAG213", url: tag.url,
            reader: try #require(ReaderName("bench 1")))
        #expect(bench.registry.journal == [.writeIntended(write), .writeConfirmed(write)])
        // Nothing more happens to a tag that stays where it is.
        let calls = bench.link.calls
        for _ in 0..<5 { try await bench.step() }
        #expect(bench.reports.count == 3)
        #expect(bench.link.calls == calls + 5)
    }

    @Test func `holds on the tag what the data sheet and the record definitions say`() async throws {
        let bench = try Bench(try Samples.batch(1) { _ in "https://a.example/1" })
        try await bench.present(Samples.chip(1))
        let tag = try await bench.takeAway()
        #expect(
            Array(tag.memory.bytes[16..<44]) == [
                // Lock Control TLV as from the factory; NDEF TLV, 16 bytes: D1 01 0C 55 04 a.example/1; terminator.
                0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x10, 0xD1, 0x01, 0x0C, 0x55, 0x04, 0x61, 0x2E, 0x65, 0x78, 0x61,
                0x6D, 0x70, 0x6C, 0x65, 0x2F, 0x31, 0xFE, 0x00, 0x00, 0x00, 0x00,
            ])
    }

    @Test func `is not called written while a page was acknowledged and not kept`() async throws {
        let bench = try Bench(try Samples.batch(1))
        bench.antenna.insert(Samples.chip(1))
        while bench.registry.open.isEmpty { try await bench.step() }
        try await bench.step()
        bench.antenna.update { $0.memory[0x08] = [0, 0, 0, 0] }
        try await bench.step()
        guard case .interrupted(_, _, let complaint) = bench.reports.last else {
            Issue.record("\(bench.reports)")
            return
        }
        #expect(complaint.code == "read-back-differs")
        #expect(bench.registry.tags.map(\.state) == [.unfinished])
        // It is still there, and is written anew.
        try await bench.settle()
        #expect(
            bench.registry.journal.map(\.kind)
                == [.writeIntended, .writeInterrupted, .writeIntended, .writeConfirmed])
        #expect(try PhoneReader.url(on: try await bench.takeAway()) == Samples.url(1))
    }

    /// Its read-back has shown that it does not hold the message, so that it is not taken for a copy.
    @Test func `is written when it is put down again after a page was not kept`() async throws {
        let bench = try Bench(try Samples.batch(1))
        bench.antenna.insert(Samples.chip(1))
        while bench.registry.open.isEmpty { try await bench.step() }
        try await bench.step()
        bench.antenna.update { $0.memory[0x08] = [0, 0, 0, 0] }
        try await bench.step()
        guard case .interrupted = bench.reports.last else {
            Issue.record("\(bench.reports)")
            return
        }
        let chip = try await bench.takeAway()
        try await bench.present(chip)
        #expect(bench.registry.tags.map(\.state) == [.written])
        #expect(try PhoneReader.url(on: try await bench.takeAway()) == Samples.url(1))
    }

    @Test func `is confirmed without a write when its tags are presented again`() async throws {
        let batch = try Samples.batch(2)
        let bench = try Bench(batch)
        try await bench.present(Samples.chip(1))
        let written = try await bench.takeAway()
        let entries = bench.registry.journal.count
        let reports = bench.reports.count
        bench.antenna.observe { if case .command(let command) = $0, command.first == 0xA2 { Issue.record("written") } }
        try await bench.present(written)
        #expect(try await bench.takeAway().memory == written.memory)
        #expect(bench.registry.journal.count == entries)
        let tag = try #require(bench.registry.tag(onChip: Samples.uid(1)))
        #expect(
            Array(bench.reports[reports...]) == [.presented(try Samples.uid(1)), .confirmed(tag, try Samples.uid(1))])
        #expect(bench.next?.id.text == "t-2")
    }

    /// Written by another station after this one's queue was made.
    @Test func `counts as done what a chip confirms`() async throws {
        let batch = try Samples.batch(1)
        let other = try Bench(batch)
        try await other.present(Samples.chip(1))
        let bench = try Bench(batch, registry: other.registry)
        try await bench.present(try await other.takeAway())
        #expect(bench.queue.signs.isDone)
    }

    @Test func `refuses one chip too many, and says which unfinished ones are missing`() async throws {
        let batch = try Samples.batch(1)
        let bench = try Bench(batch)
        bench.antenna.tear(after: 4, losing: .command)
        try await bench.present(Samples.chip(1))
        _ = try await bench.takeAway()
        try await bench.present(Samples.chip(2))
        guard case .refused(nil, try Samples.uid(2), let complaint) = bench.reports.last else {
            Issue.record("\(bench.reports)")
            return
        }
        #expect(complaint.code == "only-unfinished-left")
        #expect(
            complaint.reason
                == "the tags that are left belong to other chips, begun or to be rewritten: t-1 on 04A1B2C3D4E501")
        #expect(try await bench.takeAway().memory == Samples.chip(2).memory)
    }

    @Test func `is complete when every tag is written, and refuses further chips`() async throws {
        let bench = try Bench(try Samples.batch(1))
        try await bench.present(Samples.chip(1))
        try await bench.takeAway()
        try await bench.present(Samples.chip(2))
        guard case .refused(nil, _, let complaint) = bench.reports.last else {
            Issue.record("\(bench.reports)")
            return
        }
        #expect(complaint.code == "batch-complete")
        #expect(bench.registry.journal.last?.kind == .chipRefused)
    }
}
