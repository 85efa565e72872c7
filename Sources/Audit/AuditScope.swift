public import AppClips
public import Registry

/// What an audit compares sightings with.
public struct AuditScope: Sendable {
    public let stores: [Store]
    public let experiences: [Experience]
    /// How a URL names its store and tag: their variables `store` and `tag`. The first that fits counts.
    public let templates: [URLTemplate]
    /// The tags that were provisioned, or nil when nobody knows them.
    public let tags: [Tag]?
    /// The only batch in which missing tags are looked for; nil: in all of them.
    public let batch: BatchName?
    /// Whether every tag counts as deployed whatever its state, as those of a batch file do.
    public let tagsAreDeployed: Bool
    /// What earlier audits know of tags: where they were inside before, and when they were last seen.
    public let knownTags: [KnownTag]

    public init(
        stores: [Store], experiences: [Experience], templates: [URLTemplate], tags: [Tag]? = nil,
        batch: BatchName? = nil, tagsAreDeployed: Bool = false, knownTags: [KnownTag] = []
    ) {
        self.knownTags = knownTags
        self.stores = stores
        self.experiences = experiences
        self.templates = templates
        self.tags = tags
        self.batch = batch
        self.tagsAreDeployed = tagsAreDeployed
    }
}
