import Chips
import ReaderEmulator
import Registry
import Synchronization

/// A registry in memory, and a watch over the chips: none may change without an open write in the journal.
final class MemoryRegistry: Sendable {
    struct Contradiction: Error, Equatable {
        let event: JournalEvent
        let reason: String
    }

    private struct Content {
        var ledger: Ledger
        var journal: [JournalEvent] = []
        /// By the reader that each is on.
        var chips: [String: any EmulatedTag] = [:]
        var violations: [String] = []
    }

    private let content: Mutex<Content>

    init(_ tags: [Registry.Tag]) {
        content = Mutex(Content(ledger: Ledger(tags)))
    }

    var tags: [Registry.Tag] { content.withLock { $0.ledger.tags } }
    var open: [ChipUID: TagID] { content.withLock { $0.ledger.open } }
    var journal: [JournalEvent] { content.withLock { $0.journal } }
    /// What happened that must never happen.
    var violations: [String] { content.withLock { $0.violations } }

    func tag(onChip uid: ChipUID) -> Registry.Tag? { content.withLock { $0.ledger.tag(onChip: uid) } }

    func formerCarrier(onChip uid: ChipUID) -> FormerCarrier? { content.withLock { $0.ledger.former[uid] } }

    /// A chip is put on a reader.
    func expect(_ chip: any EmulatedTag, on reader: String) { content.withLock { $0.chips[reader] = chip } }

    /// A command was sent. A chip that it changed without an open write in the journal is a violation.
    func inspect(_ chip: any EmulatedTag, on reader: String) {
        content.withLock { content in
            guard let old = content.chips.updateValue(chip, forKey: reader), old.dump != chip.dump else { return }
            guard let uid = ChipUID(chip.uid), content.ledger.open[uid] != nil else {
                content.violations.append("chip \(chip.uid) was changed without an intent in the journal")
                return
            }
            if old.protection != chip.protection, !content.ledger.protectable.contains(uid) {
                content.violations.append("chip \(chip.uid) was protected without an intent in the journal")
            }
        }
    }

    /// Another plan for a tag.
    func change(_ id: TagID, _ body: (inout Registry.Tag) -> Void) {
        content.withLock { $0.ledger.change(id, body) }
    }

    func record(_ event: JournalEvent) throws(Contradiction) {
        try content.withLock { content throws(Contradiction) in
            if let reason = content.ledger.apply(event) { throw Contradiction(event: event, reason: reason) }
            content.journal.append(event)
        }
    }
}

extension EmulatedTag {
    /// Whatever makes a chip read-only or asks for a password: what an erased page may not touch either.
    fileprivate var protection: [UInt8] {
        if let tag = self as? Type4Tag { return tag.capabilityContainer }
        // Its container may be torn while it is written, but not say read-only.
        if let tag = self as? Type5Tag { return tag.dump.last ?? [] }
        guard let tag = self as? ReaderEmulator.Type2Tag else { return [] }
        let memory = tag.memory
        let dynamic = tag.product.dynamicLockPage.map { Array(memory[$0]) } ?? []
        // Not what CFG0 says of a mirror: that goes off before a message is written.
        let configuration =
            tag.product.configurationPage.map { page in
                [memory[page][3]] + (1..<4).flatMap { Array(memory[page + $0]) }
            } ?? []
        return Array(memory[2][2...3]) + [memory[3][3]] + dynamic + configuration
    }
}
