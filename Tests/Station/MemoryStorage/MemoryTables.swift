import AppClips
import Chips
import Grants
import Registry
import Storage

/// The registry's tables in memory. A value: what an event has half done is thrown away with the copy.
struct MemoryTables: RegistryTables {
    private var storesByID: [StoreID: Store] = [:]
    private var experiencesByURL: [String: Experience] = [:]
    private var profilesByName: [String: DeploymentProfile] = [:]
    private var readersByName: [ReaderName: ReaderRecord] = [:]
    /// Without their tags, in the order in which they were made.
    private(set) var heads: [Batch] = []
    private var tagsByID: [TagID: Tag] = [:]
    private var rows: [BatchName: [(number: Int64, tag: TagID)]] = [:]
    private var chips: [ChipUID: TagID] = [:]
    private var carriers: [FormerCarrier] = []
    private var spent: [TagID: SpentTag] = [:]
    private var spentFinding: Int64 = 0
    private var tokensByName: [TokenName: KeptToken] = [:]
    private var lives: [Int64: FindingLife] = [:]
    private(set) var repairPictures: [Int64: RepairPictures] = [:]
    private var sessionsByDigest: [String: Session] = [:]
    var evidence = MemoryEvidence()
    var erasures = ErasureState(count: 0, pending: nil)
    var journal: [JournalEntry] = []
    var standing = StationStanding.alone

    // MARK: Stores, experiences, deployments and readers

    func stores() -> [Store] { storesByID.values.sorted { $0.id.key.utf8 < $1.id.key.utf8 } }
    func store(_ id: StoreID) -> Store? { storesByID[id] }
    mutating func put(_ store: Store) { storesByID[store.id] = store }
    mutating func remove(_ store: StoreID) { storesByID[store] = nil }

    func experiences() -> [Experience] { experiencesByURL.sorted { $0.key.utf8 < $1.key.utf8 }.map(\.value) }
    func experience(_ url: String) -> Experience? { experiencesByURL[url] }
    mutating func put(_ experience: Experience) { experiencesByURL[experience.url.text] = experience }
    mutating func removeExperience(_ url: String) { experiencesByURL[url] = nil }
    func profiles() -> [DeploymentProfile] { profilesByName.sorted { $0.key.utf8 < $1.key.utf8 }.map(\.value) }
    mutating func put(_ profile: DeploymentProfile) { profilesByName[profile.name] = profile }

    func readers() -> [ReaderRecord] { readersByName.values.sorted { $0.name.text.utf8 < $1.name.text.utf8 } }
    mutating func put(_ reader: ReaderRecord) { readersByName[reader.name] = reader }
    mutating func remove(_ reader: ReaderName) { readersByName[reader] = nil }

    // MARK: Batches and tags

    func batchNames() -> [BatchName] { heads.map(\.name) }
    func batchHeads() -> [Batch] { heads }
    func batch(_ name: BatchName) -> Batch? { head(name)?.with(tags(of: name)) }
    func head(_ name: BatchName) -> Batch? { heads.first { $0.name == name } }

    mutating func put(_ batch: Batch) {
        if let index = heads.firstIndex(where: { $0.name == batch.name }) {
            heads[index] = batch.with([])
        } else {
            heads.append(batch.with([]))
        }
    }

    mutating func remove(_ batch: BatchName) {
        for row in rows[batch] ?? [] { tagsByID[row.tag] = nil }
        rows[batch] = nil
        heads.removeAll { $0.name == batch }
    }

    func tags() -> [Tag] { heads.flatMap { tags(of: $0.name) } }
    func tags(of batch: BatchName) -> [Tag] { (rows[batch] ?? []).compactMap { tagsByID[$0.tag] } }

    func forEachTag(of batch: BatchName, _ receive: (Tag, Int64) throws -> Void) rethrows {
        for row in rows[batch] ?? [] {
            if let tag = tagsByID[row.tag] { try receive(tag, row.number) }
        }
    }

    func keptDigest(of batch: BatchName) throws -> DocumentDigest? { try digest(of: .tags(batch)) }

    func begunTags(of batch: BatchName, in states: Set<TagState>) -> [Tag] {
        tags(of: batch).filter { states.contains($0.state) }
    }

    func usedTag(of batch: BatchName) -> Tag? {
        let tags = tags(of: batch)
        return tags.first { $0.state != .planned || $0.life.prints > 0 } ?? tags.first { wasBegun($0.id) }
    }

    func countTags(of batch: BatchName, upTo limit: Int) -> Int { min(rows[batch]?.count ?? 0, limit) }

    func tag(_ id: TagID) -> Tag? { tagsByID[id] }
    func tag(onChip uid: ChipUID) -> Tag? { chips[uid].flatMap { tagsByID[$0] } }
    func countTags(for store: StoreID) -> Int { tagsByID.values.count { $0.store == store } }

    func tags(_ ids: [TagID]) -> [TagID: Tag] {
        var known: [TagID: Tag] = [:]
        for id in ids { known[id] = tagsByID[id] }
        return known
    }

    mutating func add(_ tags: [Tag]) {
        for tag in tags {
            rows[tag.batch, default: []].append(((rows[tag.batch]?.last?.number ?? -1) + 1, tag.id))
            put(tag)
        }
    }

    mutating func put(_ tag: Tag) {
        if let old = tagsByID[tag.id]?.uid { chips[old] = nil }
        if let uid = tag.uid { chips[uid] = tag.id }
        tagsByID[tag.id] = tag
    }

