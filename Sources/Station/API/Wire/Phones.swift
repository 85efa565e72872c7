package import Geodesy
package import Registry

/// Asks for a code with which one phone is paired.
package struct PairingRequest: Hashable, Sendable, Codable {
    /// Whose phone it is: its name in the journal.
    package let name: TokenName
    package let stores: [WalkScope.Member]
    /// The days until it has to be paired again, 1 to 30; nil: 7.
    package let days: Int?

    package init(name: TokenName, stores: [WalkScope.Member], days: Int?) {
        self.name = name
        self.stores = stores
        self.days = days
    }
}

/// A code for one phone. It is shown this once.
package struct PairingOffer: Hashable, Sendable, Codable {
    package let schema: Int
    package let name: TokenName
    /// What the page reads from the code: ``Pairing/prefix`` and the secret.
    package let text: String
    /// From this moment on it is invalid; it is invalid after its use, too.
    package let expires: Timestamp
    /// The QR symbol of the text, row by row from the top: 1 for a dark module. Without a quiet zone.
    package let symbol: [String]

    package init(name: TokenName, text: String, expires: Timestamp, symbol: [String]) {
        schema = 1
        self.name = name
        self.text = text
        self.expires = expires
        self.symbol = symbol
    }
}

/// How a code for pairing looks.
package enum Pairing {
    /// No address: the system's own camera must not open it in another browser than the installed page.
    package static let prefix = "waymark-pair:"
    /// The environment variable that hands the text to the program which draws its symbol: other accounts see a process's
    /// arguments.
    package static let variable = "WAYMARK_PAIRING"
    package static let symbolArguments = ["phone", "symbol", "--json"]
}

/// A QR symbol as `waymark phone symbol --json` prints it.
package struct SymbolRows: Hashable, Sendable, Codable {
    package let schema: Int
    package let rows: [String]

    package init(rows: [String]) {
        schema = 1
        self.rows = rows
    }
}

package struct PhoneList: Hashable, Sendable, Codable {
    package let schema: Int
    package let phones: [TokenDetail]

    package init(_ phones: [TokenDetail]) {
        schema = 1
        self.phones = phones
    }
}

// MARK: - The walk

/// All that a phone needs for its walk, and no more.
package struct WalkPack: Hashable, Sendable, Codable {
    package struct Place: Hashable, Sendable, Codable {
        package let store: StoreName
        package let deployment: DeploymentName?
        package let name: String
        /// Nil for a store that roams: where its tags are is not audited.
        package let region: Region?

        package init(_ store: Store) {
            self.store = store.id.name
            deployment = store.deployment
            name = store.name
            region = store.region
        }
    }

    package struct Sign: Hashable, Sendable, Codable {
        package let tag: TagID
        package let url: String
        package let placement: String
        package let medium: Medium
        /// The position of its store in `stores`.
        package let store: Int
        /// Whether the page may compare it with its store's region; false where the station has more to look at, such as
        /// a URL that no experience is registered for.
        package let isJudged: Bool

        package init(_ tag: Tag, store: Int, isJudged: Bool) {
            self.tag = tag.id
            url = tag.url
            placement = tag.placement
            medium = tag.medium
            self.store = store
            self.isJudged = isJudged
        }
    }

    package let schema: Int
    package let station: String
    /// Whose phone it is.
    package let name: TokenName
    /// When it has to be paired again.
    package let expires: Timestamp?
    package let rules: WalkRules
    package let stores: [Place]
    package let signs: [Sign]

    package init(
        station: String, name: TokenName, expires: Timestamp?, rules: WalkRules, stores: [Place], signs: [Sign]
    ) {
        schema = 1
        self.station = station
        self.name = name
        self.expires = expires
        self.rules = rules
        self.stores = stores
        self.signs = signs
    }
}

/// The numbers that a verdict rests on.
package struct WalkRules: Hashable, Sendable, Codable {
    /// Of the circle that a phone reports as its accuracy.
    package let confidence: Double
    /// The share of worse fixes, and how many times worse they are.
    package let errorModel: ErrorModel
    package let outsideLimit: Double
    package let insideLimit: Double
    /// Metres; a fix that is less accurate is not taken.
    package let worstAccuracy: Double

    package init(
        confidence: Double, errorModel: ErrorModel, outsideLimit: Double, insideLimit: Double, worstAccuracy: Double
    ) {
        self.confidence = confidence
        self.errorModel = errorModel
        self.outsideLimit = outsideLimit
        self.insideLimit = insideLimit
        self.worstAccuracy = worstAccuracy
    }
}

/// Sightings that waited on a phone.
package struct WalkUpload: Hashable, Sendable, Codable {
    package struct Row: Hashable, Sendable, Codable {
        /// By the phone's clock.
        package let time: Timestamp
        package let url: String
        package let latitude: Double
        package let longitude: Double
        /// Metres, more than 0.
        package let accuracy: Double

        package init(time: Timestamp, url: String, latitude: Double, longitude: Double, accuracy: Double) {
            self.time = time
            self.url = url
            self.latitude = latitude
            self.longitude = longitude
            self.accuracy = accuracy
        }
    }

    /// 1 to ``limit``.
    package let sightings: [Row]

    package static let limit = 500

    package init(sightings: [Row]) {
        self.sightings = sightings
    }
}

/// What became of them: every row is kept, known, or refused.
package struct WalkReceipt: Hashable, Sendable, Codable {
    package struct Refusal: Hashable, Sendable, Codable {
        /// Counted from 0.
        package let row: Int
        package let reason: String

        package init(row: Int, reason: String) {
            self.row = row
            self.reason = reason
        }
    }

    package let schema: Int
    package let rows: Int
    /// The others were known already.
    package let new: Int
    package let refused: [Refusal]

    package init(rows: Int, new: Int, refused: [Refusal]) {
        schema = 1
        self.rows = rows
        self.new = new
        self.refused = refused
    }
}
