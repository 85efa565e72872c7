public import Chips
public import Faults
public import Registry

/// A reader and how it is.
public struct ReaderStatus: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its worker is being started or opens it.
        case starting
        case ready
        /// It could not be opened or its worker died; another attempt follows.
        case failed
    }

    public let name: ReaderName
    public let connection: String
    public let state: State
    /// Chip and firmware, once it has answered.
    public let chip: String?
    /// How often its worker was started anew.
    public let restarts: Int
    public let failure: Complaint?

    public init(
        name: ReaderName, connection: String, state: State, chip: String?, restarts: Int, failure: Complaint?
    ) {
        self.name = name
        self.connection = connection
        self.state = state
        self.chip = chip
        self.restarts = restarts
        self.failure = failure
    }
}

/// Asks the station to add a reader.
public struct ReaderRequest: Hashable, Sendable, Codable {
    public let connection: String
    /// Nil: the station chooses one.
    public let name: ReaderName?

    public init(connection: String, name: ReaderName?) {
        self.connection = connection
        self.name = name
    }
}

/// What a tag on a reader says.
public struct TagReading: Hashable, Sendable, Codable {
    public let schema: Int
    public let uid: ChipUID
    public let product: String
    /// `blank`, `empty`, `url`, `other` or `damaged`.
    public let content: String
    public let url: String?
    /// The tag that the registry knows on this chip.
    public let tag: Tag?
    /// The tag that the chip carried until it was given up: the chip is spoiled. Absent where it carries a tag now.
    public let former: FormerCarrier?
    /// `open`, `locked`, `partly-locked` or `password`; absent where that is unknown.
    public let protection: String?
    /// Whether the chip holds the URL of its tag, with its UID or counter in it where it shows one; absent without a tag.
    public let isAsRegistered: Bool?

    public init(
        uid: ChipUID, product: String, content: String, url: String?, tag: Tag?, former: FormerCarrier? = nil,
        protection: String? = nil, isAsRegistered: Bool? = nil
    ) {
        schema = 1
        self.uid = uid
        self.product = product
        self.content = content
        self.url = url
        self.tag = tag
        self.former = former
        self.protection = protection
        self.isAsRegistered = isAsRegistered
    }
}
