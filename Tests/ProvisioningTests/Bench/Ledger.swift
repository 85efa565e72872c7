import Registry

/// The registry's rules about writes, as a value: what is in the tables, and on which chips a write is open, that is
/// intended and not ended.
struct Ledger {
    private(set) var tags: [Registry.Tag]
    private(set) var open: [ChipUID: TagID] = [:]
    /// Chips that may be protected, because that is on record.
    private(set) var protectable: Set<ChipUID> = []
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

    /// Moves the tables; says why not, and then has moved nothing.
    mutating func apply(_ event: JournalEvent) -> String? {
        switch event {
        case .writeIntended(let write):
            guard let index = index(of: write) else { return "no such tag" }
            if tags[index].state == .retired { return "the tag is retired" }
            if let uid = tags[index].uid, uid != write.uid { return "the tag is on chip \(uid)" }
            if let other = tag(onChip: write.uid), other.id != write.tag {
                return "the chip carries tag \(other.id)"
            }
            tags[index].state = .unfinished
            tags[index].uid = write.uid
            tags[index].product = write.product
            chips[write.uid] = index
            open[write.uid] = write.tag
            protectable.remove(write.uid)
        case .protectionIntended(let protection):
            guard let index = positions[protection.tag], open[protection.uid] == protection.tag,
                tags[index].uid == protection.uid, tags[index].state == .unfinished
            else { return "no write is open" }
            tags[index].intendedKey = protection.key
            protectable.insert(protection.uid)
        case .writeConfirmed(let write):
            guard let index = index(of: write) else { return "no such tag" }
            guard open[write.uid] == write.tag, tags[index].uid == write.uid else { return "no write is open" }
            tags[index].state = .written
            tags[index].writtenURL = write.url
            tags[index].protection = write.protection
            tags[index].mirror = write.mirror
            tags[index].key = write.key
            tags[index].intendedKey = nil
            tags[index].genuineness = write.genuineness
            open[write.uid] = nil
            protectable.remove(write.uid)
        case .writeInterrupted(let problem):
            guard let uid = problem.uid, let tag = problem.tag, open[uid] == tag else { return "no write is open" }
            open[uid] = nil
            protectable.remove(uid)
        case .chipRefused: break
        case .tagReplaced(let release):
            guard let index = positions[release.tag], let uid = tags[index].uid, uid == release.uid else {
                return "no such chip"
            }
            tags[index].state = .planned
            tags[index].uid = nil
            chips[uid] = nil
        default: return "a session does not record this"
        }
        return nil
    }

    /// Another plan, as a revision of the batch would make it.
    mutating func change(_ id: TagID, _ body: (inout Registry.Tag) -> Void) {
        if let index = positions[id] { body(&tags[index]) }
    }

    private func index(of write: TagWrite) -> Int? {
        positions[write.tag].flatMap {
            tags[$0].batch == write.batch && tags[$0].url == write.url && tags[$0].medium == .nfc ? $0 : nil
        }
    }
}
