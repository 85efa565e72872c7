/// A version of the app.
package struct VersionAttributes: Sendable, Hashable, Codable {
    package let platform: String?
    /// Such as `2.1`.
    package let versionString: String?
    package let appVersionState: Tolerated<VersionState>?
}

/// Where a version is on its way to the App Store.
package enum VersionState: String, Sendable, Hashable {
    case prepareForSubmission = "PREPARE_FOR_SUBMISSION"
    case developerRejected = "DEVELOPER_REJECTED"
    case rejected = "REJECTED"
    case metadataRejected = "METADATA_REJECTED"
    case invalidBinary = "INVALID_BINARY"
    case readyForReview = "READY_FOR_REVIEW"
    case waitingForReview = "WAITING_FOR_REVIEW"
    case waitingForExportCompliance = "WAITING_FOR_EXPORT_COMPLIANCE"
    case inReview = "IN_REVIEW"
    case accepted = "ACCEPTED"
    case pendingDeveloperRelease = "PENDING_DEVELOPER_RELEASE"
    case pendingAppleRelease = "PENDING_APPLE_RELEASE"
    case processingForDistribution = "PROCESSING_FOR_DISTRIBUTION"
    case readyForDistribution = "READY_FOR_DISTRIBUTION"
    case replaced = "REPLACED_WITH_NEW_VERSION"

    /// Whether the default card of such a version can be changed.
    var isEditable: Bool {
        switch self {
        case .prepareForSubmission, .developerRejected, .rejected, .metadataRejected, .invalidBinary: true
        default: false
        }
    }

    /// Whether such a version is on its way: App Review has it, or it waits for its release.
    var isInFlight: Bool {
        switch self {
        case .readyForReview, .waitingForReview, .waitingForExportCompliance, .inReview, .accepted,
            .pendingDeveloperRelease, .pendingAppleRelease, .processingForDistribution:
            true
        case .prepareForSubmission, .developerRejected, .rejected, .metadataRejected, .invalidBinary,
            .readyForDistribution, .replaced:
            false
        }
    }
}

/// How large a bundle of a build is on one kind of device.
package struct FileSizeAttributes: Sendable, Hashable, Codable {
    package let deviceModel: String?
    package let osVersion: String?
    /// Compressed.
    package let downloadBytes: Int?
    /// Uncompressed: what Apple's limits are about.
    package let installBytes: Int?

    package init(deviceModel: String?, osVersion: String? = nil, downloadBytes: Int? = nil, installBytes: Int?) {
        self.deviceModel = deviceModel
        self.osVersion = osVersion
        self.downloadBytes = downloadBytes
        self.installBytes = installBytes
    }
}

/// Where the app can be had at all.
package struct AvailabilityAttributes: Sendable, Hashable, Codable {
    package let availableInNewTerritories: Bool?
}

/// Whether the app can be had in one country or region.
package typealias TerritoryResource = RelatedResource<TerritoryAttributes, TerritoryRelationships>

package struct TerritoryAttributes: Sendable, Hashable, Codable {
    package let available: Bool?
    /// Such as `AVAILABLE` or `CANNOT_SELL`; new ones come.
    package let contentStatuses: [String]?
}

package struct TerritoryRelationships: Sendable, Hashable, Codable {
    package let territory: ToOne?
}
