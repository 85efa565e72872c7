import Faults
import NDEF
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// A batch that asks for more than its URLs: what chips become, and what becomes of chips that are something else.
@Suite struct `A batch with rules` {
    static func shelf() -> AvailableKeys { AvailableKeys(current: Samples.key, older: [Samples.otherKey]) }

    private func bench(
        _ rules: BatchRules, count: Int = 2, registry: MemoryRegistry? = nil, keys: AvailableKeys = shelf(),
        url: @Sendable (Int) -> String = Samples.url
    ) throws -> Bench {
        let batch = try Samples.batch(count, rules: rules, url: url)
        guard let registry else { return try Bench(batch, keys: keys) }
        let known = Batch(name: batch.name, template: nil, tags: registry.tags, rules: rules)
        return try Bench(known, registry: registry, keys: keys)
    }

    private func kinds(_ bench: Bench) -> [JournalEvent.Kind] { bench.registry.journal.map(\.kind) }

    private func lastComplaint(_ bench: Bench) -> Complaint? {
        bench.reports.compactMap { if case .refused(_, _, let complaint) = $0 { complaint } else { nil } }.last
    }

    @Test(arguments: [Protection.lock, .password])
    func `has each chip protected after its read-back, with both intents on record`(protection: Protection) async throws
    {
        let bench = try bench(BatchRules(protection: protection))
        try await bench.present(Samples.chip(1))
        let chip = try await bench.takeAway()
        #expect(try PhoneReader.url(on: chip) == Samples.url(1))
        #expect(kinds(bench) == [.writeIntended, .protectionIntended, .writeConfirmed])
        #expect(bench.registry.violations == [])
        let tag = bench.registry.tags[0]
        #expect(tag.protection == protection)
        #expect(tag.key == (protection == .password ? Samples.key : nil))
        #expect(tag.intendedKey == nil)
        if protection == .lock {
            #expect(chip.memory[2][2...3] == [0xFF, 0xFF] && chip.memory[3][3] == 0x0F)
        } else {
            #expect(chip.memory[0x29][3] == 0x02 && chip.memory[2][2...3] == [0, 0])
        }
        // Seen again it is confirmed and costs one look.
        try await bench.present(chip)
        #expect(kinds(bench).count == 3)
        #expect(bench.reports.last == .confirmed(tag, try Samples.uid(1)))
    }

    @Test(arguments: [
        (ReaderEmulator.Type2Product.ntag203, Protection.password), (.ultralight, .password), (.ultralightC, .password),
    ])
    func `refuses a chip that can never become that, and changes nothing`(
        product: ReaderEmulator.Type2Product, protection: Protection
    ) async throws {
        let bench = try bench(BatchRules(protection: protection))
        let chip = Samples.chip(1, product)
        try await bench.present(chip)
        #expect(try await bench.takeAway().memory == chip.memory)
        #expect(kinds(bench) == [.chipRefused])
        #expect(lastComplaint(bench)?.code == "not-protectable")
    }

    @Test func `whose URL changes has a chip with a password written again, with that password`() async throws {
        let bench = try bench(BatchRules(protection: .password))
        try await bench.present(Samples.chip(1))
        let chip = try await bench.takeAway()
        let id = bench.registry.tags[0].id
        let changed = try Samples.batch(2) { "https://example.com/new/\($0)" }.tags[0]
        let moved = Registry.Tag(
            id: id, batch: changed.batch, store: changed.store, placement: changed.placement, medium: .nfc,
            url: changed.url,
            life: TagLife(
                state: .outdated, uid: bench.registry.tags[0].uid, writtenURL: bench.registry.tags[0].url,
                protection: .password, key: Samples.key))
        bench.registry.change(id) { $0 = moved }
        let again = try self.bench(BatchRules(protection: .password), registry: bench.registry)
        try await again.present(chip)
        #expect(try PhoneReader.url(on: try await again.takeAway()) == changed.url)
        #expect(again.registry.tags[0].state == .written && again.registry.tags[0].key == Samples.key)
    }

