/// Something that happened: what the registry's tables change by, and what the journal says about it.
public enum JournalEvent: Hashable, Sendable {
    /// Adds stores, or replaces those with the same identifier.
    case storesImported([Store], file: String)
    case experiencesImported([Experience], file: String)
    /// Stores, experiences and batches. Rows whose tags are new are added to batches that exist; what exists stays as it
    /// is: see ``BatchMerge``. Refused when an experience belongs to another deployment.
    case deploymentLoaded(LoadedDeployment)
    /// Refused when the name or any of the tag identifiers exists already.
    case batchCreated(Batch)
    /// Gives tags of a batch another store, placement or URL, and adds tags to it; those it does not name stay as they
    /// are. A tag that is written or printed with another URL becomes outdated. Refused for a tag of another batch
    /// or medium, and for a batch that does not exist.
    case batchRevised(Batch)
    /// The batch is not written until it is resumed.
    case batchPaused(BatchPause)
    case batchResumed(BatchPause)
    /// Tags that were written by other rules become outdated.
    case batchRuled(BatchPolicy)
    /// Tags with a password from another key become outdated.
    case keyRotated(KeyRotation)
    /// Refused while one of its tags is, or ever was, on a chip or a label.
    case batchDeleted(BatchDeletion)
    /// Refused for a tag that is, or ever was, on a chip or a label, and for the last one of a batch.
    case tagDeleted(TagDeletion)
    /// A tag was put up, and its position noted (``Tag/deployed``). Refused for a tag that is retired, and for one whose position
    /// is noted already, unless it is the same.
    case tagCommissioned(TagCommissioning)
    /// Refused for a store that a tag or an experience is for.
    case storeDeleted(StoreDeletion)
    /// Refused for an active experience that a tag opens.
    case experienceDeleted(ExperienceDeletion)
    case readerAdded(ReaderRecord)
    case readerRemoved(ReaderRecord)
    /// Durable before the first byte of the chip changes.
    case writeIntended(TagWrite)
    /// Durable before anything is done to the chip that cannot be undone: it was read back and holds the message.
    case protectionIntended(TagProtection)
    /// The chip was read back, holds the message, and is protected as the batch says.
    case writeConfirmed(TagWrite)
    /// The write ended otherwise: the tag stays unfinished.
    case writeInterrupted(TagProblem)
    /// A chip was refused and not changed.
    case chipRefused(TagProblem)
    case tagReplaced(TagRelease)
    case tagRetired(TagRelease)
    case sheetMade(SheetRecord)
    /// A sheet that was made came out of a printer. Refused when the journal has no such sheet.
    case sheetPrinted(PrintRecord)
    /// Moves the lives of findings: see ``KeptFinding/State``.
    case audited(AuditRecord, run: AuditRun = AuditRun())
    /// Ends an import whose rows were kept.
    case evidenceImported(EvidenceImport)
    /// Refused for a finding that is resolved or unknown.
    case findingAccepted(FindingAcceptance)
    /// Refused for a finding that is resolved, accepted or unknown.
    case findingAssigned(FindingAssignment)
    /// Refused for a finding that is accepted or unknown, and for one that was put right and is resolved.
    case findingRepaired(FindingWork, RepairPictures)
    /// Erases rows: those of one device, those before a moment, or both together. Verdicts and findings stay.
    case evidenceForgotten(Forgetting, device: DevicePseudonym?)
    /// Refused when a token has this name. `digest`: see ``KeptToken/digest``.
    case tokenCreated(AccessToken, digest: String)
    /// Ends its sessions, too. Refused when there is no such token.
    case tokenRevoked(AccessToken)
    /// A browser was let in. Refused when there is no such token.
    case sessionOpened(Session)
    case sessionEnded(SessionEnd)
    /// A backup replaces the registry, and takes over what the replaced one knew of tags.
    case registryRestored(RegistryRestoration, LostRecords)
    /// The station's clock was set, forwards or back.
    case clockSet(ClockStep)
    /// Refused for a registry that has batches of its own.
    case hubJoined(HubMembership)
    case hubLeft(HubDeparture)
    /// A hub has adopted the registry: nothing follows.
    case registryHandedOver(RegistryHandOver)
    /// Tags of the hub come into the tables, or go. Refused for going tags that a chip or a label may have.
    case grantMoved(GrantMove)
    /// Stores, experiences, deployments and batches as the hub has them now, and new plans for tags that are here.
    case documentsReceived(HubDocuments)
    /// In the journal of a hub. What it does to grants is decided in `Grants`.
    case hubMoved(HubMove)

