public import Chips

/// Part of a list in the order of a key that each element has one of.
public struct PageRequest: Hashable, Sendable {
    /// The key of the element before the first one that is wanted; nil: from the beginning.
    public let after: String?
    /// How many at most.
    public let limit: Int

    public init(after: String?, limit: Int) {
        self.after = after
        self.limit = limit
    }
}

/// Which stores; what is nil does not matter.
public struct StoreFilter: Hashable, Sendable {
    /// In the identifier, the name or the address, in any case (of ASCII letters).
    public var text: String?
    public var deployment: DeploymentName?

    public init(text: String? = nil, deployment: DeploymentName? = nil) {
        self.text = text
        self.deployment = deployment
    }
}

public struct ExperienceFilter: Hashable, Sendable {
    public var store: StoreName?
    public var deployment: DeploymentName?
    public var status: Experience.Status?
    /// In the URL or the card.
    public var text: String?

    public init(
        store: StoreName? = nil, deployment: DeploymentName? = nil, status: Experience.Status? = nil,
        text: String? = nil
    ) {
        self.store = store
        self.deployment = deployment
        self.status = status
        self.text = text
    }
}

public struct TagFilter: Hashable, Sendable {
    public var batch: BatchName?
    public var store: StoreName?
    /// The deployment that the tag's store belongs to.
    public var deployment: DeploymentName?
    public var state: TagState?
    public var medium: Medium?
    public var uid: ChipUID?
    public var url: String?
    /// Whether it is known where they were put up. Those that are not are without the retired.
    public var isCommissioned: Bool?
    /// In the identifier or the placement.
    public var text: String?

    public init(
        batch: BatchName? = nil, store: StoreName? = nil, deployment: DeploymentName? = nil, state: TagState? = nil,
        medium: Medium? = nil,
        uid: ChipUID? = nil, url: String? = nil, isCommissioned: Bool? = nil, text: String? = nil
    ) {
        self.isCommissioned = isCommissioned
        self.batch = batch
        self.store = store
        self.deployment = deployment
        self.state = state
        self.medium = medium
        self.uid = uid
        self.url = url
        self.text = text
    }
}

public struct FindingFilter: Hashable, Sendable {
    public var states: Set<KeptFinding.State>
    public var code: String?
    public var severity: String?
    public var store: String?
    public var deployment: DeploymentName?

    public init(
        states: Set<KeptFinding.State>, code: String? = nil, severity: String? = nil, store: String? = nil,
        deployment: DeploymentName? = nil
    ) {
        self.deployment = deployment
        self.states = states
        self.code = code
        self.severity = severity
        self.store = store
    }
}

public struct JournalFilter: Hashable, Sendable {
    /// The first sequence number.
    public var from: Int64?
    public var kind: JournalEvent.Kind?
    /// The tag that an entry names, itself or on a sheet.
    public var tag: TagID?
    public var actor: String?
    /// In the payload.
    public var text: String?
    public var since: Timestamp?
    /// The moment after the last.
    public var until: Timestamp?
    public var newestFirst: Bool

    public init(
        from: Int64? = nil, kind: JournalEvent.Kind? = nil, tag: TagID? = nil, actor: String? = nil,
        text: String? = nil, since: Timestamp? = nil, until: Timestamp? = nil, newestFirst: Bool = false
    ) {
        self.from = from
        self.kind = kind
        self.tag = tag
        self.actor = actor
        self.text = text
        self.since = since
        self.until = until
        self.newestFirst = newestFirst
    }
}