    @Test func `whose URL changes has a locked chip refused, with what it says and what to do`() async throws {
        let bench = try bench(BatchRules(protection: .lock))
        try await bench.present(Samples.chip(1))
        let chip = try await bench.takeAway()
        let old = bench.registry.tags[0]
        bench.registry.change(old.id) { tag in
            tag = Registry.Tag(
                id: tag.id, batch: tag.batch, store: tag.store, placement: tag.placement, medium: .nfc,
                url: "https://example.com/new/1",
                life: TagLife(state: .outdated, uid: tag.uid, writtenURL: tag.writtenURL, protection: .lock))
        }
        let again = try self.bench(BatchRules(protection: .lock), registry: bench.registry)
        try await again.present(chip)
        #expect(try await again.takeAway().memory == chip.memory)
        let complaint = try #require(lastComplaint(again))
        #expect(complaint.message == "tag t-1 on chip 04A1B2C3D4E501 cannot be written again")
        #expect(complaint.reason.hasPrefix("it is locked for ever, and says \(Samples.url(1)): "))
        #expect(complaint.next == "destroy this chip and write another: waymark tag replace t-1 --reason \"locked\"")
    }

    @Test func `gives a chip with an older key the new password`() async throws {
        let old = AvailableKeys(current: Samples.otherKey)
        let bench = try bench(BatchRules(protection: .password), keys: old)
        try await bench.present(Samples.chip(1))
        let chip = try await bench.takeAway()
        #expect(bench.registry.tags[0].key == Samples.otherKey)

        let again = try self.bench(BatchRules(protection: .password), registry: bench.registry)
        try await again.present(chip)
        let after = try await again.takeAway()
        #expect(after.memory != chip.memory)
        #expect(try PhoneReader.url(on: after) == Samples.url(1))
        #expect(again.registry.tags[0].key == Samples.key && again.registry.violations == [])
    }

    /// AUTH0 off, or behind pages of the URL.
    @Test(arguments: [0xFF, 0x08] as [UInt8])
    func `closes a chip again that does not have all of its protection any more`(first: UInt8) async throws {
        let bench = try bench(BatchRules(protection: .password))
        try await bench.present(Samples.chip(1))
        var chip = try await bench.takeAway()
        let whole = chip.memory
        chip.memory[0x29][3] = first
        try await bench.present(chip)
        #expect(try await bench.takeAway().memory == whole)
        #expect(bench.registry.tags[0].state == .written && bench.registry.tags[0].key == Samples.key)
        #expect(kinds(bench).suffix(3) == [.writeIntended, .protectionIntended, .writeConfirmed])
        #expect(bench.registry.violations == [])
    }

