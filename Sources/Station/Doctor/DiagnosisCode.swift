/// What can be wrong with a machine. The names are stable: programs decide by them. A report lists diagnoses in this
/// order.
package enum DiagnosisCode: String, Sendable, Codable, CaseIterable {
    // The package.
    case accountMissing = "account-missing"
    case rulesMissing = "rules-missing"
    case udevNotRunning = "udev-not-running"
    case workerMissing = "worker-missing"
    case versionMismatch = "version-mismatch"
    // The daemon.
    case daemonNotRunning = "daemon-not-running"
    case daemonSilent = "daemon-silent"
    case noPermission = "no-permission"
    // Readers.
    case readerNodeMissing = "reader-node-missing"
    case readerRuleNotApplied = "reader-rule-not-applied"
    case readerGroup = "reader-group"
    case readerMode = "reader-mode"
    case kernelDriver = "kernel-driver"
    case readerHeld = "reader-held"
    case readerUnsupported = "reader-unsupported"
    case readerNotAdded = "reader-not-added"
    case readerTwice = "reader-twice"
    case readerFailed = "reader-failed"
    case serialHeld = "serial-held"
    case serialOutOfReach = "serial-out-of-reach"
    case modemManager = "modem-manager"
    case moduleNotBlacklisted = "module-not-blacklisted"
    case cardService = "card-service"
    case cardServiceMissing = "card-service-missing"
    case cardServiceSilent = "card-service-silent"
    case cardReaderUnlisted = "card-reader-unlisted"
    case cardReaderTwoDrivers = "card-reader-two-drivers"
    case cardReadersTooMany = "card-readers-too-many"
    case cardServiceRefuses = "card-service-refuses"
    case readerOtherLibrary = "reader-other-library"
    // What is kept.
    case journalBroken = "journal-broken"
    case registryDamaged = "registry-damaged"
    case registryAltered = "registry-altered"
    case diskReadOnly = "disk-read-only"
    case diskFull = "disk-full"
    case diskLow = "disk-low"
    case registryOwner = "registry-owner"
    case registryOpen = "registry-open"
    case keyOpen = "key-open"
    // The hub of a station.
    case credentialsOpen = "credentials-open"
    case syncNotRunning = "sync-not-running"
    case hubRewrote = "hub-rewrote"
    case hubSilent = "hub-silent"
    case uploadsBehind = "uploads-behind"
    case grantLow = "grant-low"
    // What is around.
    case clockBehind = "clock-behind"
    case clockUnsynchronised = "clock-unsynchronised"
    case noPosition = "no-position"
    case printingSilent = "printing-silent"
    case printerStopped = "printer-stopped"
    case fontMissing = "font-missing"
    // A hub, as waymark-hub doctor finds it.
    case hubConfiguration = "hub-configuration"
    case hubNotRunning = "hub-not-running"
    case databaseUnverified = "database-unverified"
    case databaseAway = "database-away"
    case replicaAway = "replica-away"
    case schemaBehind = "schema-behind"
    case schemaAhead = "schema-ahead"
    case privilegesWide = "privileges-wide"
    case checkpointKeyMissing = "checkpoint-key-missing"
    case checkpointKeyOther = "checkpoint-key-other"
    case hubUnsettled = "hub-unsettled"
    case adoptionUnfinished = "adoption-unfinished"
    case handBackUnfinished = "hand-back-unfinished"
    case handBackForgotten = "hand-back-forgotten"
    case hubConflicts = "hub-conflicts"
    case databaseUnsafe = "database-unsafe"
    case databaseWithoutChecksums = "database-without-checksums"
    case databaseNotArchived = "database-not-archived"
}

package enum DiagnosisSeverity: String, Sendable, Codable {
    /// Something does not work.
    case critical
    /// It works, and will not after the next plug, start or full disk.
    case warning
}

extension DiagnosisCode {
    package var severity: DiagnosisSeverity {
        switch self {
        case .versionMismatch, .readerUnsupported, .readerNotAdded, .modemManager, .moduleNotBlacklisted, .cardService,
            .cardReaderTwoDrivers,
            .diskLow, .hubSilent, .uploadsBehind, .grantLow, .clockUnsynchronised, .noPosition, .printingSilent,
            .printerStopped, .fontMissing,
            .privilegesWide, .databaseWithoutChecksums, .databaseNotArchived:
            .warning
        default: .critical
        }
    }
}
