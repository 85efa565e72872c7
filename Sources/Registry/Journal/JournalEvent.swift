/// Something that happened, as the journal keeps it.
public enum JournalEvent: Hashable, Sendable {
    case storesImported(FileImport)
    case experiencesImported(FileImport)
    case deploymentLoaded(DeploymentLoad)
    case batchCreated(BatchCreation)
    case readerAdded(ReaderRecord)
    case readerRemoved(ReaderRecord)
    /// Durable before the first byte of the chip changes.
    case writeIntended(TagWrite)
    /// The chip was read back and holds the message.
    case writeConfirmed(TagWrite)
    /// The write ended otherwise: the tag stays unfinished.
    case writeInterrupted(TagProblem)
    /// A chip was refused and not changed.
    case chipRefused(TagProblem)
    case tagReplaced(TagRelease)
    case tagRetired(TagRelease)
    case sheetMade(SheetRecord)
    case audited(AuditRecord)

    /// The stable name of the case in the journal.
    public enum Kind: String, Sendable, CaseIterable {
        case storesImported = "stores-imported"
        case experiencesImported = "experiences-imported"
        case deploymentLoaded = "deployment-loaded"
        case batchCreated = "batch-created"
        case readerAdded = "reader-added"
        case readerRemoved = "reader-removed"
        case writeIntended = "write-intended"
        case writeConfirmed = "write-confirmed"
        case writeInterrupted = "write-interrupted"
        case chipRefused = "chip-refused"
        case tagReplaced = "tag-replaced"
        case tagRetired = "tag-retired"
        case sheetMade = "sheet-made"
        case audited
    }

    public var kind: Kind {
        switch self {
        case .storesImported: .storesImported
        case .experiencesImported: .experiencesImported
        case .deploymentLoaded: .deploymentLoaded
        case .batchCreated: .batchCreated
        case .readerAdded: .readerAdded
        case .readerRemoved: .readerRemoved
        case .writeIntended: .writeIntended
        case .writeConfirmed: .writeConfirmed
        case .writeInterrupted: .writeInterrupted
        case .chipRefused: .chipRefused
        case .tagReplaced: .tagReplaced
        case .tagRetired: .tagRetired
        case .sheetMade: .sheetMade
        case .audited: .audited
        }
    }

    /// What is written as the entry's payload.
    public var payload: any Encodable & Sendable {
        switch self {
        case .storesImported(let value), .experiencesImported(let value): value
        case .deploymentLoaded(let value): value
        case .batchCreated(let value): value
        case .readerAdded(let value), .readerRemoved(let value): value
        case .writeIntended(let value), .writeConfirmed(let value): value
        case .writeInterrupted(let value), .chipRefused(let value): value
        case .tagReplaced(let value), .tagRetired(let value): value
        case .sheetMade(let value): value
        case .audited(let value): value
        }
    }
}
