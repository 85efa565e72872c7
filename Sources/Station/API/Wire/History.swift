public import Audit
public import Chips
public import Geodesy
public import Registry

/// How far the import of a file of evidence has come.
public struct EvidenceProgress: Sendable, Codable {
    public let schema: Int
    /// Names the import in the next request; nil once it has ended.
    public let `import`: Int?
    /// Good rows so far.
    public let rows: Int
    /// Those of them that were not known before.
    public let new: Int
    public let badRows: BadRows?
    public let warnings: [String]

    public init(import id: Int?, rows: Int, new: Int, badRows: BadRows, warnings: [String]) {
        schema = 1
        self.import = id
        self.rows = rows
        self.new = new
        self.badRows = badRows.count > 0 ? badRows : nil
        self.warnings = warnings
    }
}

/// Erases evidence: of a device, before a moment, or both together.
public struct ForgetRequest: Sendable, Codable {
    /// As it stood in the files; the station keeps only what it makes of it.
    public let device: String?
    public let before: Timestamp?

    public init(device: String?, before: Timestamp?) {
        self.device = device
        self.before = before
    }
}

public struct ForgetAnswer: Sendable, Codable {
    public let schema: Int
    public let sightings: Int
    public let confirmations: Int

    public init(sightings: Int, confirmations: Int) {
        schema = 1
        self.sightings = sightings
        self.confirmations = confirmations
    }
}

public struct FindingList: Sendable, Codable {
    public let schema: Int
    public let findings: [KeptFinding]
    /// Where the next page begins (`cursor`); nil on the last one.
    public let next: String?

    public init(_ findings: [KeptFinding], next: String? = nil) {
        schema = 1
        self.findings = findings
        self.next = next
    }
}

public struct FindingDetail: Sendable, Codable {
    public let schema: Int
    public let finding: KeptFinding

    public init(_ finding: KeptFinding) {
        schema = 1
        self.finding = finding
    }
}

/// Why a finding is to stay as it is, and who says so.
public struct AcceptRequest: Sendable, Codable {
    public let reason: String
    /// Nil: the person who asks.
    public let person: String?

    public init(reason: String, person: String?) {
        self.reason = reason
        self.person = person
    }
}

/// A walk through stores with a reader, in progress.
public struct Walk: Sendable, Codable {
    public let schema: Int
    public let id: Int

    public init(id: Int) {
        schema = 1
        self.id = id
    }
}

/// A tag that was presented on a walk, and where.
public struct WalkSighting: Sendable, Codable {
    public let url: String
    public let uid: ChipUID?
    public let place: Coordinate
    /// The radius in metres of the circle that holds the true position with the confidence; 0 for a stated place.
    public let accuracy: Double
    /// Between 0 and 1.
    public let confidence: Double
    public let device: String?

    public init(
        url: String, uid: ChipUID?, place: Coordinate, accuracy: Double, confidence: Double, device: String?
    ) {
        self.url = url
        self.uid = uid
        self.place = place
        self.accuracy = accuracy
        self.confidence = confidence
        self.device = device
    }
}

/// What is said of a tag on the spot.
public struct WalkVerdict: Sendable, Codable {
    public let schema: Int
    public let tag: TagReport?
    /// What people call the store that its URL names.
    public let storeName: String?
    /// Where it belongs in the store.
    public let placement: String?
    /// What is wrong with it, worst first.
    public let findings: [Finding]

    public init(tag: TagReport?, storeName: String?, placement: String?, findings: [Finding]) {
        schema = 1
        self.tag = tag
        self.storeName = storeName
        self.placement = placement
        self.findings = findings
    }
}

/// Ends a walk with an audit of what was seen on it.
public struct WalkEnd: Sendable, Codable {
    /// A sampling plan's file.
    public let plan: AuditRequest.File?
    public let batch: BatchName?
    public let listsTags: Bool
    public let wantsMap: Bool

    public init(plan: AuditRequest.File?, batch: BatchName?, listsTags: Bool, wantsMap: Bool) {
        self.plan = plan
        self.batch = batch
        self.listsTags = listsTags
        self.wantsMap = wantsMap
    }
}
