internal import Chips

extension JournalEvent.Kind {
    /// Whether such an event may change what evidence is compared with: stores, experiences, templates and tags.
    public var changesPlan: Bool {
        switch self {
        case .readerAdded, .readerRemoved, .writeInterrupted, .chipRefused, .sheetPrinted, .audited, .sightingsImported,
            .confirmationsImported, .findingAccepted, .findingAssigned, .findingRepaired, .evidenceForgotten,
            .tokenCreated,
            .tokenRevoked, .sessionOpened, .sessionEnded, .clockSet:
            false
        default: true
        }
    }
}

/// Which contents have to be judged again when something other than their own evidence changes.
///
/// What is remarkable is judged at every audit of everything. This is about the others, the settled ones: a tag is settled
/// by its own URL and chip, by the provisioned tag with that URL, and by the region of the store that its URL names. So
/// swaps, misdeliveries, missing and copied tags need no contents beyond those that this names.
public enum Rejudging: Hashable, Sendable {
    case nothing
    /// Contents with these URLs, or on these chips (lower-case hexadecimal).
    case contents(urls: Set<ByteCompared>, chips: Set<String>)
    /// Contents settled as being at this store.
    case store(StoreID)
    /// How URLs are read has changed: what they open, or which store and tag they name.
    case everything

    /// A provisioned tag was added (`old` is nil), revised, written, printed, retired or removed (`new` is nil).
    public init(_ old: Tag?, _ new: Tag?) {
        let tags = old == new ? [] : [old, new].compactMap(\.self)
        let urls = Set(tags.map { ByteCompared($0.url) })
        self = tags.isEmpty ? .nothing : .contents(urls: urls, chips: Set(tags.compactMap { $0.uid?.hexadecimal }))
    }

    /// A chip or a label was given up.
    public init(_ former: FormerCarrier) {
        self = .contents(
            urls: Set([former.url.map { ByteCompared($0) }].compactMap(\.self)),
            chips: Set([former.uid?.hexadecimal].compactMap(\.self)))
    }

    /// A store was added, changed or removed. Where its region alone is another one, no other store's tags are concerned.
    public init(_ old: Store?, _ new: Store?) {
        switch (old, new) {
        case (let old?, let new?): self = old == new ? .nothing : .store(new.id)
        case (nil, nil): self = .nothing
        default: self = .everything
        }
    }

    /// A batch was added, or its head changed. A template by which no other batch's URLs are read changes how every URL is
    /// read. `isKnown`: whether another batch of the same deployment has the new template.
    public init(_ old: Batch?, _ new: Batch, isKnown: () throws -> Bool) rethrows {
        let isSame = old != nil && old?.template == new.template && old?.deployment == new.deployment
        self =
            if isSame { .nothing } else { try old != nil || new.template != nil && !isKnown() ? .everything : .nothing }
    }

    /// An experience was added, changed or removed.
    public init(_ old: Experience?, _ new: Experience?) { self = old == new ? .nothing : .everything }

    /// What a deployment says of itself was added or changed: its template, and the App Clips that are ours.
    public init(_ old: DeploymentProfile?, _ new: DeploymentProfile?) { self = old == new ? .nothing : .everything }
}
