public import Registry
internal import UnixSystem

/// A backup on its way into the place of a registry that nobody serves: whoever does this holds the registry's lock.
///
/// The backup is copied, checked and compared with what is there; then ``carryOut(by:)`` puts the copy in its place,
/// all of it or nothing, whenever the power goes.
public final class RegistryReplacement {
    private let place: RegistryPlace
    private let backup: String
    private var registry: SQLiteRegistry?
    private let time: Timestamp
    private let isProven: Bool

    /// What will be lost, and what goes on.
    public let account: RestorationAccount

    /// Carries out a replacement that was cut short when it could not be undone any more. For the start of whoever
    /// opens the registry.
    public static func finish(_ registry: String) throws { try RegistryPlace(registry).finish() }

    /// - Parameters:
    ///   - backup: a file that `waymark backup` made, or a registry's own file with its log.
    ///   - path: the registry that it is to replace; it may be damaged or missing.
    ///   - newest: the newest entry that is known from elsewhere, for a registry that cannot be read any more.
    ///   - time: the moment that the replaced registry is named after.
    /// - Throws: ``RegistryError`` for a file that is no backup, or is damaged; the operating system's errors.
    public init(
        _ backup: String, of path: String, newest: JournalPoint? = nil, at time: Timestamp = .now
    ) async throws {
        let place = RegistryPlace(path)
        self.place = place
        self.backup = backup
        self.time = time
        try place.finish()
        place.removeDraft()
        do {
            try BackupFile.copy(backup, to: place.draft)
            let base = try await BackupFile.open(place.draft, backup: backup)
            registry = base.registry
            (account, isProven) = try await Self.compare(base, with: path, newest, backup)
        } catch {
            place.removeDraft()
            throw error
        }
    }

    /// Leaves everything as it was.
    public func abandon() { place.removeDraft() }

    /// Journals the restoration and puts the registry in its place. The object is of no use afterwards.
    @discardableResult
    public func carryOut(by author: Author) async throws -> JournalEntry? {
        let restoration = RegistryRestoration(
            backup: backup.split(separator: "/").last.map(String.init) ?? backup, newest: account.newest,
            replaced: account.replaced, lost: account.lostCount, tags: account.lost.fates.keys.sorted(),
            revoked: account.lost.revoked.sorted(),
            isDoubtful: account.isDoubtful, lastFinding: account.lastFinding, lastImport: account.lastImport,
            kept: account.isMissing ? nil : place.keptName(time))
        let entry = try await journal(restoration, by: author)
        registry = nil
        try place.replace(at: time)
        return entry
    }

    private func journal(_ restoration: RegistryRestoration, by author: Author) async throws -> JournalEntry? {
        let fates = account.lost.fates.values.sorted { $0.id < $1.id }
        let entry = try await registry?.record(
            .registryRestored(restoration, fates: fates, isProven: isProven), by: author)
        // The file alone is the registry.
        try await registry?.checkpoint()
        return entry
    }

    private static func compare(
        _ base: BackupFile.Opened, with path: String, _ newest: JournalPoint?, _ backup: String
    ) async throws -> (RestorationAccount, isProven: Bool) {
        var account = RestorationAccount(base)
        account.isMissing = !File.exists(path)
        guard let replaced = ReplacedRegistry(path: path) else {
            account.compare(with: newest)
            return (account, false)
        }
        let comparison = try await JournalComparison(base, replaced)
        account.take(comparison, of: replaced)
        // Somebody else knows of more than both.
        if let newest, newest.sequence > replaced.newest { account.isDoubtful = true }
        return (account, comparison.isWhole && replaced.isIntact)
    }
}