    /// The stable name of the case in the journal.
    public enum Kind: String, Sendable, CaseIterable {
        case storesImported = "stores-imported"
        case experiencesImported = "experiences-imported"
        case deploymentLoaded = "deployment-loaded"
        case batchCreated = "batch-created"
        case batchRevised = "batch-revised"
        case batchPaused = "batch-paused"
        case batchResumed = "batch-resumed"
        case batchRuled = "batch-ruled"
        case keyRotated = "key-rotated"
        case batchDeleted = "batch-deleted"
        case tagDeleted = "tag-deleted"
        case tagCommissioned = "tag-commissioned"
        case storeDeleted = "store-deleted"
        case experienceDeleted = "experience-deleted"
        case readerAdded = "reader-added"
        case readerRemoved = "reader-removed"
        case writeIntended = "write-intended"
        case protectionIntended = "protection-intended"
        case writeConfirmed = "write-confirmed"
        case writeInterrupted = "write-interrupted"
        case chipRefused = "chip-refused"
        case tagReplaced = "tag-replaced"
        case tagRetired = "tag-retired"
        case sheetMade = "sheet-made"
        case sheetPrinted = "sheet-printed"
        case audited
        case sightingsImported = "sightings-imported"
        case confirmationsImported = "confirmations-imported"
        case findingAccepted = "finding-accepted"
        case findingAssigned = "finding-assigned"
        case findingRepaired = "finding-repaired"
        case evidenceForgotten = "evidence-forgotten"
        case tokenCreated = "token-created"
        case tokenRevoked = "token-revoked"
        case sessionOpened = "session-opened"
        case sessionEnded = "session-ended"
        case registryRestored = "registry-restored"
        case clockSet = "clock-set"
        case hubJoined = "hub-joined"
        case hubLeft = "hub-left"
        case grantAsked = "grant-asked"
        case grantTaken = "grant-taken"
        case grantDeclined = "grant-declined"
        case grantReturned = "grant-returned"
        case grantClosed = "grant-closed"
        case eraAdopted = "era-adopted"
        case documentsReceived = "documents-received"
        case stationInvited = "station-invited"
        case stationEnrolled = "station-enrolled"
        case grantGiven = "grant-given"
        case stationLost = "station-lost"
        case eraBegun = "era-begun"
        case plansRenewed = "plans-renewed"
        case registryHandedOver = "registry-handed-over"
        case registryAdopted = "registry-adopted"
        case adoptionEnded = "adoption-ended"
        case batchesHandedBack = "batches-handed-back"
        case conflictSettled = "conflict-settled"
    }

    public var kind: Kind {
        switch self {
        case .storesImported: .storesImported
        case .experiencesImported: .experiencesImported
        case .deploymentLoaded: .deploymentLoaded
        case .batchCreated: .batchCreated
        case .batchRevised: .batchRevised
        case .batchPaused: .batchPaused
        case .batchResumed: .batchResumed
        case .batchRuled: .batchRuled
        case .keyRotated: .keyRotated
        case .batchDeleted: .batchDeleted
        case .tagDeleted: .tagDeleted
        case .tagCommissioned: .tagCommissioned
        case .storeDeleted: .storeDeleted
        case .experienceDeleted: .experienceDeleted
        case .readerAdded: .readerAdded
        case .readerRemoved: .readerRemoved
        case .writeIntended: .writeIntended
        case .protectionIntended: .protectionIntended
        case .writeConfirmed: .writeConfirmed
        case .writeInterrupted: .writeInterrupted
        case .chipRefused: .chipRefused
        case .tagReplaced: .tagReplaced
        case .tagRetired: .tagRetired
        case .sheetMade: .sheetMade
        case .sheetPrinted: .sheetPrinted
        case .audited: .audited
        case .evidenceImported(let value): value.kind == .sightings ? .sightingsImported : .confirmationsImported
        case .findingAccepted: .findingAccepted
        case .findingAssigned: .findingAssigned
        case .findingRepaired: .findingRepaired
        case .evidenceForgotten: .evidenceForgotten
        case .tokenCreated: .tokenCreated
        case .tokenRevoked: .tokenRevoked
        case .sessionOpened: .sessionOpened
        case .sessionEnded: .sessionEnded
        case .registryRestored: .registryRestored
        case .clockSet: .clockSet
        case .hubJoined: .hubJoined
        case .hubLeft: .hubLeft
        case .registryHandedOver: .registryHandedOver
        case .grantMoved(let move): move.kind
        case .documentsReceived: .documentsReceived
        case .hubMoved(let move): move.kind
        }
    }

    /// What is written as the entry's payload: a summary where the tables hold the things themselves.
    public var payload: any Encodable & Sendable {
        switch self {
        case .storesImported(let stores, let file):
            FileImport(file: file, rows: stores.count, deployment: stores.first?.deployment)
        case .experiencesImported(let experiences, let file):
            FileImport(file: file, rows: experiences.count, deployment: experiences.first?.deployment)
        case .deploymentLoaded(let deployment): DeploymentLoad(deployment)
        case .batchCreated(let batch), .batchRevised(let batch): BatchCreation(batch)
        case .batchPaused(let value), .batchResumed(let value): value
        case .batchRuled(let value): value
        case .keyRotated(let value): value
        case .batchDeleted(let value): value
        case .tagDeleted(let value): value
        case .tagCommissioned(let value): value
        case .storeDeleted(let value): value
        case .experienceDeleted(let value): value
        case .readerAdded(let value), .readerRemoved(let value): value
        case .writeIntended(let value), .writeConfirmed(let value): value
        case .protectionIntended(let value): value
        case .writeInterrupted(let value), .chipRefused(let value): value
        case .tagReplaced(let value), .tagRetired(let value): value
        case .sheetMade(let value): value
        case .sheetPrinted(let value): value
        case .audited(let value, _): value
        case .evidenceImported(let value): value
        case .findingAccepted(let value): value
        case .findingAssigned(let value): value
        case .findingRepaired(let value, _): value
        case .evidenceForgotten(let value, _): value
        case .tokenCreated(let token, let digest): TokenCreation(token, digest: digest)
        case .tokenRevoked(let value): value
        case .sessionOpened(let value): value
        case .sessionEnded(let value): value
        case .registryRestored(let value, _): value
        case .clockSet(let value): value
        case .hubJoined(let value): value
        case .hubLeft(let value): value
        case .registryHandedOver(let value): value
        case .grantMoved(let move): move.payload
        case .documentsReceived(let documents): DocumentReception(documents)
        case .hubMoved(let move): move.payload
        }
    }
}
