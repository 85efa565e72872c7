public import Geodesy

/// A place of business whose tags name it.
///
/// Three positions are kept apart: the ``region`` of location confirmation, the ``place`` in App Store Connect, and
/// where each tag was put up (``Tag/deployed``).
public struct Store: Hashable, Sendable, Codable {
    private let identifier: StoreName
    /// The deployment that the store belongs to; nil for one that was imported without a deployment.
    public let deployment: DeploymentName?
    public let name: String
    /// Where location confirmation says yes. Nil: the store roams (a rental bike), its place is not audited.
    public let region: Region?
    public let address: String?
    /// Whether it is declared as roaming. Without that, a store without a region may have lost its region.
    public let isRoaming: Bool
    /// The place's point in App Store Connect (`displayPoint`): Maps finds the business with it, nothing else does.
    public let place: Coordinate?

    public init(
        id: StoreID, name: String, region: Region?, address: String? = nil, isRoaming: Bool = false,
        place: Coordinate? = nil
    ) {
        identifier = id.name
        deployment = id.deployment
        self.name = name
        self.region = region
        self.address = address
        self.isRoaming = isRoaming
        self.place = place
    }

    public var id: StoreID { StoreID(identifier, of: deployment) }

    private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case deployment, name, region, address, isRoaming, place
    }
}
