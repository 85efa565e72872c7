import Foundation
import NDEF
import Provisioning
import ReaderEmulator
import Registry
import Synchronization
import Testing

/// The whole write of a batch with protection, torn at every exchange: the chip holds its old message, none, or the new
/// one, it is never protected with anything but the new one, and the same chip presented again is finished.
///
/// `WAYMARK_PROOF=long` tries every product, length and exchange; otherwise a sample that is the same each time.
@Suite struct `A tag that is torn away while it is written and protected` {
    static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"

    enum Old: String, CaseIterable, Sendable {
        case factory, foreign
        /// Written and protected before, by another key, and the URL has changed since.
        case otherKey
        /// Written before, and the URL has changed so that what the chip shows stands elsewhere in it.
        case moved
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let product: ReaderEmulator.Type2Product
        let characters: Int
        let rules: BatchRules
        let old: Old

        /// With a place for what a chip shows of itself, behind a letter that differs from URL to URL.
        func url(_ letter: Character) -> String {
            let place = rules.mirror?.placeholder ?? ""
            return "https://" + String(repeating: letter, count: characters - place.count) + place
        }
        var testDescription: String {
            "\(product.name), \(characters) characters, \(rules.protection.rawValue), "
                + "mirror \(rules.mirror?.rawValue ?? "none"), \(old.rawValue)"
        }
    }

    /// Products, and the characters that they hold behind `https://`.
    static let products: [(ReaderEmulator.Type2Product, Int)] = [
        (.ntag213, 131), (.ntag215, 483), (.ntag216, 859), (.ultralightUL11, 40), (.ultralightUL21, 120),
        (.ntag203, 131), (.ultralight, 40), (.ultralightC, 136), (.ntag213f, 131), (.ntag213tt, 131),
    ]

    static let cases: [Case] = products.flatMap { product, room in
        let mirrors: [ChipMirror?] =
            ["ntag213", "ntag215", "ntag216", "ntag213f"].contains(product.name)
            ? [nil] + ChipMirror.allCases : [nil]
        let hasPassword = product.configurationPage != nil
        let protections = Protection.allCases.filter { hasPassword || $0 != .password }
        return mirrors.flatMap { mirror in
            protections.flatMap { protection in
                [1, 40, 80, 130, 254, 255, 486].filter { $0 <= room && $0 >= (mirror?.placeholder.count ?? 1) }
                    .flatMap { characters in
                        Old.allCases.filter { old in
                            switch old {
                            case .factory: true
                            case .foreign: room > 100
                            case .otherKey: protection == .password
                            case .moved: mirror != nil && protection != .lock
                            }
                        }.map { old in
                            Case(
                                product: product, characters: characters,
                                rules: BatchRules(protection: protection, mirror: mirror), old: old)
                        }
                    }
            }
        }
    }

    static let proved = cases.enumerated().filter { isLong || $0.offset % 23 == 4 }.map(\.element)

    /// A bench and a chip, not yet on it.
    private func start(_ subject: Case) async throws -> (Bench, ReaderEmulator.Type2Tag) {
        let batch = try Samples.batch(1, rules: subject.rules) { _ in subject.url("a") }
        let keys = AvailableKeys(current: Samples.key, older: [Samples.otherKey])
        let chip = Samples.chip(1, subject.product)
        switch subject.old {
        case .factory: return (try Bench(batch, keys: keys), chip)
        case .foreign:
            let message = try NDEFMessage(uri: "https://other.example/" + String(repeating: "b", count: 60))
            return (
                try Bench(batch, overwrite: true, keys: keys),
                try await Samples.chip(1, subject.product, saying: message)
            )
        case .otherKey, .moved:
            let place = subject.rules.mirror?.placeholder ?? ""
            let before =
                subject.old == .otherKey
                ? subject.url("b")
                : "https://" + place + String(repeating: "b", count: subject.characters - place.count)
            let former = try Samples.batch(1, rules: subject.rules) { _ in before }
            let earlier = try Bench(former, keys: AvailableKeys(current: Samples.otherKey))
            try await earlier.present(chip)
            let left = try await earlier.takeAway()
            let known = earlier.registry.tags[0]
            #expect(known.key == (subject.rules.protection == .password ? Samples.otherKey : nil))
            let tag = Registry.Tag(
                id: known.id, batch: known.batch, store: known.store, placement: known.placement, medium: .nfc,
                url: subject.url("a"),
                life: TagLife(
                    state: .outdated, uid: known.uid, product: known.product, writtenURL: known.writtenURL,
                    protection: known.protection, mirror: known.mirror, key: known.key))
            let revised = Batch(name: batch.name, template: nil, tags: [tag], rules: subject.rules)
            return (try Bench(revised, keys: keys), left)
        }
    }

