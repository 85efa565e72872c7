internal import API
internal import Audit
internal import Registry

/// The audits that wait for their files.
actor AuditDrafts {
    private struct Open {
        let draft: OpenAudit
        var used: ContinuousClock.Instant
    }

    private var drafts = Numbered<Open>.forClients()

    /// More than this are clients that went away without an end: the one that waits longest is given up. What was imported
    /// for it is kept.
    private static let limit = 4
    /// One that gets nothing for so long is given up, too: it takes memory.
    private static let idleLimit = Duration.seconds(1_800)

    var areOpen: Bool { drafts.count > 0 }

    func open(_ draft: OpenAudit) -> Int {
        if drafts.count >= Self.limit, let oldest = drafts.all.min(by: { $0.value.used < $1.value.used })?.key {
            drafts[oldest] = nil
        }
        let id = drafts.add(Open(draft: draft, used: .now))
        Task { [weak self] in
            while let end = await self?.end(of: id) { try? await Task.sleep(until: end, clock: .continuous) }
        }
        return id
    }

    /// The audit that a file is imported for.
    func draft(_ id: Int) throws -> OpenAudit {
        guard let open = drafts[id] else { throw Self.unknown(id) }
        drafts[id]?.used = .now
        return open.draft
    }

    /// Its end: its number means nothing after that. Throws, and waits on, while a file of it is not complete.
    func close(_ id: Int) throws -> OpenAudit {
        let draft = try draft(id)
        try draft.end()
        drafts[id] = nil
        return draft
    }

    /// When it is given up; nil when it has ended, now or before.
    private func end(of id: Int) -> ContinuousClock.Instant? {
        guard let used = drafts[id]?.used else { return nil }
        let end = used + Self.idleLimit
        if end > .now { return end }
        drafts[id] = nil
        return nil
    }

    private static func unknown(_ id: Int) -> StationError {
        StationError(
            .unknownDraft, "audit \(id) does not wait for files",
            why: "it has ended, nothing came for it for too long, or the daemon was started again",
            next: "audit again; rows that are known are not kept twice")
    }
}
