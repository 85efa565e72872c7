internal import AppClips
internal import AuditLedger
internal import Chips
internal import Registry

/// The tags that were provisioned, by content, identifier and chip.
struct PlannedTags: Sendable {
    let tags: [Tag]
    /// Whether the tags are known.
    let areKnown: Bool
    /// The tags' positions by the digests of their URLs.
    let urls: NameTable
    private let identifiers: NameTable
    private let chips: [PackedChip]
    private let positionsByChip: [ChipUID: Int]
    private let chipHashes: Set<UInt64>
    /// The last tag that each chip was given up by, and the tags whose printed labels held a URL.
    private let formerChips: [ChipUID: FormerCarrier]
    private let formerLabels: [String: FormerCarrier]
    /// Tags whose chips hold another URL than is planned, by that URL.
    private let writtenURLs: [String: Int]
    private let retirements: [TagID: Timestamp]

    init(_ tags: [Tag]?, former: [FormerCarrier] = []) {
        self.tags = tags ?? []
        areKnown = tags != nil
        urls = NameTable(self.tags.map(\.url))
        identifiers = NameTable(self.tags.map(\.id.text))
        let positionsByChip = Dictionary(
            self.tags.enumerated().compactMap { position, tag in tag.uid.map { ($0, position) } }
        ) { first, _ in first }
        self.positionsByChip = positionsByChip
        // A chip is one tag's. What else claims it is not on it, here as in `tag(on:)`.
        chips = self.tags.enumerated().map { position, tag in
            PackedChip(tag.uid.flatMap { positionsByChip[$0] == position ? $0 : nil })
        }
        formerChips = Dictionary(former.compactMap { carrier in carrier.uid.map { ($0, carrier) } }) { $1 }
        formerLabels = Dictionary(
            former.compactMap { carrier in carrier.uid == nil ? carrier.url.map { ($0, carrier) } : nil }
        ) { $1 }
        retirements = Dictionary(former.filter { $0.cause == .retired }.map { ($0.tag, $0.ended) }) { $1 }
        writtenURLs = Dictionary(
            self.tags.enumerated().compactMap { position, tag in
                tag.writtenURL.flatMap { $0 == tag.url ? nil : ($0, position) }
            }
        ) { first, _ in first }
        // A chip that was given up must not be taken for one that is not known.
        chipHashes = Set(
            chips.filter { !$0.isNone }.map(\.hash) + formerChips.keys.map { PackedChip($0).hash })
    }

    func position(url: String) -> Int? {
        let bytes = Array(InvocationURL.carried(url).utf8)
        return urls.position(bytes.span, 0..<bytes.count)
    }

    func position(id: TagID) -> Int? { identifiers.position(id.text) }

    func position(identifier: NameDigest) -> Int? { identifiers.position(of: identifier) }

    /// Asks for the place of an identifier before it is needed.
    func prefetch(identifier: NameDigest) { identifiers.prefetch(identifier) }

    /// The tag that the journal says is on this chip.
    func tag(on uid: ChipUID) -> Tag? {
        positionsByChip[uid].map { tags[$0] }
    }

    /// What was given up and is seen again: a chip that carries no other tag now, or the label of a URL that no other
    /// tag has now.
    func former(on uid: ChipUID?, url: String) -> FormerCarrier? {
        guard let uid else { return position(url: url) == nil ? formerLabels[url] : nil }
        return positionsByChip[uid] == nil ? formerChips[uid] : nil
    }

    /// The tag whose chip holds this URL until it is written again.
    func tag(written url: String) -> Tag? { writtenURLs[url].map { tags[$0] } }

    func tag(_ id: TagID) -> Tag? { position(id: id).map { tags[$0] } }

    func retirement(of id: TagID) -> Timestamp? { retirements[id] }

    /// Whether no other tag has the URL of the one at this position.
    func isOnly(_ position: Int) -> Bool { urls.isOnly(position) }

    /// Whether a tag seen on this chip is as it was provisioned.
    func isUnremarkable(_ position: Int, _ chip: PackedChip) -> Bool {
        guard tags[position].state != .retired else { return false }
        if chip.isNone || chips[position] == chip { return true }
        return chips[position].isNone && !chipHashes.contains(chip.hash)
    }
}