    /// Exchanges that are tried: all, or the first, the last ones, ten of which prove a lock, and a few between.
    private func exchanges(_ last: Int) -> [Int] {
        guard !Self.isLong, last > 26 else { return Array(1...last) }
        return [1, 3, last / 3, last / 2] + Array(last - 22...last)
    }

    @Test(arguments: proved)
    func `is old, empty or new, never protected with anything else, and finished later`(subject: Case) async throws {
        let (whole, chip) = try await start(subject)
        try await whole.present(chip)
        #expect(whole.registry.tags[0].state == .written)
        let last = whole.antenna.counts.commands
        let new = subject.url("a")
        let allowed = [try PhoneReader.url(on: chip), nil, new]
        var tried = 0
        for n in exchanges(last) {
            for lost in [LostHalf.command, .answer, nil] {
                let what: Comment = "exchange \(n) of \(last), lost: \(lost.map { "\($0)" } ?? "nothing")"
                let (bench, chip) = try await start(subject)
                bench.antenna.tear(after: n, losing: lost)
                try await bench.present(chip)
                let left = try await bench.takeAway()
                let found = try PhoneReader.url(on: left)
                #expect(allowed.contains(found), what)
                #expect(bench.registry.violations == [], what)
                if Guard.isLockBegun(left) { #expect(found == new, what) }
                // A password that is there already stays while the old message is replaced.
                if Guard.isClosed(left), !Guard.isClosed(chip) { #expect(found == new, what) }
                let isWritten = bench.registry.tags[0].state == .written
                #expect(isWritten == (n == last && lost == nil), what)

                // Whoever finishes it knows the journal alone.
                let known = Batch(
                    name: try #require(BatchName("opening")), template: nil, tags: bench.registry.tags,
                    rules: subject.rules)
                let again = try Bench(
                    known, registry: bench.registry, overwrite: subject.old == .foreign,
                    keys: AvailableKeys(current: Samples.key, older: [Samples.otherKey]))
                try await again.present(left)
                let mended = try await again.takeAway()
                #expect(try PhoneReader.url(on: mended) == new, what)
                #expect(again.registry.tags[0].state == .written, what)
                #expect(Guard.isAsAsked(mended, subject.rules.protection), what)
                #expect(again.registry.violations == [] && again.registry.open.isEmpty, what)
                tried += 1
            }
        }
        ProvedCount.add(tried, subject.testDescription)
    }
}

/// How a chip is protected, told from its memory alone.
private enum Guard {
    static func isLockBegun(_ tag: ReaderEmulator.Type2Tag) -> Bool {
        let dynamic = tag.product.dynamicLockPage.map { Array(tag.memory[$0][0..<3]) } ?? []
        return tag.memory[2][2...3] != [0, 0] || dynamic.contains { $0 != 0 } || tag.memory[3][3] & 0x0F != 0
    }

    /// AUTH0 is not off.
    static func isClosed(_ tag: ReaderEmulator.Type2Tag) -> Bool {
        tag.product.configurationPage.map { tag.memory[$0][3] != 0xFF } ?? false
    }

    static func isAsAsked(_ tag: ReaderEmulator.Type2Tag, _ protection: Protection) -> Bool {
        switch protection {
        case .none: return !isLockBegun(tag) && !isClosed(tag)
        case .lock: return tag.memory[2][2...3] == [0xFF, 0xFF] && tag.memory[3][3] == 0x0F && !isClosed(tag)
        case .password:
            guard let page = tag.product.configurationPage else { return false }
            return !isLockBegun(tag) && isClosed(tag)
                && Array(tag.memory[page + 2]) == Array("-1".utf8) + tag.uid.suffix(2)
        }
    }
}

/// The cases of this proof in this run; the last line has the sum.
private enum ProvedCount {
    private static let sum = Mutex(0)

    static func add(_ count: Int, _ subject: String) {
        let total = sum.withLock { sum in
            sum += count
            return sum
        }
        print("torn through a session: \(subject): \(count) cases, \(total) in all so far")
    }
}
