public import Geodesy

/// A place of business whose tags name it.
///
/// Three positions are kept apart: the ``region`` of location confirmation, the ``place`` in App Store Connect, and
/// where each tag was put up (``Tag/deployed``).
public struct Store: Hashable, Sendable, Codable {
    public let id: StoreID
    public let name: String
    /// Where location confirmation says yes. Nil: the store roams (a rental bike), its place is not audited.
    public let region: Region?
    public let address: String?
    /// Whether somebody said that it roams. A store without region of which nobody said so may have lost it.
    public let isRoaming: Bool
    /// The place's point in App Store Connect (`displayPoint`): Maps finds the business with it, nothing else does.
    public let place: Coordinate?

    public init(
        id: StoreID, name: String, region: Region?, address: String? = nil, isRoaming: Bool = false,
        place: Coordinate? = nil
    ) {
        self.id = id
        self.name = name
        self.region = region
        self.address = address
        self.isRoaming = isRoaming
        self.place = place
    }
}
