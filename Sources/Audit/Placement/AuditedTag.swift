internal import Registry

/// A tag that was seen, and all that follows from its sightings.
struct AuditedTag: Sendable {
    let url: String
    let uid: ChipUID?
    let reading: ContentReading
    let whereabouts: Whereabouts
    /// The store that the content names, when it is known.
    let store: Store?
    /// Nil for a store without a region, an unknown store, and content that nothing is registered for.
    let judgement: Judgement?
    /// Where it was found: its own store when inside, else the store where it most probably is.
    let foundStore: Store?

    init(
        content: SightingLedger.Content, reading: ContentReading, whereabouts: Whereabouts, stores: StoreMap,
        rules: AuditRules
    ) {
        url = content.url
        uid = content.uid
        self.reading = reading
        self.whereabouts = whereabouts
        store = reading.store.flatMap { stores[$0] }
        judgement =
            reading.isOurs
            ? store?.region.map { Judgement(whereabouts, in: $0, model: rules.errorModel) } : nil
        switch judgement?.verdict {
        case .inside: foundStore = store
        case .undecided: foundStore = nil
        case .outside, nil: foundStore = stores.store(at: whereabouts, model: rules.errorModel)
        }
    }

    var verdict: Verdict? { judgement?.verdict }

    /// Its store is known and has no region.
    var isRoaming: Bool { reading.isOurs && store.map { $0.region == nil } ?? false }

    /// What people call it: its identifier, else its chip, else what it holds.
    var label: String { reading.tagID?.text ?? uid?.hexadecimal ?? url }

    /// Tags that travelled together: those of one batch, else those of one kind.
    var lot: Lot {
        if let batch = reading.tag?.batch { return .batch(batch) }
        return uid == nil ? .visualCodes : .chips
    }
}

/// A box of tags.
enum Lot: Sendable, Hashable {
    case batch(BatchName)
    case visualCodes
    case chips

    /// Nil when the batch is unknown.
    var batchName: String? {
        if case .batch(let name) = self { name.text } else { nil }
    }
}

extension ContentReading {
    /// Whether the content may open one of our experiences.
    var isOurs: Bool {
        switch standing {
        case .registered, .ambiguous: true
        case .unregistered, .foreign: false
        }
    }
}
