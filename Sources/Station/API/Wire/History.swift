package import Audit
package import Chips
package import Geodesy
package import Registry

/// How far the import of a file of evidence has come.
package struct EvidenceProgress: Sendable, Codable {
    package let schema: Int
    /// Names the import in the next request; nil once it has ended.
    package let `import`: Int?
    /// Good rows so far.
    package let rows: Int
    /// Those of them that were not known before: all of them in the answer to the last piece, those kept by then before.
    package let new: Int
    package let badRows: BadRows?
    package let warnings: [String]

    package init(import id: Int?, rows: Int, new: Int, badRows: BadRows, warnings: [String]) {
        schema = 1
        self.import = id
        self.rows = rows
        self.new = new
        self.badRows = badRows.count > 0 ? badRows : nil
        self.warnings = warnings
    }
}

/// Erases evidence: of a device, before a moment, or both together.
package struct ForgetRequest: Sendable, Codable {
    /// As it stood in the files; the station keeps only what it makes of it.
    package let device: String?
    package let before: Timestamp?

    package init(device: String?, before: Timestamp?) {
        self.device = device
        self.before = before
    }
}

package struct ForgetAnswer: Sendable, Codable {
    package let schema: Int
    package let sightings: Int
    package let confirmations: Int
    /// Notes and pictures of scans.
    package let remarks: Int
    package let state: State
    /// What has to happen before the rows are erased, behind "when"; nil when they are.
    package let until: String?

    package enum State: String, Sendable, Codable, CaseIterable {
        /// Nothing of the rows is left in any file of the registry.
        case erased
        /// The rows are in no table any more. The station erases them from the files as soon as it can, also after a restart.
        case pending
    }

    package init(sightings: Int, confirmations: Int, remarks: Int, pendingUntil until: String?) {
        schema = 1
        self.remarks = remarks
        self.sightings = sightings
        self.confirmations = confirmations
        self.until = until
        state = until == nil ? .erased : .pending
    }
}

package struct FindingList: Sendable, Codable {
    package let schema: Int
    package let findings: [KeptFinding]
    /// Where the next page begins (`cursor`); nil on the last one.
    package let next: String?

    package init(_ findings: [KeptFinding], next: String? = nil) {
        schema = 1
        self.findings = findings
        self.next = next
    }
}

package struct FindingDetail: Sendable, Codable {
    package let schema: Int
    package let finding: KeptFinding

    package init(_ finding: KeptFinding) {
        schema = 1
        self.finding = finding
    }
}

/// Why a finding is to stay as it is, and who says so.
package struct AcceptRequest: Sendable, Codable {
    package let reason: String
    /// Nil: the person who asks.
    package let person: String?

    package init(reason: String, person: String?) {
        self.reason = reason
        self.person = person
    }
}

/// A walk through stores with a reader, in progress.
package struct Walk: Sendable, Codable {
    package let schema: Int
    package let id: Int

    package init(id: Int) {
        schema = 1
        self.id = id
    }
}

/// A tag that was presented on a walk, and where.
package struct WalkSighting: Sendable, Codable {
    package let url: String
    package let uid: ChipUID?
    package let place: Coordinate
    /// The radius in metres of the circle that holds the true position with the confidence; 0 for a stated place.
    package let accuracy: Double
    /// Between 0 and 1.
    package let confidence: Double
    package let device: String?

    package init(
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
package struct WalkVerdict: Sendable, Codable {
    package let schema: Int
    package let tag: TagReport?
    /// What people call the store that its URL names.
    package let storeName: String?
    /// Where it belongs in the store.
    package let placement: String?
    /// What is wrong with it, worst first.
    package let findings: [Finding]

    package init(tag: TagReport?, storeName: String?, placement: String?, findings: [Finding]) {
        schema = 1
        self.tag = tag
        self.storeName = storeName
        self.placement = placement
        self.findings = findings
    }
}

/// Ends a walk with an audit of what was seen on it.
package struct WalkEnd: Sendable, Codable {
    /// A sampling plan's file.
    package let plan: AuditRequest.File?
    package let batch: BatchName?
    package let listsTags: Bool
    package let wantsMap: Bool

    package init(plan: AuditRequest.File?, batch: BatchName?, listsTags: Bool, wantsMap: Bool) {
        self.plan = plan
        self.batch = batch
        self.listsTags = listsTags
        self.wantsMap = wantsMap
    }
}
