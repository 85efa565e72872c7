public import Faults

/// Why the registry refuses something.
public typealias RegistryError = Fault<RegistryFaultCode>

public enum RegistryFaultCode: String, FaultCode, CaseIterable {
    /// A file is refused as a whole.
    case badFile = "bad-file"
    /// A deployment contradicts itself.
    case badDeployment = "bad-deployment"
    /// No batch has this name.
    case unknownBatch = "unknown-batch"
    /// No tag has this identifier.
    case unknownTag = "unknown-tag"
    /// No reader has this name.
    case unknownReader = "unknown-reader"
    /// No store has this identifier.
    case unknownStore = "unknown-store"
    /// No experience has this URL.
    case unknownExperience = "unknown-experience"
    /// No finding has this number.
    case unknownFinding = "unknown-finding"
    /// No token has this name.
    case unknownToken = "unknown-token"
    /// The name is taken.
    case alreadyExists = "already-exists"
    /// The name has characters that turn the direction of writing.
    case badName = "bad-name"
    /// No work at signs puts the finding right.
    case nothingToRepair = "nothing-to-repair"
    /// The change contradicts what the registry holds.
    case contradiction
    /// What is to be changed was changed since it was read.
    case changedMeanwhile = "changed-meanwhile"
    /// The number of days is out of range.
    case badDays = "bad-days"
    /// A walk has no store, or too many.
    case badScope = "bad-scope"
    /// The reason is empty or too long.
    case badReason = "bad-reason"
    /// The request does not say what to erase.
    case nothingNamed = "nothing-named"
    /// A region moves although tags are deployed in it.
    case regionMoves = "region-moves"
    /// Two deployments have a store of this identifier.
    case sharedStore = "shared-store"
    /// Every name that the station gives to readers is taken.
    case tooManyReaders = "too-many-readers"
    /// A newer version has written the registry.
    case newerSchema = "newer-schema"
    /// SQLite failed.
    case storageFailed = "storage-failed"
    /// The file is not a backup that can be used.
    case badBackup = "bad-backup"
    /// The registry's disk is full.
    case diskFull = "disk-full"
    /// The registry's disk cannot be written.
    case diskReadOnly = "disk-read-only"
    /// The registry's disk fails.
    case diskFailing = "disk-failing"
    /// The registry's database cannot be reached.
    case registryAway = "registry-away"
    /// The registry's database has lost what it had confirmed.
    case hubBehind = "hub-behind"
    /// Another process writes the same chain of the journal.
    case chainForked = "chain-forked"
    /// The registry's database has an older schema.
    case schemaBehind = "schema-behind"
    /// Pages of the registry are not what was written.
    case registryDamaged = "registry-damaged"
}

extension RegistryError {
    /// Whether the registry's disk is in the way, and nothing that was asked: the same may go well later.
    public var concernsDisk: Bool { [.diskFull, .diskReadOnly, .diskFailing].contains(code) }
}
