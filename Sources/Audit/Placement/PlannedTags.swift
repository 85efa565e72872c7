internal import Registry

/// The tags that were provisioned, by content, identifier and chip.
struct PlannedTags: Sendable {
    let tags: [Tag]
    /// Whether anybody knows them.
    let areKnown: Bool
    /// The tags' positions by the digests of their URLs.
    let urls: NameTable
    private let identifiers: NameTable
    private let chips: [PackedChip]
    private let positionsByChip: [ChipUID: Int]
    private let chipDigests: Set<UInt64>

    init(_ tags: [Tag]?) {
        self.tags = tags ?? []
        areKnown = tags != nil
        urls = NameTable(self.tags.map(\.url))
        identifiers = NameTable(self.tags.map(\.id.text))
        chips = self.tags.map { PackedChip($0.uid) }
        positionsByChip = Dictionary(
            self.tags.enumerated().compactMap { position, tag in tag.uid.map { ($0, position) } }
        ) { first, _ in first }
        chipDigests = Set(chips.filter { !$0.isNone }.map(\.digest))
    }

    func position(url: String) -> Int? {
        let bytes = Array(url.utf8)
        return urls.position(bytes.span, 0..<bytes.count)
    }

    func position(id: TagID) -> Int? {
        let bytes = Array(id.text.utf8)
        return identifiers.position(bytes.span, 0..<bytes.count)
    }

    /// The tag that the journal says is on this chip.
    func tag(on uid: ChipUID) -> Tag? {
        positionsByChip[uid].map { tags[$0] }
    }

    /// Whether no other tag has the URL of the one at this position.
    func isOnly(_ position: Int) -> Bool { urls.isOnly(position) }

    /// Whether a tag seen on this chip is as it was provisioned.
    func isUnremarkable(_ position: Int, _ chip: PackedChip) -> Bool {
        guard tags[position].state != .retired else { return false }
        if chip.isNone || chips[position] == chip { return true }
        return chips[position].isNone && !chipDigests.contains(chip.digest)
    }
}
