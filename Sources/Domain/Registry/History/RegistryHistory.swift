/// What was seen and found, beside the registry's tables.
///
/// Rows of evidence come in while an import is open, many at a time, each batch durable when it returns; the import is
/// journalled when it ends (``JournalEvent/evidenceImported(_:)``). A row that is known is not kept twice, so nothing
/// depends on whether a file came to its end. Everything else changes through ``RegistryStorage/record(_:by:)``.
public protocol RegistryHistory: Sendable {
    /// Opens an import and returns its number.
    func beginImport(_ kind: EvidenceKind, file: String) async throws -> Int64
    /// Keeps rows; returns how many of them were not known. `phone`: the one that they come from, if they do. Throws
    /// `contradiction` when it has to forget more by now, and may have kept some of them before.
    func keep(_ sightings: [KeptSighting], import number: Int64, from phone: PhoneStanding?) async throws -> Int
    func keep(_ confirmations: [KeptConfirmation], import number: Int64) async throws -> Int
    /// Keeps remarks in place of what was noted of the same scan before: the same content, second and device. Returns how many
    /// were not as they are now. `phone` as for its sightings.
    func keep(_ remarks: [KeptRemark], from phone: PhoneStanding?) async throws -> Int
    /// Remarks on codes with one of these contents, or on all with nil; the newest first.
    func remarks(on urls: [String]?, limit: Int) async throws -> [ListedRemark]
    /// Nil for an unknown remark, and for one without a picture.
    func picture(ofRemark number: Int64) async throws -> ScanPicture?
    func countPictures() async throws -> Int
    /// Imports that never ended, because the daemon did that began them, which is this one; with the rows that are kept of
    /// them.
    func openImports() async throws -> [EvidenceImport]

    /// Audits have read every import up to this number, and each of them had ended before; 0 before the first.
    func lastAuditedImport() async throws -> Int64
    /// Every import up to this number has ended; 0 before the first.
    func endedImports() async throws -> Int64
    /// Hands over sightings in an order of the storage's own, so many at a time: those at or after a moment (seconds since
    /// 1970) that came with an import after the given one. Returns how many there were. After an error some of them were
    /// handed over.
    func sightings(since: Int64, afterImport: Int64, _ receive: @Sendable ([KeptSighting]) -> Void) async throws -> Int
    func confirmations(_ receive: @Sendable ([KeptConfirmation]) -> Void) async throws
    /// Folds rows that are not folded yet, in short transactions: those that have come since, those of an older registry, and
    /// what is left of contents of which rows were erased. What an import brought is folded when it ends. `progress`: how many rows it has looked at so far.
    func foldEvidence(_ progress: @Sendable (Int) -> Void) async throws
    /// Begins an audit of everything, before its plan is read: what changes from now on is judged at the next one.
    func beginJudging() async throws -> JudgingMark
    /// Calls `read` with the evidence as it is at this moment, once. While rows are handed over nothing else can be asked.
    func readEvidence<Result: Sendable>(
        _ read: @Sendable (any JudgingEvidence) throws -> Result
    ) async throws -> Result
    /// Keeps what an audit of everything has come to, in short transactions, so that the next one judges the rest alone.
    /// What has changed since it read its evidence stays to be judged.
    func settle(_ settling: Settling) async throws
    /// Keeps the verdicts of an audit in short transactions, before its own event (``JournalEvent/audited(_:run:)``), and
    /// returns the run without need of that. Throws when evidence was erased since the audit began to read it.
    func keepVerdicts(of run: AuditRun) async throws -> AuditRun
    /// Opens parts in which everything is judged, by this mark, for every daemon of the registry. Where parts of the same plan
    /// are open, these stay.
    func openParts(_ count: Int, by mark: JudgingMark) async throws
    /// Takes one of the open parts of the plan as it is.
    func takePart() async throws -> NextPart
    /// The daemon is still at it.
    func holdPart(_ part: EvidencePart) async throws
    /// It is done, or, where it is not judged, for another to take.
    func endPart(_ part: EvidencePart, by mark: JudgingMark, isJudged: Bool) async throws
    /// Every part has been judged by this mark, and is settled, but for what parts cannot know of each other
    /// (``JudgingEvidence/sharedContents``): that stays to be judged. False where the plan has changed since, or a part is
    /// not done.
    func endParts(noting shared: [UInt128], by mark: JudgingMark) async throws -> Bool
    /// What earlier audits know of every tag that they saw.
    func knownTags() async throws -> [KnownTag]

    /// What the last look said of contents with these URLs: a row for each chip.
    func lastLooks(at urls: [String]) async throws -> [LastLook]

    /// Findings in these states, in the order of their numbers.
    func findings(in states: Set<KeptFinding.State>) async throws -> [KeptFinding]
    func finding(_ number: Int64) async throws -> KeptFinding?
    /// Nil where no work on the finding left one.
    func picture(ofFinding number: Int64, _ side: RepairPictures.Side) async throws -> ScanPicture?
    /// The numbers of the last audit's findings by identity.
    func findings(identities: [String]) async throws -> [KeptFinding]

    /// Seconds since 1970 of the oldest row of evidence; nil without any.
    func oldestEvidence() async throws -> Int64?
    /// Whether what was forgotten may still be in the files.
    func erasures() async throws -> ErasureState
    /// Removes what only erased rows were about, and overwrites what was erased in the files, where these are the
    /// registry's own: a database server does that in its time (docs/privacy.md). False while a reader holds the registry
    /// as it was before: then it has to be done again later.
    func scrub() async throws -> Bool
    /// Nothing of the erasures up to this one (``ErasureState/count``) is left in any file.
    func endErasure(_ count: Int64) async throws
}

extension RegistryHistory {
    public func keep(_ sightings: [KeptSighting], import number: Int64) async throws -> Int {
        try await keep(sightings, import: number, from: nil)
    }

    public func keep(_ remarks: [KeptRemark]) async throws -> Int { try await keep(remarks, from: nil) }
}
