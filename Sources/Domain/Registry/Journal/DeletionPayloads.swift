internal import AppClips

/// A batch that is deleted with its tags, none of which was ever on a chip or a label.
public struct BatchDeletion: Hashable, Sendable, Codable {
    public let batch: BatchName
    /// How many tags it had; their identifiers are free again.
    public let tags: Int

    public init(batch: BatchName, tags: Int) {
        self.batch = batch
        self.tags = tags
    }
}

/// A tag that is deleted: no chip and no label ever had its identifier, which is free again.
public struct TagDeletion: Hashable, Sendable, Codable {
    public let tag: TagID
    public let batch: BatchName

    public init(tag: TagID, batch: BatchName) {
        self.tag = tag
        self.batch = batch
    }
}

/// A store that is deleted: no tag and no experience was for it.
public struct StoreDeletion: Hashable, Sendable, Codable {
    public let store: StoreName
    public let deployment: DeploymentName?

    public init(_ id: StoreID) {
        store = id.name
        deployment = id.deployment
    }

    public var id: StoreID { StoreID(store, of: deployment) }
}

/// An experience that is deleted: no tag opened it.
public struct ExperienceDeletion: Hashable, Sendable, Codable {
    public let url: String
    public let deployment: DeploymentName?

    public init(_ experience: Experience) {
        url = experience.url.text
        deployment = experience.deployment
    }
}
