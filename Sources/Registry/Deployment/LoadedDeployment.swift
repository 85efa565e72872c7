/// A deployment whose files have been read and found good.
public struct LoadedDeployment: Hashable, Sendable {
    public let name: String
    public let template: String?
    public let stores: [Store]
    public let experiences: [Experience]
    public let batches: [Batch]

    public init(
        name: String, template: String?, stores: [Store], experiences: [Experience], batches: [Batch]
    ) {
        self.name = name
        self.template = template
        self.stores = stores
        self.experiences = experiences
        self.batches = batches
    }
}
