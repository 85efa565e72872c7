public import AppClips
public import Registry

/// What an audit compares sightings with.
public struct AuditScope: Sendable {
    public let stores: [Store]
    public let experiences: [Experience]
    /// How a URL names its store and tag: their variables `store` and `tag`. The one that fits best counts.
    public let templates: [StoreTemplate]
    /// The tags that were provisioned, or nil when they are not known.
    public let tags: [Tag]?
    /// The only batch in which missing tags are looked for; nil: in all of them.
    public let batch: BatchName?
    /// Whether every tag counts as deployed whatever its state, as those of a batch file do.
    public let tagsAreDeployed: Bool
    /// What earlier audits know of tags: where they were inside before, and when they were last seen.
    public let knownTags: [KnownTag]
    /// Chips and labels that were given up and may still hang somewhere.
    public let formerCarriers: [FormerCarrier]
    /// App identifiers of our App Clips, `TEAMID.bundle.Clip`: Apple's default links of these are ours.
    public let apps: [String]

    public init(
        stores: [Store], experiences: [Experience], storeTemplates: [StoreTemplate], tags: [Tag]? = nil,
        batch: BatchName? = nil, tagsAreDeployed: Bool = false, knownTags: [KnownTag] = [],
        formerCarriers: [FormerCarrier] = [], apps: [String] = []
    ) {
        self.knownTags = knownTags
        self.formerCarriers = formerCarriers
        self.apps = apps
        self.stores = stores
        self.experiences = experiences
        templates = storeTemplates
        self.tags = tags
        self.batch = batch
        self.tagsAreDeployed = tagsAreDeployed
    }

    /// The same with missing tags looked for in this batch only, or in all of them.
    func asked(of batch: BatchName?) -> Self {
        AuditScope(
            stores: stores, experiences: experiences, storeTemplates: templates, tags: tags, batch: batch,
            tagsAreDeployed: tagsAreDeployed, knownTags: knownTags, formerCarriers: formerCarriers, apps: apps)
    }

    /// Templates of no deployment: for files alone.
    public init(
        stores: [Store], experiences: [Experience], templates: [URLTemplate], tags: [Tag]? = nil,
        batch: BatchName? = nil, tagsAreDeployed: Bool = false, knownTags: [KnownTag] = [],
        formerCarriers: [FormerCarrier] = [], apps: [String] = []
    ) {
        self.init(
            stores: stores, experiences: experiences, storeTemplates: templates.map { StoreTemplate($0) }, tags: tags,
            batch: batch, tagsAreDeployed: tagsAreDeployed, knownTags: knownTags,
            formerCarriers: formerCarriers, apps: apps)
    }
}
