package import Faults

/// Why a watch cannot compare.
package typealias WatchError = Fault<WatchFaultCode>

package enum WatchFaultCode: String, FaultCode, CaseIterable {
    /// What the run before has kept cannot be read, or was kept by a later version.
    case badState = "bad-watch-state"
    /// The note of the backups cannot be read.
    case badBackupNote = "bad-backup-note"
}
