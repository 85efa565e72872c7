import Chips
import Faults
import Registry

/// The registry's rules about writes, as a value: what is in the tables, and on which chips a write is open, that is
/// intended and not ended.
struct Ledger {
    private(set) var tags: [Registry.Tag]
    private(set) var open: [ChipUID: TagID] = [:]
    /// Chips that may be protected, because that is on record.
    private(set) var protectable: Set<ChipUID> = []
    /// Chips that were given up.
    private(set) var former: [ChipUID: FormerCarrier] = [:]
    private let positions: [TagID: Int]
    private var chips: [ChipUID: Int] = [:]

    init(_ tags: [Registry.Tag]) {
        self.tags = tags
        positions = Dictionary(uniqueKeysWithValues: tags.enumerated().map { ($1.id, $0) })
        for (position, tag) in tags.enumerated() {
            if let uid = tag.uid { chips[uid] = position }
        }
    }

    func tag(onChip uid: ChipUID) -> Registry.Tag? { chips[uid].map { tags[$0] } }

    /// Moves the tables as the registry does, and watches what a session may do; says why not, and then has moved
    /// nothing.
    mutating func apply(_ event: JournalEvent) -> String? {
        switch event {
        case .protectionIntended(let protection):
            guard open[protection.uid] == protection.tag else { return "no write is open" }
        case .writeConfirmed(let write):
            guard open[write.uid] == write.tag else { return "no write is open" }
        case .writeInterrupted(let problem):
            guard let uid = problem.uid, let tag = problem.tag, open[uid] == tag else { return "no write is open" }
            open[uid] = nil
            protectable.remove(uid)
        case .writeIntended, .chipRefused, .tagReplaced: break
        default: return "a session does not record this"
        }
        do {
            for step in event.tagSteps { try move(step) }
        } catch {
            return error.reason
        }
        switch event {
        case .writeIntended(let write):
            open[write.uid] = write.tag
            protectable.remove(write.uid)
        case .protectionIntended(let protection): protectable.insert(protection.uid)
        case .writeConfirmed(let write):
            open[write.uid] = nil
            protectable.remove(write.uid)
        default: break
        }
        return nil
    }

    private mutating func move(_ step: TagStep) throws(RegistryError) {
        guard let index = positions[step.tag] else { throw RegistryError.unknownTag(step.tag) }
        let chip = step.event.write.map { ChipRecord(holder: tag(onChip: $0.uid), former: former[$0.uid]) }
        let (before, after) = (tags[index], try tags[index].after(step.event, chip ?? ChipRecord()))
        if let carrier = before.givenUp(by: step.event, at: Self.time), let uid = carrier.uid { former[uid] = carrier }
        if let uid = before.uid { chips[uid] = nil }
        if let uid = after.uid { chips[uid] = index }
        tags[index] = after
    }

    private static let time = Timestamp(milliseconds: 1_795_221_000_000)

    /// Another plan, as a revision of the batch would make it.
    mutating func change(_ id: TagID, _ body: (inout Registry.Tag) -> Void) {
        if let index = positions[id] { body(&tags[index]) }
    }
}
