package import Chips
package import Faults
package import Registry

/// A reader and how it is.
package struct ReaderStatus: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its worker is being started or opens it.
        case starting
        case ready
        /// It could not be opened or its worker died; another attempt follows.
        case failed
    }

    package let name: ReaderName
    package let connection: String
    package let state: State
    /// Chip and firmware, once it has answered.
    package let chip: String?
    /// How often its worker was started anew.
    package let restarts: Int
    package let failure: Complaint?

    package init(
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
package struct ReaderRequest: Hashable, Sendable, Codable {
    package let connection: String
    /// Nil: the station chooses one.
    package let name: ReaderName?

    package init(connection: String, name: ReaderName?) {
        self.connection = connection
        self.name = name
    }
}

/// What a tag on a reader says.
package struct TagReading: Hashable, Sendable, Codable {
    package let schema: Int
    package let uid: ChipUID
    package let product: String
    /// `blank`, `empty`, `url`, `other` or `damaged`.
    package let content: String
    package let url: String?
    /// The tag that the registry knows on this chip.
    package let tag: Tag?
    /// The tag that the chip carried until it was given up: the chip is spoiled. Absent where it carries a tag now.
    package let former: FormerCarrier?
    /// `open`, `locked`, `partly-locked` or `password`; absent where that is unknown.
    package let protection: String?
    /// Whether the chip holds the URL of its tag, with its UID or counter in it where it shows one; absent without a tag.
    package let isAsRegistered: Bool?

    package init(
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
