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
        var memories: [[UInt8]: TagMemory] = [:]
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

    /// A chip is put on a reader.
    func expect(_ chip: ReaderEmulator.Type2Tag) { content.withLock { $0.memories[chip.uid] = chip.memory } }

    /// A command was sent. A chip that it changed without an open write in the journal is a violation.
    func inspect(_ chip: ReaderEmulator.Type2Tag) {
        content.withLock { content in
            guard let old = content.memories.updateValue(chip.memory, forKey: chip.uid), old != chip.memory else {
                return
            }
            guard let uid = ChipUID(chip.uid), content.ledger.open[uid] != nil else {
                content.violations.append("chip \(chip.uid) was changed without an intent in the journal")
                return
            }
            if old.protection(of: chip.product) != chip.memory.protection(of: chip.product),
                !content.ledger.protectable.contains(uid)
            {
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

extension TagMemory {
    /// Whatever makes a chip read-only or asks for a password: what an erased page may not touch either.
    fileprivate func protection(of product: ReaderEmulator.Type2Product) -> [UInt8] {
        let dynamic = product.dynamicLockPage.map { Array(self[$0]) } ?? []
        // Not what CFG0 says of a mirror: that goes off before a message is written.
        let configuration =
            product.configurationPage.map { page in
                [self[page][3]] + (1..<4).flatMap { Array(self[page + $0]) }
            } ?? []
        return Array(self[2][2...3]) + [self[3][3]] + dynamic + configuration
    }
}
