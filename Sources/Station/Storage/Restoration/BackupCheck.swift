internal import Faults
package import Registry
internal import UnixSystem

/// A backup that was found in order, without being restored.
package struct BackupCheck: Sendable {
    package let entries: Int64
    /// The newest entry; nil in a registry without any.
    package let newest: JournalPoint?
    package let newestTime: Timestamp?
    package let tags: Int

    /// Checks a copy of it: pages, references, the journal's chain, and that this version can bring it up to date. The
    /// backup itself is only read.
    ///
    /// - Throws: ``RegistryError`` for a file that is not a backup, or is damaged; the operating system's errors.
    package static func of(_ backup: BackupSource) async throws -> BackupCheck {
        let folder = try PrivateFolder()
        let copy = "\(folder.path)/registry.sqlite"
        try backup.copy(to: copy)
        let opened = try await BackupFile.open(copy, backup: backup.path)
        return BackupCheck(
            entries: opened.entries,
            newest: try opened.newest.map { JournalPoint(sequence: $0.sequence, digest: try $0.digest()) },
            newestTime: opened.newest?.time, tags: opened.lives.count)
    }
}
