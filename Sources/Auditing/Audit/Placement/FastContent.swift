internal import AppClips
internal import AuditLedger
internal import Registry

/// The values in an unremarkable content, read without making a text of it.
struct FastContent: BitwiseCopyable, Sendable {
    /// Position of its experience among the index' certain URLs.
    let experience: Int
    /// Digest of the store's identifier, when the content names one.
    let store: NameDigest?
    /// Digest of the tag's identifier, when the content names one and is on a chip.
    let tagDigest: UInt64?
    /// Digest of the whole, when the provisioned tags are known.
    let url: NameDigest?
}

extension ContentReader {
    /// What an unremarkable content says.
    struct Fast {
        /// Position among the stores.
        let store: Int
        /// Position among the provisioned tags.
        let tag: Int?
    }

    /// The stores of the index' certain URLs by position among all stores.
    func experienceStores(_ stores: StoreMap) -> [Int?] {
        finder.experiences.index.certainURLs.map { url in
            finder.experiences[url].flatMap { finder.directory.store(of: $0) }.flatMap(stores.position)
        }
    }

    /// Reads a content in part of a buffer about which nothing is remarkable. Nil says nothing: then `read` must look.
    /// The tag's identifier is asked for where the content is on a chip.
    func fastContent(_ bytes: Span<UInt8>, _ url: Range<Int>, hasChip: Bool) -> FastContent? {
        guard finder.experiences.areAllActive, let (experience, fields) = experienceAndFields(bytes, url) else {
            return nil
        }
        return FastContent(
            experience: experience,
            store: fields.store.flatMap { $0.isEmpty ? nil : NameDigest(bytes, $0) },
            tagDigest: hasChip ? fields.tag.flatMap { $0.isEmpty ? nil : NameDigest(bytes, $0).half } : nil,
            url: planned.areKnown ? NameDigest(bytes, url) : nil)
    }

    @inline(__always)
    private func experienceAndFields(_ bytes: Span<UInt8>, _ url: Range<Int>) -> (Int, FastTemplate.Fields)? {
        if let usualPrefix, let fields = usualPrefix.fields(in: bytes, url) { return (usualPrefix.experience, fields) }
        guard let experience = finder.experiences.index.fastMatch(bytes, url), isReadByFirst[experience] else {
            return nil
        }
        if templates.isEmpty { return (experience, FastTemplate.Fields()) }
        return fastTemplate?.fields(in: bytes, url).map { (experience, $0) }
    }

    /// Asks for what `fast` will look at.
    @inline(__always)
    func prefetch(_ content: FastContent, _ stores: StoreMap) {
        if let url = content.url { planned.urls.prefetch(url) }
        if let store = content.store { stores.names.prefetch(store) }
    }

    /// What a content says when nothing about it is remarkable: registered, of a known store, and provisioned as it is if
    /// that is known. Nil says nothing: then `read` must look.
    func fast(
        _ content: FastContent, _ chip: PackedChip, stores: StoreMap, experienceStores: [Int?]
    ) -> Fast? {
        var tag: Int?
        if let url = content.url {
            guard let position = planned.urls.position(of: url), planned.isUnremarkable(position, chip) else {
                return nil
            }
            tag = position
        }
        if let named = content.store {
            guard let store = stores.names.position(of: named) else { return nil }
            // A provisioned tag's own store may be another deployment's with the same identifier.
            if stores.areShared, let tag, planned.tags[tag].deployment != stores.all[store].deployment { return nil }
            return Fast(store: store, tag: tag)
        }
        if let tag { return stores.position(of: planned.tags[tag].store).map { Fast(store: $0, tag: tag) } }
        if finder.namesPositions { return nil }
        return experienceStores[content.experience].map { Fast(store: $0, tag: nil) }
    }
}
