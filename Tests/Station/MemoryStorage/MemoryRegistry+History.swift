import Chips
import Registry
import Synchronization

extension MemoryRegistry: RegistryHistory {
    package func beginImport(_ kind: EvidenceKind, file: String) -> Int64 {
        place.tables.withLock { $0.evidence.begin(kind, file) }
    }

    package func keep(_ sightings: [KeptSighting], import number: Int64, from phone: PhoneStanding?) throws -> Int {
        try place.tables.withLock { tables in
            try phone?.check(among: tables.tokens())
            return try tables.evidence.keep(sightings, number)
        }
    }

    package func keep(_ confirmations: [KeptConfirmation], import number: Int64) throws -> Int {
        try place.tables.withLock { try $0.evidence.keep(confirmations, number) }
    }

    package func keep(_ remarks: [KeptRemark], from phone: PhoneStanding?) throws -> Int {
        try place.tables.withLock { tables in
            try phone?.check(among: tables.tokens())
            return tables.evidence.keep(remarks)
        }
    }

    package func remarks(on urls: [String]?, limit: Int) -> [ListedRemark] {
        let meant = urls.map { Set($0.map { SeenContent(url: $0, uid: nil) }) }
        let found = read { $0.evidence.remarks }.filter {
            meant?.contains(SeenContent(url: $0.remark.url, uid: nil)) ?? true
        }
        return found.sorted { ($0.remark.time, $0.number) > ($1.remark.time, $1.number) }.prefix(limit).map {
            ListedRemark(
                number: $0, time: $1.time, url: $1.url, note: $1.note, pictureSize: $1.picture?.bytes.count)
        }
    }

    package func picture(ofRemark number: Int64) -> ScanPicture? {
        read { $0.evidence.remarks.first { $0.number == number }?.remark.picture }
    }

    package func countPictures() -> Int { read { $0.evidence.remarks.count { $0.remark.picture != nil } } }

    package func openImports() -> [EvidenceImport] {
        read { tables in
            tables.evidence.sources.filter(\.value.isOpen).sorted { $0.key < $1.key }.map { number, source in
                EvidenceImport(
                    number: number, kind: source.kind, file: source.file, digest: nil, rows: source.kept,
                    new: source.kept, badRows: 0, isComplete: false)
            }
        }
    }

    package func endedImports() -> Int64 { read { $0.evidence.endedImports } }
    package func lastAuditedImport() -> Int64 { read { $0.evidence.lastAudited } }

    package func sightings(
        since: Int64, afterImport: Int64, _ receive: @Sendable ([KeptSighting]) -> Void
    ) -> Int {
        let rows = read {
            $0.evidence.sightings.filter { $0.content.time >= since && $0.number > afterImport }.map(\.content)
        }.sorted { $0.time < $1.time }
        if !rows.isEmpty { receive(rows) }
        return rows.count
    }

    package func confirmations(_ receive: @Sendable ([KeptConfirmation]) -> Void) {
        let rows = read { $0.evidence.confirmations.map(\.content) }.sorted { $0.time < $1.time }
        if !rows.isEmpty { receive(rows) }
    }

    package func foldEvidence(_ progress: @Sendable (Int) -> Void) {
        place.folding.withLock { $0.isWaiting = false }
    }

    package func beginJudging() -> JudgingMark {
        let (begins, erased) = place.folding.withLock { ($0.begin(), $0.erased) }
        if begins, let erased {
            place.tables.withLock { _ = $0.erase(before: nil, device: erased, at: now()) }
        }
        return JudgingMark(plan: 1, news: 0, isCurrent: false)
    }

    package func readEvidence<Result: Sendable>(
        _ read: @Sendable (any JudgingEvidence) throws -> Result
    ) throws -> Result {
        let isWhole = place.folding.withLock { !$0.isWaiting }
        return try read(
            MemoryJudging(evidence: isWhole ? self.read { $0.evidence } : MemoryEvidence(), isWhole: isWhole))
    }

