package import Registry

/// An entry that moves nothing, because the chain does not have what it speaks of.
package enum GrantConflict: Hashable, Sendable {
    /// A chip may have been written with a tag that the chain does not hold, or that was retired.
    case writtenWithoutGrant(TagID, by: ChainName)
    /// Something became of a tag that the chain does not hold.
    case movedWithoutGrant(TagID, by: ChainName)
    /// The chain holds the tag, and what it has done contradicts what the hub knows of tag or chip.
    case contradicts(TagID, by: ChainName, why: String)
    /// A chain says that it has taken what the hub knows it has closed, or what was retired since.
    case takenAfterEnd(request: Int, by: ChainName)
    /// Two chains that have both adopted the era say that they hold the tag.
    case heldTwice(TagID)
}

extension GrantConflict {
    private static let (written, moved, contradicting) = (
        "written-without-grant", "moved-without-grant", "contradiction"
    )
    private static let (taken, twice) = ("taken-after-end", "held-twice")

    package struct Columns: Hashable, Sendable {
        package let code: String
        package let tag: TagID?
        package let request: Int?
        /// What the hub has against it, where the code does not say it all.
        package let why: String?

        package init(code: String, tag: TagID? = nil, request: Int? = nil, why: String? = nil) {
            self.code = code
            self.tag = tag
            self.request = request
            self.why = why
        }
    }

    /// What it is in tables, lists and the journal, beside the entry.
    package var columns: Columns {
        switch self {
        case .writtenWithoutGrant(let tag, _): Columns(code: Self.written, tag: tag)
        case .movedWithoutGrant(let tag, _): Columns(code: Self.moved, tag: tag)
        case .contradicts(let tag, _, let why): Columns(code: Self.contradicting, tag: tag, why: why)
        case .takenAfterEnd(let request, _): Columns(code: Self.taken, request: request)
        case .heldTwice(let tag): Columns(code: Self.twice, tag: tag)
        }
    }

    /// Nil for columns that no conflict has.
    package init?(_ columns: Columns, by chain: ChainName) {
        switch (columns.code, columns.tag, columns.request) {
        case (Self.written, let tag?, _): self = .writtenWithoutGrant(tag, by: chain)
        case (Self.moved, let tag?, _): self = .movedWithoutGrant(tag, by: chain)
        case (Self.contradicting, let tag?, _): self = .contradicts(tag, by: chain, why: columns.why ?? "")
        case (Self.taken, _, let request?): self = .takenAfterEnd(request: request, by: chain)
        case (Self.twice, let tag?, _): self = .heldTwice(tag)
        default: return nil
        }
    }
}