    mutating func remove(_ tag: TagID) {
        guard let batch = tagsByID.removeValue(forKey: tag)?.batch else { return }
        rows[batch]?.removeAll { $0.tag == tag }
    }

    /// In the order in which they became known, where they ended at one time.
    func formerCarriers() -> [FormerCarrier] {
        carriers.enumerated().sorted { ($0.element.ended, $0.offset) < ($1.element.ended, $1.offset) }.map(\.element)
    }
    func formerCarrier(onChip uid: ChipUID) -> FormerCarrier? { carriers.last { $0.uid == uid } }
    mutating func add(_ former: FormerCarrier) { carriers.append(former) }

    func spentTag(_ id: TagID) -> SpentTag? { spent[id] }
    mutating func put(_ tag: SpentTag) { spent[tag.id] = tag }
    mutating func removeSpentTag(_ id: TagID) { spent[id] = nil }

    mutating func spend(findings: Int64, imports: Int64) {
        spentFinding = max(spentFinding, findings)
        evidence.lastImport = max(evidence.lastImport, imports)
    }

    // MARK: Access

    func tokens() -> [KeptToken] { tokensByName.values.sorted { $0.token.name.text.utf8 < $1.token.name.text.utf8 } }
    mutating func put(_ token: KeptToken) { tokensByName[token.token.name] = token }

    mutating func remove(_ token: TokenName) {
        tokensByName[token] = nil
        endSessions { $0.token == token }
    }

    mutating func noteForgotten(_ phones: Set<TokenName>, before time: Timestamp) {
        for kept in tokens() where phones.contains(kept.token.name) {
            put(
                KeptToken(
                    kept.token, created: kept.created, digest: kept.digest, isExpired: kept.isExpired,
                    forgotten: max(time, kept.forgotten ?? time)))
        }
    }

    func sessions() -> [Session] { Array(sessionsByDigest.values) }
    mutating func put(_ session: Session) { sessionsByDigest[session.digest] = session }
    mutating func removeSession(_ digest: String) { sessionsByDigest[digest] = nil }
    mutating func endSessions() { sessionsByDigest = [:] }

    mutating func endSessions(where isOver: (Session) -> Bool) {
        sessionsByDigest = sessionsByDigest.filter { !isOver($0.value) }
    }

    // MARK: What only erased rows were about

    private var swept: Int64 = -1

    /// As every storage does it, once for each erasure.
    mutating func sweep() {
        guard swept < erasures.count else { return }
        swept = erasures.count
        let urls =
            tags().flatMap { [$0.url, $0.life.writtenURL] } + carriers.map(\.url) + spent.values.map(\.life.writtenURL)
            + experiences().map(\.url.text)
        let orphans = evidence.removeOrphans(knownURLs: Set(urls.compactMap(\.self).map { Array($0.utf8) }))
        guard !orphans.isEmpty else { return }
        let others = evidence.named
        let origins = Set(others.map(\.origin)).union(
            experiences().map { SeenContent(url: $0.url.text, uid: nil).origin })
        let erased = ErasedContents(orphans, besides: origins) { uid in
            others.contains { $0.uid == uid } || tag(onChip: uid) != nil || formerCarrier(onChip: uid) != nil
        }
        spentFinding = lastFinding()
        lives = lives.filter { !erased.areNamed(by: $0.value) }
        repairPictures = repairPictures.filter { lives[$0.key] != nil }
    }

    // MARK: Findings, and what the journal is asked

    func findings() -> [FindingLife] { lives.values.sorted { $0.number < $1.number } }

    func findings(openOrIdentifiedBy identities: Set<String>) -> [FindingLife] {
        findings().filter { $0.state != .resolved || identities.contains($0.identity) }
    }

    func findingLife(_ number: Int64) -> FindingLife? { lives[number] }
    mutating func put(_ finding: FindingLife) { lives[finding.number] = finding }
    mutating func keep(_ pictures: RepairPictures, of finding: Int64) {
        repairPictures[finding] = pictures.isEmpty ? nil : pictures
    }
    func lastFinding() -> Int64 { max(spentFinding, lives.keys.max() ?? 0) }

    mutating func addAudit(of batch: BatchName?, reading imports: ReadImports, at time: Timestamp) {
        evidence.noteAudit(reading: imports)
    }
    mutating func keep(_ verdicts: [TagVerdict]) { evidence.keep(verdicts) }
    mutating func endImport(_ number: Int64) throws { try evidence.endImport(number) }

    mutating func erase(
        before: Int64?, device: DevicePseudonym?, at time: Timestamp
    ) -> (sightings: Int, confirmations: Int, remarks: Int) {
        erasures = ErasureState(count: erasures.count + 1, pending: erasures.pending ?? time)
        return evidence.erase(before: before, device: device)
    }

    func countErasures() -> Int64 { erasures.count }

    func wasBegun(_ tag: TagID) -> Bool { journal.contains { $0.isOf(.writeIntended) && $0.subject.tag == tag.text } }

    func hasSheet(_ digest: String, of batch: BatchName) -> Bool {
        journal.contains {
            $0.isOf(.sheetMade) && $0.subject.digest == digest && $0.subject.batch == batch.text
        }
    }
}

extension String.UTF8View {
    /// The order of bytes: that of keys in every storage.
    static func < (left: Self, right: Self) -> Bool { left.lexicographicallyPrecedes(right) }
}
