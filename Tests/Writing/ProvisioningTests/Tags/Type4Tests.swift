import Faults
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// NTAG 424 DNA in a session.
@Suite struct `An NTAG 424 DNA` {
    private static func chip(_ number: UInt8) -> Type4Tag { Type4Tag(.ntag424, uid: Samples.chip(number).uid) }

    @Test func `is written and goes into the journal under its name`() async throws {
        let bench = try Bench(try Samples.batch(1))
        try await bench.present(Self.chip(1))
        #expect(try PhoneReader.url(on: try await bench.takeAny()) == Samples.url(1))
        #expect(bench.registry.tags[0].state == .written)
        #expect(bench.registry.tags[0].product == "NTAG 424 DNA")
        #expect(bench.registry.violations == [])
    }

    @Test func `that is to be locked is refused unwritten, and its tag goes to the next chip`() async throws {
        let bench = try Bench(try Samples.batch(1, rules: BatchRules(protection: .lock)))
        let chip = Self.chip(1)
        try await bench.present(chip)
        #expect(try await bench.takeAny().dump == chip.dump)
        guard case .refused(_, _, let complaint)? = bench.reports.last else {
            Issue.record("\(bench.reports)")
            return
        }
        #expect(complaint.code == "not-lockable")
        #expect(complaint.reason == "an NTAG 424 DNA has no lock that works without its keys")
        #expect(bench.registry.journal.map(\.kind) == [.chipRefused])
        #expect(bench.registry.tags[0].state == .planned && bench.registry.tags[0].uid == nil)

        try await bench.present(Samples.chip(2))
        #expect(bench.registry.tag(onChip: try Samples.uid(2))?.id.text == "t-1")
        #expect(bench.queue.signs.isDone)
        #expect(bench.registry.violations == [])
    }
}
