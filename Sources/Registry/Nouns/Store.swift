public import Geodesy

/// A place of business whose tags name it.
public struct Store: Hashable, Sendable, Codable {
    public let id: StoreID
    public let name: String
    /// Where location confirmation says yes. Nil: the store roams (a rental bike), its place is not audited.
    public let region: Region?
    public let address: String?

    public init(id: StoreID, name: String, region: Region?, address: String? = nil) {
        self.id = id
        self.name = name
        self.region = region
        self.address = address
    }
}
