internal import AppClips
internal import Chips

/// One physical thing that carries one URL in one place of one store.
@dynamicMemberLookup
public struct Tag: Hashable, Sendable, Codable {
    public let id: TagID
    public let batch: BatchName
    private var storeName: StoreName
    /// The deployment that the store belongs to.
    public private(set) var deployment: DeploymentName?
    /// Where in the store: `counter`, `table 4`.
    public internal(set) var placement: String
    public let medium: Medium
    /// The invocation URL, exactly as it is to be encoded: without characters outside ASCII, whatever the file or the
    /// registry held (see `InvocationURL.carried`).
    public internal(set) var url: String
    /// How far it has come, its chip and its labels: its properties are the tag's.
    public var life: TagLife
    /// Where it was put up, if that was noted.
    public internal(set) var deployed: Deployed?

    public init(
        id: TagID, batch: BatchName, store: StoreID, placement: String, medium: Medium, url: String,
        life: TagLife = TagLife(), deployed: Deployed? = nil
    ) {
        self.id = id
        self.batch = batch
        storeName = store.name
        deployment = store.deployment
        self.placement = placement
        self.medium = medium
        self.url = InvocationURL.carried(url)
        self.life = life
        self.deployed = deployed
    }

    @inlinable
    public subscript<Value>(dynamicMember path: WritableKeyPath<TagLife, Value>) -> Value {
        get { life[keyPath: path] }
        set { life[keyPath: path] = newValue }
    }

    /// Whether a URL that was found somewhere is this tag's, with its characters outside ASCII as they are or encoded.
    public func isNamed(by found: String) -> Bool { url == InvocationURL.carried(found) }

    /// Whether it is the one that its chip was written with.
    public func wasWritten(as found: String) -> Bool { life.writtenURL == InvocationURL.carried(found) }

    public internal(set) var store: StoreID {
        get { StoreID(storeName, of: deployment) }
        set { (storeName, deployment) = (newValue.name, newValue.deployment) }
    }

    /// The keys whose passwords the chip may have, the likelier one first.
    public var possibleKeys: [KeyName] {
        ([life.intendedKey, life.key].compactMap(\.self) + (life.earlierKeys ?? []))
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// See ``TagLife/fits(_:currentKey:)``.
    public func fits(_ rules: BatchRules, currentKey: KeyName?) -> Bool { life.fits(rules, currentKey: currentKey) }
}

/// One object: the members of the plan, and those of the life beside them.
extension Tag {
    private enum CodingKeys: String, CodingKey {
        case storeName = "store"
        case id, batch, deployment, placement, medium, url, deployed
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(TagID.self, forKey: .id)
        batch = try members.decode(BatchName.self, forKey: .batch)
        storeName = try members.decode(StoreName.self, forKey: .storeName)
        deployment = try members.decodeIfPresent(DeploymentName.self, forKey: .deployment)
        placement = try members.decode(String.self, forKey: .placement)
        medium = try members.decode(Medium.self, forKey: .medium)
        url = try members.decode(String.self, forKey: .url)
        deployed = try members.decodeIfPresent(Deployed.self, forKey: .deployed)
        life = try TagLife(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        try members.encode(batch, forKey: .batch)
        try members.encode(storeName, forKey: .storeName)
        try members.encodeIfPresent(deployment, forKey: .deployment)
        try members.encode(placement, forKey: .placement)
        try members.encode(medium, forKey: .medium)
        try members.encode(url, forKey: .url)
        try members.encodeIfPresent(deployed, forKey: .deployed)
        try life.encode(to: encoder)
    }
}
