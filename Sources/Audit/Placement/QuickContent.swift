internal import AppClips
internal import Registry

/// What stands in an unremarkable content, read without making a text of it.
struct QuickContent: BitwiseCopyable, Sendable {
    /// Position of its experience among the index' certain URLs.
    let experience: Int
    /// Digest of the store's identifier, when the content names one.
    let store: ContentDigest?
    /// Digest of the tag's identifier, when the content names one and is on a chip.
    let tagDigest: UInt64?
    /// Digest of the whole.
    let url: ContentDigest
}

extension ContentReader {
    /// What an unremarkable content says.
    struct Quick {
        /// Position among the stores.
        let store: Int
        /// Position among the provisioned tags.
        let tag: Int?
    }

    /// The stores of the index' certain URLs by position among all stores.
    func experienceStores(_ stores: StoreMap) -> [Int?] {
        index.certainURLs.map { storesOfExperiences[$0].flatMap(stores.position) }
    }

    /// Reads a content in part of a buffer about which nothing is remarkable. Nil says nothing: then `read` must look.
    /// The tag's identifier is asked for where the content is on a chip.
    func quickContent(_ bytes: Span<UInt8>, _ url: Range<Int>, hasChip: Bool) -> QuickContent? {
        guard retired == nil, let (experience, fields) = experienceAndFields(bytes, url) else { return nil }
        return QuickContent(
            experience: experience,
            store: fields.store.flatMap { $0.isEmpty ? nil : ContentHash.digest(bytes, $0) },
            tagDigest: hasChip ? fields.tag.flatMap { $0.isEmpty ? nil : ContentHash.hash(bytes, $0) } : nil,
            url: planned.areKnown ? ContentHash.digest(bytes, url) : ContentDigest())
    }

    @inline(__always)
    private func experienceAndFields(_ bytes: Span<UInt8>, _ url: Range<Int>) -> (Int, QuickTemplate.Fields)? {
        if let usualPrefix, let fields = usualPrefix.fields(in: bytes, url) { return (usualPrefix.experience, fields) }
        guard let experience = index.certainMatch(bytes, url) else { return nil }
        if templates.isEmpty { return (experience, QuickTemplate.Fields()) }
        return quickTemplate?.fields(in: bytes, url).map { (experience, $0) }
    }

    /// Asks for what `quick` will look at.
    @inline(__always)
    func prefetch(_ content: QuickContent, _ stores: StoreMap) {
        if planned.areKnown { planned.urls.prefetch(content.url) }
        if let store = content.store { stores.names.prefetch(store) }
    }

    /// What a content says when nothing about it is remarkable: registered, of a known store, and provisioned as it is if
    /// that is known. Nil says nothing: then `read` must look.
    func quick(
        _ content: QuickContent, _ chip: PackedChip, stores: StoreMap, experienceStores: [Int?]
    ) -> Quick? {
        var tag: Int?
        if planned.areKnown {
            guard let position = planned.urls.position(of: content.url), planned.isUnremarkable(position, chip) else {
                return nil
            }
            tag = position
        }
        if let named = content.store { return stores.names.position(of: named).map { Quick(store: $0, tag: tag) } }
        let store = tag.flatMap { stores.position(of: planned.tags[$0].store) } ?? experienceStores[content.experience]
        return store.map { Quick(store: $0, tag: tag) }
    }
}
