package import Chips
package import Geodesy
package import Registry

/// Asks for a code with which one phone is paired.
package struct PairingRequest: Hashable, Sendable, Codable {
    /// Whose phone it is: its name in the journal.
    package let name: TokenName
    package let stores: [WalkScope.Member]
    /// The days until it has to be paired again, 1 to 30; nil: 7.
    package let days: Int?
    /// Nil: an audit.
    package let task: WalkScope.Task?
    /// Draws some of the stores' signs; nil: all of them.
    package let plan: WalkPlan?

    package init(
        name: TokenName, stores: [WalkScope.Member], days: Int?, task: WalkScope.Task? = nil, plan: WalkPlan? = nil
    ) {
        self.plan = plan
        self.task = task
        self.name = name
        self.stores = stores
        self.days = days
    }
}

/// Which signs a walk is to see. They are drawn by the station when the phone is paired, so that two people do not choose
/// differently, and one person not by what is near.
package struct WalkPlan: Hashable, Sendable, Codable {
    package enum Choice: String, Hashable, Sendable, Codable, CaseIterable {
        /// By lot.
        case random
        /// Those that no audit has seen, then those that audits saw longest ago.
        case longest
        /// Those that open findings name.
        case findings
    }

    /// What a draw may begin with: few digits, for a person to write down, and exact in JavaScript.
    package static let seeds = 0...999_999_999

    package let choice: Choice
    /// How many of each store at most, from 1; nil: all that the choice means.
    package let perStore: Int?
    /// The same seed draws the same signs of the same tags, one of ``seeds``; nil: a new one.
    package let seed: Int?

    package init(choice: Choice, perStore: Int?, seed: Int?) {
        self.choice = choice
        self.perStore = perStore
        self.seed = seed
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
    /// How many signs a plan has drawn; nil without a plan.
    package let drawn: Int?
    /// What they were drawn with; nil where no lot was drawn.
    package let seed: Int?
    /// SHA-256 of the certificate that the daemon serves, as phones show it (`3A:07:...`); nil without TLS.
    package let fingerprint: String?
    /// Where phones open the page of walks; nil where the configuration names no public origin.
    package let page: String?

    package init(
        name: TokenName, text: String, expires: Timestamp, symbol: [String], drawn: Int? = nil, seed: Int? = nil,
        fingerprint: String? = nil, page: String? = nil
    ) {
        schema = 1
        self.drawn = drawn
        self.seed = seed
        self.name = name
        self.text = text
        self.expires = expires
        self.symbol = symbol
        self.fingerprint = fingerprint
        self.page = page
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
    /// See ``PairingOffer/page``.
    package let page: String?

    package init(_ phones: [TokenDetail], page: String? = nil) {
        schema = 1
        self.phones = phones
        self.page = page
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
        /// The chip that carries it; nil for a code, and for what is not written. A phone that reads chips compares it.
        package let uid: ChipUID?
        /// What the chip shows of itself in its URL, which differs at each read; nil for nothing.
        package let mirror: ChipMirror?
        /// Where in the URL it shows that, in bytes from its beginning.
        package let mirrorStart: Int?
        /// The position of its store in `stores`.
        package let store: Int
        /// Whether the page may compare it with its store's region; false where the station has more to look at, such as
        /// a URL that no experience is registered for.
        package let isJudged: Bool
        /// Whether its position was noted when it was put up.
        package let isCommissioned: Bool

        package init(_ tag: Tag, store: Int, isJudged: Bool) {
            isCommissioned = tag.deployed != nil
            uid = tag.uid
            mirrorStart = tag.uid == nil ? nil : tag.mirror?.place(in: Array(tag.url.utf8))
            mirror = mirrorStart == nil ? nil : tag.mirror
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
    /// What the phone is for.
    package let task: WalkScope.Task
    /// When it has to be paired again.
    package let expires: Timestamp?
    /// What the phone saw before this moment was forgotten at the station, and is to be erased on the phone.
    package let forgotten: Timestamp?
    /// For how many days the station keeps what is sent.
    package let keptDays: Int
    package let rules: WalkRules
    package let stores: [Place]
    package let signs: [Sign]

    package init(
        station: String, name: TokenName, task: WalkScope.Task, expires: Timestamp?, forgotten: Timestamp?,
        keptDays: Int, rules: WalkRules, stores: [Place], signs: [Sign]
    ) {
        schema = 1
        self.task = task
        self.forgotten = forgotten
        self.keptDays = keptDays
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
        /// Of the chip that was read; nil for a code.
        package let uid: ChipUID?
        package let latitude: Double
        package let longitude: Double
        /// Metres, more than 0.
        package let accuracy: Double
        /// Replaces what was noted of the same scan before; nil: that stays.
        package let remark: Remark?
        /// The tag that was put up here, by an installer's phone: its position is noted.
        package let commissions: TagID?

        package init(
            time: Timestamp, url: String, latitude: Double, longitude: Double, accuracy: Double, remark: Remark? = nil,
            commissions: TagID? = nil, uid: ChipUID? = nil
        ) {
            self.uid = uid
            self.commissions = commissions
            self.time = time
            self.url = url
            self.latitude = latitude
            self.longitude = longitude
            self.accuracy = accuracy
            self.remark = remark
        }
    }

    /// What a person noted of a scan.
    package struct Remark: Hashable, Sendable, Codable {
        /// At most 500 characters; empty without one.
        package let note: String
        /// A JPEG file without metadata, at most 480 pixels each way and 64 KiB, in base64; nil without one.
        package let picture: String?

        package init(note: String, picture: String?) {
            self.note = note
            self.picture = picture
        }
    }

    /// 1 to ``limit``.
    package let sightings: [Row]
    /// The phone's clock as it sends them; nil from earlier pages.
    package let now: Timestamp?

    package static let limit = 500

    package init(sightings: [Row], now: Timestamp? = nil) {
        self.sightings = sightings
        self.now = now
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
    /// Remarks that were not kept, or without their picture. Their rows were.
    package let remarksRefused: [Refusal]
    /// Tags whose position was not noted. Their rows were kept.
    package let commissioningsRefused: [Refusal]
    /// Seconds by which the phone's clock is ahead of the station's, negative where it is behind; nil where they are as good as
    /// the same, or the phone has not said its time.
    package let clockAhead: Int?

    package init(
        rows: Int, new: Int, refused: [Refusal], remarksRefused: [Refusal] = [], commissioningsRefused: [Refusal] = [],
        clockAhead: Int? = nil
    ) {
        schema = 1
        self.clockAhead = clockAhead
        self.commissioningsRefused = commissioningsRefused
        self.remarksRefused = remarksRefused
        self.rows = rows
        self.new = new
        self.refused = refused
    }
}

/// What became of a photograph that a phone sent, or of a ZIP of them.
package struct WalkPhotographs: Hashable, Sendable, Codable {
    package let schema: Int
    package let file: String
    /// Codes that were kept, and those of them that were not known.
    package let sightings: Int
    package let new: Int
    /// Why others were not.
    package let refused: [String]

    package init(file: String, sightings: Int, new: Int, refused: [String]) {
        schema = 1
        self.file = file
        self.sightings = sightings
        self.new = new
        self.refused = refused
    }
}
