import Chips
import Foundation
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// A packing bench for a day: many tags, eight readers, and one exchange in a hundred goes wrong.
@Suite struct `Eight readers on a large batch` {
    /// `WAYMARK_PROOF=long` writes ten thousand tags.
    private static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"

    @Test func `write each tag to exactly one chip, in spite of faults`() async throws {
        let count = Self.isLong ? 10_000 : 300
        let soak = try Soak(tags: count, readers: 8, faultsPerThousandExchanges: 10, seed: 1)
        try await soak.run()
        #expect(soak.registry.violations == [])
        #expect(soak.registry.open.isEmpty)
        let isDone = soak.queue.signs.isDone
        #expect(isDone)

        // Every tag is on one chip, and that chip says what the tag is to say.
        let tags = soak.registry.tags
        let chips = Dictionary(uniqueKeysWithValues: soak.chips.map { (ChipUID($0.uid), $0) })
        #expect(Set(tags.compactMap(\.uid)).count == count)
        for tag in tags {
            let chip = try #require(chips[tag.uid])
            #expect(try PhoneReader.url(on: chip) == tag.url)
            #expect(tag.state == .written)
        }
        // The journal says the same: the last word about each tag is its confirmation on that chip.
        var last: [TagID: TagWrite] = [:]
        for case .writeConfirmed(let write) in soak.registry.journal { last[write.tag] = write }
        #expect(last.count == count)
        #expect(tags.allSatisfy { last[$0.id]?.uid == $0.uid && last[$0.id]?.url == $0.url })
        // No chip is lost, and one that carries no tag is as it was.
        #expect(chips.count == soak.untouched.count)
        let used = Set(tags.map(\.uid))
        let areUntouched = chips.allSatisfy { used.contains($0) || $1.memory == soak.untouched[$1.uid] }
        #expect(areUntouched)

        let interrupted = soak.registry.journal.count { $0.kind == .writeInterrupted }
        print(
            "soak: \(count) tags on 8 readers, \(soak.steps) steps, \(soak.exchanges) exchanges, faults: "
                + soak.faults.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
                + "; \(interrupted) writes interrupted")
    }
}
