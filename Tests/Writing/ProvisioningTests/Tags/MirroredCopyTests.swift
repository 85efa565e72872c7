import Faults
import NDEF
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// A mirror hides a part of what a chip stores. It opens no way around what a chip of ours may lose.
@Suite struct `A chip that was written and is mirrored over` {
    private func complaint(of bench: Bench) -> Complaint? {
        bench.reports.compactMap {
            switch $0 {
            case .refused(_, _, let complaint), .interrupted(_, _, let complaint): complaint
            default: nil
            }
        }.last
    }

    /// A bench that has written `t-1` to another chip with the same UID, and this one with another URL, which shows its UID
    /// from page 8 on.
    private func copy(saying url: String, now rules: BatchRules = .usual) async throws -> (
        Bench, ReaderEmulator.Type2Tag
    ) {
        let first = try Bench(try Samples.batch(1))
        try await first.present(Samples.chip(1))
        try await first.takeAway()
        var copy = try await Samples.chip(1, saying: NDEFMessage(uri: url))
        copy.memory[0x29] = [0x54, 0x00, 0x08, 0xFF]
        let name = try #require(BatchName("opening"))
        let known = Batch(name: name, template: nil, tags: first.registry.tags, rules: rules)
        return (try Bench(known, registry: first.registry), copy)
    }

    @Test(arguments: [Protection.none, .lock])
    func `is not written over where it says something else`(protection: Protection) async throws {
        let rules = BatchRules(protection: protection)
        let (bench, chip) = try await copy(saying: "https://example.net/another-page", now: rules)
        let entries = bench.registry.journal.count
        try await bench.present(chip)
        #expect(try await bench.takeAway().memory == chip.memory)
        #expect(complaint(of: bench)?.code == "wrong-content")
        #expect(bench.registry.journal.dropFirst(entries).map(\.kind) == [.chipRefused])
        #expect(bench.registry.tags[0].state == .written && bench.registry.violations == [])
    }

    /// Pages 8 to B hide that it ends in `.org`. Once that is seen the intent is on record, and it is kept all the same.
    @Test(arguments: [Protection.none, .lock])
    func `is not written over where the mirror hides something else`(protection: Protection) async throws {
        let rules = BatchRules(protection: protection)
        let (bench, chip) = try await copy(saying: "https://example.org/s/12?tag=t-1", now: rules)
        try await bench.present(chip)
        let shown = try await bench.takeAway()
        var stored = chip
        stored.memory[0x29] = [0x04, 0x00, 0x00, 0xFF]
        #expect(shown.memory == stored.memory)
        #expect(complaint(of: bench)?.code == "wrong-content")
        #expect(bench.registry.tags[0].state == .unfinished && bench.registry.open.isEmpty)
        // Nor when it comes again.
        try await bench.present(shown)
        #expect(try await bench.takeAway().memory == stored.memory)
        #expect(complaint(of: bench)?.code == "wrong-content" && bench.registry.violations == [])
    }

    @Test func `has its mirror switched off where that hides its own URL`() async throws {
        let (bench, chip) = try await copy(saying: Samples.url(1))
        try await bench.present(chip)
        #expect(try PhoneReader.url(on: try await bench.takeAway()) == Samples.url(1))
        #expect(bench.registry.tags[0].state == .written && complaint(of: bench) == nil)
    }

    /// Its place in the URL is another one by now, and the batch asks for genuine chips since.
    @Test(arguments: [Genuineness.genuine, .notGenuine], [GenuinenessRule.recorded, .required])
    func `has its signature looked at before it is written again`(
        found: Genuineness, rule: GenuinenessRule
    ) async throws {
        let place = ChipMirror.uid.placeholder
        let batch = try Samples.batch(1, rules: BatchRules(mirror: .uid)) { _ in "https://example.com/s?u=\(place)" }
        let first = try Bench(batch)
        try await first.present(Samples.chip(1))
        let chip = try await first.takeAway()
        let rules = BatchRules(mirror: .uid, genuineness: rule)
        let url = "https://example.com/second?u=\(place)"
        first.registry.change(batch.tags[0].id) { $0 = $0.revised(by: Samples.moved($0, to: url), rules) }
        let known = Batch(name: batch.name, template: nil, tags: first.registry.tags, rules: rules)
        let bench = try Bench(known, registry: first.registry)
        bench.port.genuineness = found
        try await bench.present(chip)
        let left = try await bench.takeAway()
        if rule == .required, found == .notGenuine {
            #expect(left.memory == chip.memory && complaint(of: bench)?.code == "not-genuine")
        } else {
            #expect(try PhoneReader.url(on: left) == url)
            #expect(bench.registry.tags[0].genuineness == found && bench.registry.tags[0].state == .written)
        }
        #expect(bench.registry.violations == [])
    }
}
