internal import API
internal import AppClips
internal import CSV
internal import Checkpoints
internal import Geodesy
internal import Grants
internal import NFCTags
internal import Provisioning
internal import Registry

/// A problem that a request may be answered with, by the code of the module that decides, and the HTTP status that says
/// so (RFC 9110, section 15). The one place where codes become statuses.
enum ListedProblem: Hashable, Sendable {
    case station(StationFaultCode)
    case registry(RegistryFaultCode)
    case grant(GrantFaultCode)
    case checkpoint(CheckpointFaultCode)
    case batch(BatchFaultCode)
    case job(WriteJobFaultCode)
    case tag(TagFaultCode)
    case file(FileFaultCode)
    case url(AppClipFaultCode)
    case place(GeodesyFaultCode)
    /// A state of the station is in the way.
    case condition(StationCondition.Name)

    var code: String {
        switch self {
        case .station(let code): code.rawValue
        case .registry(let code): code.rawValue
        case .grant(let code): code.rawValue
        case .checkpoint(let code): code.rawValue
        case .batch(let code): code.rawValue
        case .job(let code): code.rawValue
        case .tag(let code): code.rawValue
        case .file(let code): code.rawValue
        case .url(let code): code.rawValue
        case .place(let code): code.rawValue
        case .condition(let name): name.rawValue
        }
    }

    var status: Int {
        switch self {
        case .station(let code): code.status
        case .registry(let code): Self.status(of: code)
        case .grant(let code): Self.status(of: code)
        case .checkpoint: 409
        case .batch: 409
        case .job(let code): [.unknownCode, .unknownJob, .unknownParticipant].contains(code) ? 404 : 409
        case .tag(let code): code.recovery == .restoreReader ? 503 : 409
        case .file, .url, .place: 422
        case .condition: 503
        }
    }

    private static func status(of code: GrantFaultCode) -> Int {
        switch code {
        case .unknownInvitation: 401
        case .unknownStation, .unknownGrant, .unknownConflict: 404
        case .tagNotHeld, .tagHeld, .hubUnsettled, .tagWritten, .tagNotWritten, .tagLent, .hubOwned, .notJoined,
            .alreadyJoined, .chainEnded, .headMoved, .otherMachine, .registryAdopted:
            409
        case .emptyRequest, .badEntries: 422
        case .notHub: 501
        }
    }

    private static func status(of code: RegistryFaultCode) -> Int {
        switch code {
        case .unknownBatch, .unknownTag, .unknownReader, .unknownStore, .unknownExperience, .unknownFinding,
            .unknownToken:
            404
        case .alreadyExists, .contradiction, .regionMoves, .sharedStore, .tooManyReaders: 409
        case .changedMeanwhile: 412
        case .badFile, .badDeployment, .badBackup, .badDays, .badName, .badReason, .badScope, .nothingNamed,
            .nothingToRepair:
            422
        case .diskFull: 507
        case .newerSchema, .storageFailed, .diskReadOnly, .diskFailing, .registryDamaged, .registryAway, .hubBehind,
            .chainForked, .schemaBehind:
            503
        }
    }
}

extension [ListedProblem] {
    /// The codes of each status, each once.
    var byStatus: [Int: [String]] {
        Dictionary(grouping: self, by: \.status).mapValues { Set($0.map(\.code)).sorted() }
    }
}