    @Test func `refuses a chip whose key is not here, and names the key`() async throws {
        let bench = try bench(BatchRules(protection: .password), keys: AvailableKeys(current: Samples.otherKey))
        try await bench.present(Samples.chip(1))
        let chip = try await bench.takeAway()
        let namesake = KeyName(identifier: "key-2", check: "000000")
        for (keys, found) in [
            (AvailableKeys(current: Samples.key), ""),
            (
                AvailableKeys(current: Samples.key, older: [namesake]),
                ", and the key key-2 that is here is another one (000000)"
            ),
        ] {
            let again = try self.bench(BatchRules(protection: .password), registry: bench.registry, keys: keys)
            try await again.present(chip)
            #expect(try await again.takeAway().memory == chip.memory)
            let complaint = try #require(lastComplaint(again))
            #expect(complaint.message == "tag t-1 on chip 04A1B2C3D4E501 is not written")
            #expect(
                complaint.reason == "it opens with a password from key key-2 (check value D4E5F6), which this station "
                    + "does not have\(found)")
            #expect(complaint.next.contains("waymarkd --tag-key FILE"))
        }
    }

    @Test func `takes the password off when none is asked for any more`() async throws {
        let bench = try bench(BatchRules(protection: .password))
        try await bench.present(Samples.chip(1))
        let again = try self.bench(.usual, registry: bench.registry)
        try await again.present(try await bench.takeAway())
        let after = try await again.takeAway()
        #expect(after.memory[0x29][3] == 0xFF && after.memory[0x2B] == [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(again.registry.tags[0].protection == nil && again.registry.tags[0].key == nil)
    }

    @Test func `leaves a chip whose password is not ours as it is`() async throws {
        let bench = try bench(BatchRules(protection: .password))
        try await bench.present(Samples.chip(1))
        // The registry of another station knows nothing of it.
        let other = try self.bench(BatchRules(protection: .password)) { "https://example.com/other/\($0)" }
        let chip = try await bench.takeAway()
        try await other.present(chip)
        #expect(try await other.takeAway().memory == chip.memory)
        #expect(lastComplaint(other)?.code == "password-protected")
    }

    @Test(arguments: Genuineness.allCases, GenuinenessRule.allCases)
    func `looks at signatures as it says`(found: Genuineness, rule: GenuinenessRule) async throws {
        let bench = try bench(BatchRules(genuineness: rule))
        bench.port.genuineness = found
        let chip = Samples.chip(1)
        try await bench.present(chip)
        let isRefused = rule == .required && found != .genuine
        #expect(kinds(bench) == (isRefused ? [.chipRefused] : [.writeIntended, .writeConfirmed]))
        #expect(bench.registry.tags[0].genuineness == (rule == .unchecked || isRefused ? nil : found))
        guard isRefused else { return }
        #expect(try await bench.takeAway().memory == chip.memory)
        #expect(lastComplaint(bench)?.code == (found == .notGenuine ? "not-genuine" : "genuineness-unknown"))
    }

    @Test(arguments: ChipMirror.allCases, [Protection.none, .lock, .password])
    func `has chips show themselves in their URLs, and knows them again`(
        mirror: ChipMirror, protection: Protection
    ) async throws {
        let bench = try bench(BatchRules(protection: protection, mirror: mirror)) {
            "https://example.com/s/\($0)?u=\(mirror.placeholder)"
        }
        try await bench.present(Samples.chip(1))
        let chip = try await bench.takeAway()
        // Stored is the placeholder, shown is something else.
        #expect(try PhoneReader.url(on: chip) == bench.registry.tags[0].url)
        #expect(chip.memory[0x29][2] > 3)
        #expect(bench.registry.tags[0].mirror == mirror)
        #expect((bench.registry.tags[0].protection ?? .none) == protection)
        try await bench.present(chip)
        #expect(bench.reports.last == .confirmed(bench.registry.tags[0], try Samples.uid(1)))
    }

    /// NFC_CNT_PWD_PROT, which hides the counter from phones, and NFC_CNT_EN, without which it does not count.
    @Test(arguments: [0x18, 0x08, 0x00] as [UInt8])
    func `has chips show their counter again that does not act any more`(access: UInt8) async throws {
        let url = "https://example.com/s/1?u=\(ChipMirror.counter.placeholder)"
        let bench = try bench(BatchRules(mirror: .counter)) { _ in url }
        try await bench.present(Samples.chip(1))
        var chip = try await bench.takeAway()
        #expect(chip.memory[0x2A] == [0x10, 0x05, 0x00, 0x00])
        chip.memory[0x2A] = [access, 0x05, 0x00, 0x00]
        try await bench.present(chip)
        #expect(try await bench.takeAway().memory[0x2A] == [0x10, 0x05, 0x00, 0x00])
        #expect(bench.registry.tags[0].state == .written && bench.registry.violations == [])

        chip.memory[0x2A][0] |= 0x40
        try await bench.present(chip)
        #expect(try await bench.takeAway().memory == chip.memory)
        #expect(lastComplaint(bench)?.code == "not-mirrorable")
    }

    @Test(arguments: [Protection.none, .password])
    func `has chips show nothing any more when that is not asked for`(protection: Protection) async throws {
        let url = "https://example.com/s/1?u=\(ChipMirror.uid.placeholder)"
        let bench = try bench(BatchRules(protection: protection, mirror: .uid)) { _ in url }
        try await bench.present(Samples.chip(1))
        let again = try self.bench(BatchRules(protection: protection), registry: bench.registry)
        try await again.present(try await bench.takeAway())
        let after = try await again.takeAway()
        #expect(after.memory[0x29][2] == 0)
        #expect(try PhoneReader.url(on: after) == url)
        #expect(again.registry.tags[0].mirror == nil && again.registry.tags[0].state == .written)
        #expect(again.registry.violations == [])
    }

    @Test func `refuses a URL that has no place for what is to be shown`() async throws {
        let bench = try bench(BatchRules(mirror: .uid))
        try await bench.present(Samples.chip(1))
        #expect(lastComplaint(bench)?.code == "no-placeholder")
        #expect(bench.registry.tags[0].state == .planned)
    }
}
