/// What the registry holds of one kind and no entry of the journal spells out: entries that change it have its digest.
public enum DocumentSet: Hashable, Sendable {
    case stores
    case experiences
    /// What deployments say of themselves.
    case deployments
    /// Batches without their tags.
    case batches
    /// The plans of a batch's tags: everything of a tag but its life.
    case tags(BatchName)

    /// The sets that a registry has whatever its batches are.
    public static let lists: [DocumentSet] = [.stores, .experiences, .deployments, .batches]
}

extension DocumentSet: CustomStringConvertible {
    /// `tags of batch opening`
    public var description: String {
        switch self {
        case .stores: "stores"
        case .experiences: "experiences"
        case .deployments: "deployments"
        case .batches: "batches"
        case .tags(let batch): "tags of batch \(batch)"
        }
    }
}

extension JournalEvent {
    /// The sets that it may change. Their digests are in its entry.
    public var documents: [DocumentSet] {
        switch self {
        case .storesImported, .storeDeleted: [.stores]
        case .experiencesImported, .experienceDeleted: [.experiences]
        case .deploymentLoaded(let deployment): DocumentSet.lists + deployment.batches.map { .tags($0.name) }
        case .batchCreated(let batch), .batchRevised(let batch): [.batches, .tags(batch.name)]
        case .batchPaused, .batchResumed, .batchRuled, .registryRestored: [.batches]
        case .batchDeleted(let deletion): [.batches, .tags(deletion.batch)]
        case .tagDeleted(let deletion): [.tags(deletion.batch)]
        case .tagCommissioned(let commissioning): [.tags(commissioning.batch)]
        case .hubLeft(let departure): Set(departure.released.map(\.batch)).sorted().map { .tags($0) }
        case .grantMoved(.taken(let grant, _)): DocumentSet.lists + [.tags(grant.batch)]
        case .grantMoved(let move): move.batch.map { [.tags($0)] } ?? []
        case .documentsReceived(let documents): DocumentSet.lists + documents.batches.map { .tags($0.name) }
        case .hubMoved(.renewed(let renewal)): renewal.batches.map { .tags($0) }
        case .hubMoved(.adopted(let adoption)): DocumentSet.lists + adoption.batches.map { .tags($0) }
        default: []
        }
    }
}

extension JournalEvent.Kind {
    /// Whether entries of this kind have digests of documents.
    public var concernsDocuments: Bool {
        switch self {
        case .storesImported, .storeDeleted, .experiencesImported, .experienceDeleted, .deploymentLoaded, .batchCreated,
            .batchRevised, .batchPaused, .batchResumed, .batchRuled, .registryRestored, .batchDeleted, .tagDeleted,
            .tagCommissioned, .hubLeft, .grantTaken, .grantReturned, .grantClosed, .documentsReceived,
            .plansRenewed, .registryAdopted:
            true
        default: false
        }
    }
}
