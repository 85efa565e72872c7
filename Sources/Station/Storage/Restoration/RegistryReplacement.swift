package import Registry
internal import UnixSystem

/// Replaces a registry with a backup. No process serves the registry meanwhile: the caller holds its lock.
///
/// The backup is copied, checked and compared with what is there; then ``carryOut(by:)`` puts the copy in its place,
/// all of it or nothing, even if the power fails.
package final class RegistryReplacement {
    private let place: RegistryPlace
    private let backup: BackupSource
    private var registry: SQLiteRegistry?
    private let time: Timestamp
    private let isProven: Bool

    /// What will be lost, and what is taken over.
    package let account: RestorationAccount

    /// Completes a replacement that was interrupted when it could no longer be undone. Call it before you open the
    /// registry.
    package static func finish(_ registry: String) throws { try RegistryPlace(registry).finish() }

    /// - Parameters:
    ///   - backup: a file that `waymark backup` made, or a registry's own file with its log. It is read once.
    ///   - path: the registry that it is to replace; it may be damaged or missing.
    ///   - newest: the newest entry that is known from elsewhere, for a registry that cannot be read any more.
    ///   - time: the moment that the replaced registry is named after.
    /// - Throws: ``RegistryError`` for a file that is not a backup, or is damaged; `GrantError` for one whose tags are a hub's by
    ///   what is here; the operating system's errors.
    package init(
        _ backup: BackupSource, of path: String, newest: JournalPoint? = nil, at time: Timestamp = .now
    ) async throws {
        let place = RegistryPlace(path)
        self.place = place
        self.backup = backup
        self.time = time
        try place.finish()
        place.removeDraft()
        do {
            try backup.copy(to: place.draft)
            let base = try await BackupFile.open(place.draft, backup: backup.path)
            registry = base.registry
            (account, isProven) = try await Self.compare(base, of: backup.path, with: path, newest)
        } catch {
            place.removeDraft()
            throw error
        }
    }

    /// Leaves everything as it was.
    package func abandon() { place.removeDraft() }

    /// Journals the restoration and puts the registry in its place. The object is of no use afterwards.
    @discardableResult
    package func carryOut(by author: Author) async throws -> JournalEntry? {
        let restoration = RegistryRestoration(
            backup: backup.path.split(separator: "/").last.map(String.init) ?? backup.path, newest: account.newest,
            replaced: account.replaced, lost: account.lostCount, tags: account.lost.lives.keys.sorted(),
            revoked: account.lost.revoked.sorted(),
            isDoubtful: account.isDoubtful, lastFinding: account.lastFinding, lastImport: account.lastImport,
            kept: account.isMissing ? nil : place.keptName(time))
        let entry = try await journal(restoration, by: author)
        registry = nil
        try place.replace(at: time)
        return entry
    }

    private func journal(_ restoration: RegistryRestoration, by author: Author) async throws -> JournalEntry? {
        let entry = try await registry?.record(
            .registryRestored(
                restoration,
                LostRecords(
                    lives: account.lost.lives, isProven: isProven, formerCarriers: account.formerCarriers)), by: author)
        // The file alone is the registry.
        try await registry?.checkpoint()
        return entry
    }

    private static func compare(
        _ base: BackupFile.Opened, of backup: String, with path: String, _ newest: JournalPoint?
    ) async throws -> (RestorationAccount, isProven: Bool) {
        var account = RestorationAccount(base)
        account.isMissing = !File.exists(path)
        guard let replaced = ReplacedRegistry(path: path) else {
            account.compare(with: newest)
            return (account, false)
        }
        let comparison = try await JournalComparison(base, replaced)
        try HubRights(base, replacing: comparison, hasGaps: replaced.hasGaps).check(backup)
        account.take(comparison, of: replaced)
        // An entry known from elsewhere is newer than the replaced registry's.
        if let newest, newest.sequence > replaced.newest { account.isDoubtful = true }
        return (account, comparison.isWhole && replaced.isIntact)
    }
}
