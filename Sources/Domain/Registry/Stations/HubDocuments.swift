/// What a hub sends a station of its stores, experiences, deployments and batches: what the station's tags need.
public struct HubDocuments: Hashable, Sendable, Codable {
    public let stores: [Store]
    public let experiences: [Experience]
    public let deployments: [DeploymentProfile]
    /// Each with the plans of tags that the station holds or gets, in the order of the batch's rows.
    public let batches: [Batch]

    public init(
        stores: [Store] = [], experiences: [Experience] = [], deployments: [DeploymentProfile] = [],
        batches: [Batch] = []
    ) {
        self.stores = stores
        self.experiences = experiences
        self.deployments = deployments
        self.batches = batches
    }
}

/// What an entry of the journal says of documents that came from a hub.
public struct DocumentReception: Hashable, Sendable, Codable {
    public let stores: Int
    public let experiences: Int
    public let deployments: [String]
    public let batches: [BatchName]

    init(_ documents: HubDocuments) {
        stores = documents.stores.count
        experiences = documents.experiences.count
        deployments = documents.deployments.map(\.name)
        batches = documents.batches.map(\.name)
    }
}
