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
            if ChipUID(chip.uid).flatMap({ content.ledger.open[$0] }) == nil {
                content.violations.append("chip \(chip.uid) was changed without an intent in the journal")
            }
        }
    }

    func record(_ event: JournalEvent) throws(Contradiction) {
        try content.withLock { content throws(Contradiction) in
            if let reason = content.ledger.apply(event) { throw Contradiction(event: event, reason: reason) }
            content.journal.append(event)
        }
    }
}
