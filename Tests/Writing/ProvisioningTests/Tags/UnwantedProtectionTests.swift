import Faults
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// A chip that was torn away while it was protected, and whose batch asks for nothing of that any more: it is confirmed
/// as what it is, or not at all.
@Suite struct `A chip whose protection was begun` {
    private static let keys = AvailableKeys(current: Samples.key)

    /// The chip, torn away so many exchanges before the last one, and a bench that knows the journal alone.
    private func torn(
        _ chip: any EmulatedTag, under protection: Protection, before left: Int, now rules: BatchRules = .usual,
        _ change: @Sendable (inout Registry.Tag) -> Void = { _ in }
    ) async throws -> (Bench, any EmulatedTag) {
        let batch = try Samples.batch(1, rules: BatchRules(protection: protection))
        let whole = try Bench(batch, keys: Self.keys)
        try await whole.present(chip)
        let bench = try Bench(batch, keys: Self.keys)
        bench.antenna.tear(after: whole.antenna.counts.commands - left)
        try await bench.present(chip)
        let remains = try await bench.takeAny()
        try #require(bench.registry.tags[0].state == .unfinished)
        bench.registry.change(batch.tags[0].id, change)
        let known = Batch(name: batch.name, template: nil, tags: bench.registry.tags, rules: rules)
        return (try Bench(known, registry: bench.registry, keys: Self.keys), remains)
    }

    private func complaint(of bench: Bench) -> Complaint? {
        bench.reports.compactMap {
            switch $0 {
            case .refused(_, _, let complaint), .interrupted(_, _, let complaint): complaint
            default: nil
            }
        }.last
    }

    /// From the end: five times a read and the write that is refused, a read, and static lock bits, dynamic ones, the
    /// container, and the configuration.
    @Test(arguments: [12, 13], [BatchRules.usual, BatchRules(protection: .password)])
    func `is refused where a part of its lock is there`(left: Int, rules: BatchRules) async throws {
        let (bench, chip) = try await torn(Samples.chip(1), under: .lock, before: left, now: rules)
        try await bench.present(chip)
        #expect(complaint(of: bench)?.code == "locked")
        #expect(complaint(of: bench)?.message == "tag t-1 on chip 04A1B2C3D4E501 is not confirmed")
        #expect(try await bench.takeAny().dump == chip.dump)
        #expect(bench.registry.tags[0].state == .unfinished)
        #expect(bench.registry.violations == [])
    }

    @Test(arguments: [1, 2, 11], [BatchRules.usual, BatchRules(protection: .password)])
    func `is confirmed as locked where all of its lock is there`(left: Int, rules: BatchRules) async throws {
        let (bench, chip) = try await torn(Samples.chip(1), under: .lock, before: left, now: rules)
        try await bench.present(chip)
        #expect(try await bench.takeAny().dump == chip.dump)
        #expect(bench.registry.tags[0].state == .written && bench.registry.tags[0].protection == .lock)
        #expect(bench.registry.violations == [])
    }

    /// From the end: the write that is refused, lock status, a read, and 27 locks.
    @Test(arguments: [0, 2, 10, 25]) func `is judged by its blocks on a Type 5 chip`(left: Int) async throws {
        let (bench, chip) = try await torn(Samples.vicinity(1), under: .lock, before: 3 + left)
        try await bench.present(chip)
        #expect(try await bench.takeAny().dump == chip.dump)
        let tag = bench.registry.tags[0]
        if left == 0 {
            #expect(tag.state == .written && tag.protection == .lock)
        } else {
            #expect(tag.state == .unfinished && complaint(of: bench)?.code == "locked")
        }
        #expect(bench.registry.violations == [])
    }

    /// From the end: a read, PWD_AUTH, and CFG0 with AUTH0.
    @Test func `loses a password of ours, and keeps one that is not known`() async throws {
        let (bench, chip) = try await torn(Samples.chip(1), under: .password, before: 2)
        try await bench.present(chip)
        let open = try await bench.takeAway()
        #expect(open.memory[0x29][3] == 0xFF)
        #expect(bench.registry.tags[0].state == .written && bench.registry.tags[0].protection == nil)

        let (other, closed) = try await torn(Samples.chip(1), under: .password, before: 2) { $0.intendedKey = nil }
        try await other.present(closed)
        #expect(complaint(of: other)?.code == "wrong-password")
        #expect(try await other.takeAny().dump == closed.dump)
        #expect(other.registry.tags[0].state == .unfinished)
        #expect(other.registry.violations == [])
    }

    /// The maker has frozen a lock bit of a page that is not locked: no lock of ours begins so.
    @Test func `is confirmed as open where lock bits are as the maker left them`() async throws {
        var fresh = Samples.chip(1)
        fresh.memory[2][2] |= 0x01
        let (bench, chip) = try await torn(fresh, under: .none, before: 3)
        try await bench.present(chip)
        #expect(complaint(of: bench) == nil)
        #expect(bench.registry.tags[0].state == .written && bench.registry.tags[0].protection == nil)
    }

    /// With CFGLCK or without it: every page of data can be written again.
    @Test(arguments: [14, 15])
    func `is confirmed as open where nothing of it is there, with two entries as ever`(left: Int) async throws {
        let (bench, chip) = try await torn(Samples.chip(1), under: .lock, before: left)
        let entries = bench.registry.journal.count
        try await bench.present(chip)
        #expect(bench.registry.tags[0].state == .written && bench.registry.tags[0].protection == nil)
        #expect(bench.registry.journal.dropFirst(entries).map(\.kind) == [.writeIntended, .writeConfirmed])
    }
}