    /// Nothing is settled here: each audit judges everything.
    package func settle(_ settling: Settling) {}
    package func openParts(_ count: Int, by mark: JudgingMark) {}
    package func takePart() -> NextPart { .none }
    package func holdPart(_ part: EvidencePart) {}
    package func endPart(_ part: EvidencePart, by mark: JudgingMark, isJudged: Bool) {}
    package func endParts(noting shared: [UInt128], by mark: JudgingMark) -> Bool { false }

    package func keepVerdicts(of run: AuditRun) throws -> AuditRun {
        try place.tables.withLock { tables in
            try tables.checkNothingForgotten(since: run)
            tables.keep(run.verdicts)
        }
        return run.withVerdictsKept
    }

    package func knownTags() -> [KnownTag] { read { $0.evidence.knownTags } }

    package func findings(in states: Set<KeptFinding.State>) -> [KeptFinding] {
        read { $0.findings().filter { states.contains($0.state) }.map(\.kept) }
    }

    package func finding(_ number: Int64) -> KeptFinding? { read { $0.findingLife(number)?.kept } }

    package func findings(identities: [String]) -> [KeptFinding] {
        read { tables in
            identities.flatMap { identity in tables.findings().filter { $0.identity == identity }.map(\.kept) }
        }
    }

    package func picture(ofFinding number: Int64, _ side: RepairPictures.Side) -> ScanPicture? {
        read { $0.repairPictures[number]?[side] }
    }

    package func lastLooks(at urls: [String]) -> [LastLook] { read { $0.evidence.lastLooks(at: urls) } }

    package func oldestEvidence() -> Int64? {
        read { ($0.evidence.sightings.map(\.content.time) + $0.evidence.confirmations.map(\.content.time)).min() }
    }

    package func erasures() -> ErasureState { read { $0.erasures } }
    package func scrub() -> Bool {
        place.tables.withLock { $0.sweep() }
        return true
    }

    package func endErasure(_ count: Int64) {
        place.tables.withLock { tables in
            if tables.erasures.count == count { tables.erasures = ErasureState(count: count, pending: nil) }
        }
    }
}

private struct MemoryJudging: JudgingEvidence {
    let evidence: MemoryEvidence
    let isWhole: Bool

    var mark: JudgingMark { JudgingMark(plan: 1, news: 0, isCurrent: false) }

    var contents: Int { evidence.folded.count }
    var openContents: Int { contents }
    var sharedContents: [UInt128] { [] }

    func everything(_ receive: ([SeenEvidence]) throws -> Void) throws { try receive(evidence.folded) }

    func part(_ part: EvidencePart, _ receive: ([SeenEvidence]) throws -> Void) throws {
        try receive(evidence.folded.filter { part.holds(Array($0.content.url.utf8).span) })
    }

    func unsettled(_ receive: ([SeenEvidence]) throws -> Void) throws {
        try receive(evidence.folded.filter { evidence.news.contains($0.content) })
    }

    func evidence(
        urls: [String], chips: Set<ChipUID>, besides known: Set<UInt128>, _ receive: (SeenEvidence) throws -> Void
    ) throws {
        for seen in evidence.folded where !known.contains(seen.number) {
            if urls.contains(seen.content.url) || seen.content.uid.map(chips.contains) ?? false { try receive(seen) }
        }
    }

    func evidence(numbers: [UInt128], _ receive: (SeenEvidence) throws -> Void) throws {
        for seen in evidence.folded where numbers.contains(seen.number) { try receive(seen) }
    }

    func settledSums(_ receive: (SettledSum) throws -> Void) {}
    func settledParts(of group: SettledGroup, _ receive: (UInt128, SettledSum) throws -> Void) {}
    func settledParts(numbers: [UInt128], _ receive: (UInt128, SettledSum) throws -> Void) {}
    func settledTags(_ receive: (UInt128, Span<UInt8>) throws -> Void) {}
    func settledContents(onChipsNaming tags: Set<TagID>) -> [UInt128] { [] }
    func settledContents(lastSeenBefore time: Int64) -> [UInt128] { [] }
    func knownTags(ofSettled numbers: Set<UInt128>?) -> [KnownTag] { evidence.knownTags }
}
